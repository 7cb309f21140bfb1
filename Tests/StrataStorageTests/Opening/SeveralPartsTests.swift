import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

@Suite("Undo of several parts")
struct SeveralPartsTests {
  /// The undone parts, compared by their encoding, and the history around them.
  private struct Seen: Equatable {
    let contents: [[UInt8]?]
    let present: [UInt8]
    let lines: [String]
    let labels: [String?]

    init(_ store: Store<Studio>) throws {
      let timeline = store.timeline
      contents = try timeline.ids.map { try store.state(at: $0)?.content.json() }
      present = try store.state.json()
      lines = timeline.lines
      labels = [store.historyStatus.undoLabel, store.historyStatus.redoLabel]
    }
  }

  /// Stores that are to do the same; the first is the one to compare with.
  private struct Run {
    var random: SplitMix64
    var stores: [Store<Studio>]
    let clock = ManualClock()

    /// Sends one action, or moves, in all stores alike.
    mutating func next() throws {
      clock.pass(.seconds(1))
      let (kind, action) = (random.below(16), Studio.Action.random(using: &random))
      let ids = stores[0].timeline.ids
      let id = ids[random.below(ids.count)]
      for store in stores {
        switch kind {
        case 0..<10: try store.send(action)
        case 10, 11: if store.canUndo { try store.undo() }
        case 12: if store.canRedo { try store.redo() }
        case 13: try store.jump(to: id)
        case 14:
          try store.transaction("Two") { draft in
            try draft.send(action)
            try draft.send(.draw(3, 7))
          }
        default: try store.endMerging()
        }
      }
    }
  }

  private static let attics = [
    .unpacked, Keeping.all, Keeping(snapshots: 0, pageSize: 1),
    Keeping(snapshots: 3, pageSize: 4),
    Keeping(snapshots: 2_000),
  ]

  @Test(
    "Under any commands it is as if they were one, with and without an attic, and with patches for observers",
    arguments: attics,
    1...2 as ClosedRange<UInt64>
  )
  func asOne(keeping: Keeping, seed: UInt64) throws {
    var run = Run(random: SplitMix64(seed: seed), stores: [])
    let clock = run.clock
    // Without an attic all moments stay as they are: nothing is told by differences.
    run.stores = [
      Store(Studio(), undoing: \.content, restoring: \.selected, keeping: .unpacked) { clock.now },
      Store(Studio(), undoing: \.notes, \.drawing, \.desk.pens, restoring: \.selected, keeping: keeping) {
        clock.now
      },
      Store(
        Studio(),
        undoing: \.drawing,
        \.desk.pens,
        \.notes,
        restoring: \.selected,
        keeping: keeping.limited(toBytes: .max)
      ) { clock.now },
    ]
    let tokens = run.stores.map { store in
      store.observe { transition in
        let isTold = try? transition.patch == Patch(from: transition.before, to: transition.after)
        #expect(isTold == true)
      }
    }
    for command in 0..<Soak.times(80) {
      try run.next()
      guard command % 8 == 0 else { continue }
      let seen = try run.stores.map { try Seen($0) }
      try #require(seen.allSatisfy { $0 == seen[0] }, "command \(command)")
    }
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "Kept on the disk it is as if they were one, over restarts and with a log that is written anew",
    arguments: 1...2
  )
  func onDisk(seed: UInt64) throws {
    var run = Run(random: SplitMix64(seed: seed), stores: [])
    let (disk, clock) = (SimulatedDisk(), run.clock)
    let reference = Store(Studio(), undoing: \.content, restoring: \.selected, keeping: .unpacked) {
      clock.now
    }
    func open() throws -> DurableStore<Studio> {
      var options = OpeningOptions()
      options.pacing = AutosavePacing(delay: .seconds(1_000_000))
      options.clock = { clock.now }
      options.keeping = Keeping(snapshots: 3, pageSize: 4)
      return try DurableStore(
        at: "/d/studio.json",
        undoing: UndonePart(
          .undone(\Studio.notes, \Studio.drawing, \Studio.desk.pens),
          with: \Studio.selected
        ),
        startingWith: Studio(),
        options: options,
        in: disk
      )
    }
    for round in 0..<Soak.times(8) {
      let opened = try open()
      run.stores = [reference, opened.store]
      for _ in 0..<12 { try run.next() }
      let seen = try run.stores.map { try Seen($0) }
      try #require(seen[1] == seen[0], "round \(round)")
      // A log that is written anew says the same.
      if round % 5 == 3 { try opened.forget { _ in } }
      // A process that ends without a word has lost nothing.
      if round % 3 == 2 { try opened.close() }
    }
    var opened = try open()
    try opened.forget { ($0.notes[3], $0.drawing[3]) = (nil, nil) }
    let before = try Seen(opened.store)
    let contents = opened.store.timeline.ids.compactMap { opened.store.state(at: $0)?.content }
    #expect(contents.allSatisfy { $0.notes[3] == nil && $0.drawing[3] == nil })
    try opened.close()
    opened = try open()
    #expect(try Seen(opened.store) == before)
  }

  @Test("Undo and redo leave the fields beside the undone parts as they are")
  func beside() throws {
    let store = Store(Studio(), undoing: \.notes, \.desk.pens)
    try store.send(.write(1, "A"))
    try store.send(.light(3))
    try store.send(.draw(1, 2))
    #expect(store.timeline.count == 2)
    try store.send(.sharpen(["pen"]))
    try store.undo()
    try store.undo()
    #expect(store.state.notes.isEmpty && store.state.desk.pens.isEmpty)
    #expect(store.state.desk.lamp == 3 && store.state.drawing == [1: 2])
    try store.redo()
    #expect(store.state.notes == [1: "A"] && store.state.desk.pens.isEmpty)
  }

  /// A state of which nothing is described.
  private struct Plain: Reducible {
    struct Part: Equatable { var value = 0 }
    var (left, right, other) = (Part(), Part(), 0)

    mutating func reduce(_ action: Int) {
      switch action % 3 {
      case 0: left.value += action
      case 1: right.value += action
      default: other += action
      }
    }
  }

  @Test("Parts need no description in memory")
  func undescribed() throws {
    let store = Store(Plain(), undoing: \.left, \.right, keeping: .steps(3))
    for action in 1...9 { try? store.send(action) }
    #expect(store.timeline.count == 4 && store.state.other == 2 + 5 + 8)
    while store.canUndo { try store.undo() }
    #expect(store.state.left.value == 3 && store.state.right.value == 1 + 4)
    #expect(store.state.other == 2 + 5 + 8)
  }

  @Test("A part within another one is undone with it")
  func within() throws {
    let disk = SimulatedDisk()
    func open() throws -> DurableStore<Studio> {
      let parts = try UndonePart<Studio>(.undone(\Studio.desk.pens, \Studio.desk))
      return try DurableStore(at: "/d/studio.json", undoing: parts, startingWith: Studio(), in: disk)
    }
    var opened = try open()
    try opened.store.send(.sharpen(["pen"]))
    try opened.store.send(.sharpen(["pencil"]))
    try opened.close()
    opened = try open()
    try opened.store.undo()
    #expect(opened.store.state.desk.pens == ["pen"])
    try opened.store.undo()
    #expect(opened.store.state.desk.pens == [])
    try opened.store.redo()
    #expect(opened.store.state.desk.pens == ["pen"])
  }

  @Test("DurableStore refuses a computed property with an error, and creates no file")
  func computed() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: DescriptionError.self) {
      try DurableStore(
        at: folder.file("studio.json"),
        undoing: \Studio.notes,
        \.content,
        startingWith: Studio()
      )
    }
    #expect(try #require(error).problems.count == 1)
    #expect("\(try #require(error))".hasPrefix("Studio does not describe \\Studio."))
    #expect(folder.names.isEmpty)
  }

  @Test("It keeps in memory what one part would, and the boxes that the parts lie in")
  func memory() throws {
    var studio = Studio()
    for id in 0..<1_000 {
      (studio.notes[id], studio.drawing[id]) = ("A note of some length, number \(id)", -1)
    }
    let several = Store(studio, undoing: \.notes, \.drawing, \.desk.pens, keeping: Keeping(snapshots: 2_000))
    let one = Store(studio, undoing: \.content, keeping: Keeping(snapshots: 2_000))
    let count = 100
    for step in 0..<count {
      for store in [several, one] { try store.send(.draw(step * 7 % 1_000, Double(step))) }
    }
    let parts = UndoDomain(undone: .undone(\Studio.notes, \Studio.drawing, \Studio.desk.pens))
    let whole = UndoDomain(undone: [.undone(\Studio.content)])
    let boxes = parts.layout.blockBytes - whole.layout.blockBytes
    let told = try [several, one].map { try #require($0.historyBytes) }
    #expect(told[0] - told[1] == count * boxes)
  }
}
