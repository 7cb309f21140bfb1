import Measuring
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// A state around one value, whatever its type is in this version of the app; all of it is undone.
private struct Holding<Value: DescribedValue & Equatable>: Reducible, Described {
  var value: Value?
  var name = ""

  mutating func reduce(_ action: Value) { value = action }

  static func describe(_ field: inout Fields<Holding>) {
    field("value", \.value)
    field("name", \.name)
  }
}

private struct Older: Described, Equatable {
  var count: Int?
  static func describe(_ field: inout Fields<Older>) { field("count", \.count) }
}

private struct Counted: Described, Equatable {
  var count = 0
  static func describe(_ field: inout Fields<Counted>) { field("count", \.count, missing: 8) }
}

private struct Newer: Described, Equatable {
  var count: Int?
  var extra: Int?
  static func describe(_ field: inout Fields<Newer>) {
    field("count", \.count)
    field("extra", \.extra)
  }
}

private enum Four: Int, DescribedLeaf, CaseIterable { case one = 1, two, three, four }
private enum Three: Int, DescribedLeaf, CaseIterable { case one = 1, two, three }

@Suite("Moments that the types of a new version cannot read")
struct LostMomentsTests {
  private func open<Value: DescribedValue & Equatable>(
    _: Value.Type,
    on disk: SimulatedDisk,
    keeping: Keeping = Keeping.all
  ) throws -> DurableStore<Holding<Value>> {
    var options = OpeningOptions()
    options.keeping = keeping
    return try DurableStore(
      at: "/d/value.json",
      undoing: UndonePart<Holding<Value>>(\.self),
      startingWith: Holding(),
      options: options,
      in: disk
    )
  }

  /// The values of the present and of what undo leads to, the newest first.
  private func undone<Value>(_ durable: DurableStore<Holding<Value>>) throws -> [Value?] {
    var values = [durable.store.state.value]
    while durable.store.canUndo {
      try durable.store.undo()
      values.append(durable.store.state.value)
    }
    return values
  }

  /// Writes some values one after the other, and opens them as another type: as what it cannot read, and all before, is
  /// gone from undo.
  private func check<Old: DescribedValue & Equatable, New: DescribedValue & Equatable>(
    _ old: [Old],
    as new: [New?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for isClosed in [true, false] {
      let disk = SimulatedDisk()
      do {
        let durable = try open(Old.self, on: disk)
        for value in old { try durable.store.send(value) }
        if isClosed { try durable.close() }
      }
      let lost = old.count + 1 - new.count
      do {
        let durable = try open(New.self, on: disk)
        #expect(durable.report.isRewritten, sourceLocation: sourceLocation)
        #expect(durable.report.history == .kept(moments: new.count), sourceLocation: sourceLocation)
        #expect(durable.report.lost?.moments ?? 0 == lost, sourceLocation: sourceLocation)
        #expect(try undone(durable) == new, sourceLocation: sourceLocation)
        while durable.store.canRedo { try durable.store.redo() }
        #expect(durable.store.state.value == new.first, sourceLocation: sourceLocation)
        try durable.close()
      }
      let again = try open(New.self, on: disk)
      #expect(
        again.report == OpeningReport(history: .kept(moments: new.count)),
        sourceLocation: sourceLocation
      )
      #expect(try undone(again) == new, sourceLocation: sourceLocation)
    }
  }

  @Test(
    "A field that could be none and cannot be any more was what it is where it is missing, at every moment"
  )
  func noneNoMore() throws {
    let old = [Older(count: 1), Older(), Older(count: 2), Older(), Older(count: 3)]
    try check(old, as: [3, 8, 2, 8, 1].map { Counted(count: $0) } + [nil])
  }

  @Test("Undo ends before a moment that the new type cannot read, without an error")
  func beyondReach() throws {
    try check([1, 2, 300, 4, 5], as: [5, 4] as [UInt8?])
    try check([1, 2, 3], as: [3, 2, 1, nil] as [UInt8?])
    try check([300, 4], as: [4] as [UInt8?])
    try check([Four.one, .four, .two, .three], as: [Three.three, .two])
    try check(
      [["a": 1], ["a": nil], ["a": 2], [:]] as [[String: Int?]],
      as: [[:], ["a": 2]] as [[String: Int]?]
    )
  }

  @Test("Redo ends where the new type cannot read on, and the saved moment is gone with what is lost")
  func aheadOfThePresent() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(Int.self, on: disk)
      for value in [1, 2, 300, 4] { try durable.store.send(value) }
      try durable.store.markSaved()
      for _ in 0..<2 { try durable.store.undo() }
    }
    let durable = try open(UInt8.self, on: disk)
    #expect(durable.report.lost?.moments == 2 && durable.report.lost?.reason.contains("value") == true)
    #expect(!durable.store.canRedo && durable.store.hasUnsavedChanges)
    #expect(try undone(durable) == [2, 1, nil])
  }

  @Test(
    "Of a random history, just what hangs together with the present is left, and each moment of it can be reached"
  )
  func randomHistories() throws {
    var generator = SplitMix64(seed: 71)
    let rounds = Soak.times(60)
    var (lostSome, keptSome) = (0, 0)
    for round in 0..<rounds {
      let disk = SimulatedDisk()
      var values: [Moment.ID: Int?] = [:]
      var parents: [Moment.ID: Moment.ID] = [:]
      let keeping = Keeping(snapshots: Int.random(in: 1...4, using: &generator))
      let present: Moment.ID
      do {
        let durable = try open(Int.self, on: disk, keeping: keeping)
        let store = durable.store
        values[store.timeline.present.id] = store.state.value
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
          switch Int.random(in: 0..<6, using: &generator) {
          case 0 where store.canUndo: try store.undo()
          case 1 where store.canRedo: try store.redo()
          case 2:
            if let id = values.keys.sorted().randomElement(using: &generator) { try store.jump(to: id) }
          default:
            try store.send(Int.random(in: 0..<290, using: &generator))
            let moment = store.timeline.present
            values[moment.id] = store.state.value
            parents[moment.id] = moment.parent
          }
        }
        present = store.timeline.present.id
        if round.isMultiple(of: 2) { try durable.close() }
      }
      func fits(_ id: Moment.ID) -> Bool {
        values[id].map { $0.map { UInt8(exactly: $0) != nil } ?? true } ?? false
      }
      guard fits(present) else {
        #expect(throws: (any Error).self) { try open(UInt8.self, on: disk, keeping: keeping) }
        continue
      }
      var expected: Set<Moment.ID> = [present]
      while true {
        let next = values.keys.filter { id in
          fits(id)
            && (parents[id].map(expected.contains) == true
              || parents.contains { $0.value == id && expected.contains($0.key) })
        }
        if expected.isSuperset(of: next) { break }
        expected.formUnion(next)
      }
      let durable = try open(UInt8.self, on: disk, keeping: keeping)
      #expect(Set(durable.store.timeline.ids) == expected, "round \(round)")
      #expect(durable.report.lost?.moments ?? 0 == values.count - expected.count, "round \(round)")
      for id in expected {
        try durable.store.jump(to: id)
        #expect(durable.store.state.value.map(Int.init) == values[id] ?? nil, "round \(round), moment \(id)")
      }
      lostSome += expected.count < values.count ? 1 : 0
      keptSome += expected.count > 1 ? 1 : 0
    }
    #expect(lostSome > rounds / 4 && keptSome > rounds / 2)
  }

  @Test("Names of a newer version that stand in the history alone are an error, and nothing is written")
  func newerHistory() throws {
    // In a step that the state has, in one that it has not yet, and in what was taken away.
    for (isClosed, isNewest) in [(true, false), (false, false), (false, true)] {
      let disk = SimulatedDisk()
      do {
        let durable = try open(Newer.self, on: disk)
        try durable.store.send(Newer(count: 1))
        try durable.store.send(Newer(count: 1, extra: 7))
        if !isNewest { try durable.store.send(Newer(count: 2)) }
        if isClosed { try durable.close() }
      }
      let before = disk.image
      #expect {
        try open(Older.self, on: disk)
      } throws: { error in
        guard case LogError.unknownField(let path, "extra", _) = error else { return false }
        return path == "/d/value.json.log" && "\(error)".contains("a newer version")
      }
      for name in ["/d/value.json", "/d/value.json.log"] {
        #expect(disk.image.bytes(of: name) == before.bytes(of: name))
      }
      let durable = try open(Newer.self, on: disk)
      #expect(durable.report.history == .kept(moments: isNewest ? 3 : 4))
    }
    // In what a step took away as a whole.
    let disk = SimulatedDisk()
    do {
      let durable = try open([Newer].self, on: disk)
      try durable.store.send([Newer(count: 1, extra: 7)])
      try durable.store.send([])
      try durable.close()
    }
    #expect {
      try open([Older].self, on: disk)
    } throws: {
      if case LogError.unknownField(_, "extra", _) = $0 { true } else { false }
    }
  }

  private enum Payment: DescribedCases, Equatable {
    case open
    case paid(Int?)
    static func describe(_ oneOf: inout Cases<Payment>) {
      oneOf("open", .open)
      oneOf("paid", "cents", as: Payment.paid) { if case .paid(let cents) = $0 { .some(cents) } else { nil } }
    }
  }

  private enum SurePayment: DescribedCases, Equatable {
    case open
    case paid(Int)
    static func describe(_ oneOf: inout Cases<SurePayment>) {
      oneOf("open", .open)
      oneOf("paid", CasePart("cents", missing: 5), as: SurePayment.paid) {
        if case .paid(let cents) = $0 { cents } else { nil }
      }
    }
  }

  @Test("A case's value that is no longer optional reads nil as its missing: value")
  func partNoMore() throws {
    let old = [Payment.paid(1), .paid(nil), .paid(2), .open, .paid(nil), .paid(3)]
    try check(old, as: [.paid(3), .paid(5), .open, .paid(2), .paid(5), .paid(1), nil] as [SurePayment?])
  }

  @Test("Moments that are over the limit are not counted as kept", arguments: [true, false])
  func limited(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    for round in 0..<2 {
      var options = OpeningOptions()
      options.keeping = .steps(3)
      let part = try UndonePart<Holding<Int>>(\.self)
      let durable = try DurableStore(
        at: "/d/value.json",
        undoing: part,
        startingWith: Holding(),
        options: options,
        in: disk
      )
      if round == 1 { #expect(durable.report.history == .kept(moments: durable.store.timeline.count)) }
      for value in 1...6 { try durable.store.send(value) }
      if isClosed { try durable.close() } else { durable.abandon() }
    }
  }

  @Test(
    "One who only reads finds the moments that a writer finds, and the same report",
    arguments: [true, false]
  )
  func reader(isClosed: Bool) throws {
    var random = SplitMix64(seed: 41)
    for _ in 0..<Soak.times(40) {
      let disk = SimulatedDisk()
      do {
        let durable = try open(Int.self, on: disk)
        let store = durable.store
        for _ in 0..<12 {
          switch random.below(4) {
          case 0: if store.canUndo { try store.undo() }
          case 1: try store.jump(to: store.timeline.ids[random.below(store.timeline.count)])
          default: try store.send(random.below(5) == 0 ? 300 : random.below(100))
          }
        }
        if (store.state.value ?? 0) > 255 { try store.send(1) }
        if isClosed { try durable.close() } else { durable.abandon() }
      }
      let files = disk.image
      var options = OpeningOptions()
      options.access = .reading
      let reader = try DurableStore(
        at: "/d/value.json",
        undoing: UndonePart<Holding<UInt8>>(\.self),
        startingWith: Holding(),
        options: options,
        in: disk
      )
      #expect(disk.image.nodes == files.nodes)
      let writer = try open(UInt8.self, on: disk)
      #expect(reader.report == writer.report)
      #expect(reader.store.timeline.ids == writer.store.timeline.ids)
      #expect(reader.store.timeline.marks == writer.store.timeline.marks)
      for id in writer.store.timeline.ids {
        #expect(reader.store.state(at: id) == writer.store.state(at: id))
      }
    }
  }

  @Test("A list that became an optional in an optional is refused, not cut to its first element")
  func listNoMore() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open([Int].self, on: disk)
      try durable.store.send([7, 8])
      try durable.close()
    }
    let before = disk.image.bytes(of: "/d/value.json")
    #expect(throws: StateFileError.self) { try open(Int?.self, on: disk) }
    #expect(disk.image.bytes(of: "/d/value.json") == before)
    #expect(try open([Int].self, on: disk).store.state.value == [7, 8])
  }

  private enum Loud: Int, DescribedLeaf { case one = 1, two, three, four }
  private enum Quiet: Int, DescribedLeaf { case one = 1, two, three }

  @Test("A killed app's log that passes through what no type tells is gone opens with the present")
  func passing() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(Loud.self, on: disk)
      for value in [Loud.one, .four, .three] { try durable.store.send(value) }
    }
    let durable = try open(Quiet.self, on: disk)
    #expect(durable.store.state.value == .three)
  }
}
