import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Those who follow odd values in several authors")
struct FollowedOddmentsTests {
  /// A writer of what is equal and not written the same, who also dies and comes back.
  private struct Writer {
    let disk = SimulatedDisk()
    let clock = ManualClock()
    var random: SplitMix64
    private var open: DurableStore<Oddments>?
    private var group: StepGroup<Oddments>?
    private(set) var story: [String] = []

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      open = try oddments()
    }

    func oddments(_ access: OpeningOptions.Access = .writing) throws -> DurableStore<Oddments> {
      var options = OpeningOptions()
      (options.access, options.keeping) = (access, .all)
      options.pacing = AutosavePacing(delay: .seconds(1_000_000))
      options.clock = { [clock] in clock.now }
      return try DurableStore(
        at: "/d/odd.json",
        undoing: try UndonePart(\Oddments.self),
        startingWith: Oddments(),
        options: options,
        in: disk
      )
    }

    var durable: DurableStore<Oddments> { get throws { try #require(open) } }

    mutating func next() throws {
      clock.pass(.seconds(random.below(4)))
      let store = try durable.store
      let author: Author = [.user, "agent", "e\u{301}"][random.below(3)]
      let choice: MergeConflict.Choice? = [.mine, .theirs, nil, .value(nil)][random.below(4)]
      let ids = store.timeline.ids
      let (id, seed) = (ids[random.below(ids.count)], random.next())
      let what = random.below(24)
      story.append("\(what) by \(author), \(id), \(seed)")
      do {
        switch what {
        case 0..<9: try store.send(.edit(seed: seed, times: 1 + random.below(4)), as: author)
        case 9: try store.send(.fetch(seed: seed), as: "sync")
        case 10, 11: try store.undo()
        case 12: try store.redo()
        case 13: try store.undo(by: author)
        case 14: try store.redo(by: author)
        case 15: try store.undo(only: id, as: author) { _ in choice }
        case 16: try store.merge(id, as: author) { _ in choice }
        case 17: try store.jump(to: id)
        case 18 where group == nil:
          group = try store.beginGroup("e\u{301}", as: author, noting: [-0.0, .nan])
        case 18, 19:
          let open = group
          group = nil
          random.below(2) == 0 ? open?.end() : try open?.cancel { _ in choice }
        case 20: try durable.flush()
        case 21: try store.checkpoint("\u{e9}")
        default:
          group = nil
          if random.below(2) == 0 { try durable.close() }
          open = nil
          open = try oddments()
        }
      } catch let error {
        // There may be nothing to undo, or later steps contradict it; the disk and the files are well.
        #expect(!(error is LogError) && !(error is StateFileError), "\(error)")
      }
    }
  }

  @Test(
    "A follower and a feed match the writer after any changes and undos by any author",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) throws {
    for round in 0..<(Soak.isOn ? 25 : 1) as Range<UInt64> {
      var writer = try Writer(seed: seed &+ round &* 1_000)
      var random = SplitMix64(seed: seed)
      let reader = try writer.oddments(.reading)
      let token = seed.isMultiple(of: 2) ? reader.store.observe { _ in } : nil
      var feed = FeedReader("/d/odd.json", after: nil, limit: 1 << 30, in: writer.disk)
      var (plain, changes) = (PlainValue.null, 0)
      for command in 0..<Soak.pick(120, more: 160) {
        try writer.next()
        guard random.below(3) == 0 else { continue }
        let place = "seed \(seed), round \(round), command \(command)"
        let durable = try writer.durable
        try durable.store.recordEvictions()
        try reader.catchUp()
        let most = 1 + random.below(4)
        while case let items = try feed.next(most), !items.isEmpty {
          for item in items {
            switch item {
            case .state(let state, _): plain = state
            case .change(let change):
              try plain.apply(change.patch)
              changes += 1
            }
          }
        }
        let (here, there) = (reader.store, durable.store)
        try #require(here.state.isWritten(as: there.state), "\(place)\n\(writer.story.suffix(8))")
        try #require(here.timeline.lines == there.timeline.lines, "\(place)\n\(writer.story.suffix(8))")
        let ids = there.timeline.ids
        let id = ids[random.below(ids.count)]
        let isAlike =
          here.state(at: id).map { state in there.state(at: id).map(state.isWritten) ?? false } ?? true
        try #require(isAlike, "\(place): at \(id)")
        let written = try PlainValue(of: there.state).json
        try #require(plain.json == written, "\(place)\n\(writer.story.suffix(8))")
        try #require(reader.position == durable.position && feed.position == durable.position, "\(place)")
        // One that was away, and kept the position as a text.
        if random.below(5) == 0 {
          let position = feed.position.flatMap { ChangePosition($0.description) }
          feed = FeedReader("/d/odd.json", after: position, limit: 1 << 30, in: writer.disk)
        }
      }
      #expect(changes > 20)
      withExtendedLifetime(token) {}
    }
  }

  @Test("A feed delivers a value chosen in undo(only:) as the state encodes it")
  func chosen() throws {
    for (choice, weight) in [(PlainValue.integer(7), 7.0), (nil, 1.0)] as [(PlainValue?, Double)] {
      let disk = SimulatedDisk()
      let writer = try openShelf(on: disk)
      try writer.store.send(.add("A"))
      var (feed, plain) = (FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk), PlainValue.null)
      try writer.store.send(.weigh(1, 2))
      try writer.store.send(.weigh(1, 3), as: "agent")
      let slip = try #require(writer.store.timeline.undoPath.dropFirst().first)
      try writer.store.undo(only: slip.id) { _ in .value(choice) }
      #expect(writer.store.state.books[1]?.weight == weight)
      try writer.store.send(.weigh(1, 5))
      while case let items = try feed.next(1), !items.isEmpty {
        for case .state(let state, _) in items { plain = state }
        for case .change(let change) in items { try plain.apply(change.patch) }
      }
      #expect(try plain.json == PlainValue(of: writer.store.state).json)
    }
  }

  @Test("A follower over its memory limit throws and stays; a follower with a higher limit goes on")
  func limits() throws {
    let disk = SimulatedDisk()
    let writer = try openShelf(on: disk)
    try writer.store.send(.add("A"))
    let (small, large) = (
      try openShelf(on: disk) { ($0.access, $0.memoryLimit, $0.sizeLimit) = (.reading, 100_000, 100_000) },
      try openShelf(on: disk) { $0.access = .reading }
    )
    var feed = FeedReader("/d/shelf.json", after: nil, limit: 100_000, in: disk)
    while case let items = try feed.next(8), !items.isEmpty {}
    let known = feed.position
    try writer.store.send(.add("B"))
    try writer.store.send(.rename(1, String(repeating: "long ", count: 400_000)))
    try writer.store.send(.add("C"))
    // The long title is read together with the change before it.
    for _ in 0..<3 {
      #expect(throws: LogError.self) { try small.catchUp() }
      #expect(small.store.state.books.map(\.value.title) == ["A"])
    }
    for _ in 0..<2 {
      #expect(throws: LogError.self) { while case let items = try feed.next(8), !items.isEmpty {} }
    }
    #expect(feed.position == known)
    #expect(try large.catchUp() == .changes(3) && large.position == writer.position)
    // It becomes short again, and the files do.
    try writer.store.send(.rename(1, "short"))
    try writer.forgetHistory()
    try writer.flush()
    #expect(try small.catchUp() != .nothing)
    #expect(small.store.state.isWritten(as: writer.store.state) && small.position == writer.position)
    while case let items = try feed.next(8), !items.isEmpty {}
    #expect(feed.position == writer.position)
  }
}
