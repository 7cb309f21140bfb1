import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Those who follow, where what they read is damaged, cut off, large, or of another app")
struct FollowingTroubleTests {
  private static let log = "shelf.json.log"

  /// A writer, and what it had at each moment: a store and a feed that follow may have any of that, and nothing else.
  private struct Life {
    let disk = SimulatedDisk()
    private var open: DurableStore<Shelf>?
    private(set) var states: Set<[UInt8]> = []

    init() throws {
      open = try openShelf(on: disk)
      try remember()
    }

    var writer: DurableStore<Shelf> { get throws { try #require(open) } }

    /// The writer has died, and another one comes.
    mutating func restart() throws {
      open = nil
      open = try openShelf(on: disk)
    }

    mutating func send(_ action: Shelf.Action) throws {
      try writer.store.send(action)
      try remember()
    }

    private mutating func remember() throws {
      states.insert(try PlainValue(of: writer.store.state).json)
    }

    func bytes() throws -> [UInt8] { try #require(disk.image.bytes(of: "/d/" + FollowingTroubleTests.log)) }
  }

  /// Those who follow.
  private struct Followers {
    let store: DurableStore<Shelf>
    private var feed: FeedReader
    private var state: PlainValue?

    init(_ disk: SimulatedDisk) throws {
      store = try openShelf(on: disk) { $0.access = .reading }
      feed = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk)
    }

    /// Lets both look until there is nothing new; what they throw has to be declared.
    ///
    /// - Returns: Whether nothing was thrown.
    mutating func look(_ life: Life, _ place: String) throws -> Bool {
      var isWell = true
      do {
        try store.catchUp()
      } catch {
        isWell = false
        #expect(error is StateFileError || error is LogError, "\(place): \(error)")
      }
      do {
        while case let items = try feed.next(3), !items.isEmpty {
          for item in items {
            switch item {
            case .state(let plain, _): state = plain
            case .change(let change):
              try #require(state != nil, "\(place): a change, and no state before it")
              try state?.apply(change.patch)
            }
          }
        }
      } catch {
        isWell = false
        #expect(error is StateFileError || error is LogError, "\(place): \(error)")
      }
      let has = try PlainValue(of: store.store.state).json
      #expect(life.states.contains(has), "\(place): the store has what the writer never had")
      if let told = state?.json {
        #expect(life.states.contains(told), "\(place): the feed tells what the writer never had")
      }
      return isWell
    }

    func hasAll(_ life: Life) throws -> Bool {
      let writer = try life.writer
      return try store.position == writer.position && Remembered(store.store) == Remembered(writer.store)
        && state?.json == PlainValue(of: writer.store.state).json && feed.position == writer.position
    }
  }

  @Test(
    "Each byte of the log in turn is another one: never a state that the writer had not, and all once it is mended",
    arguments: [false, true]
  )
  func damaged(isSeen: Bool) throws {
    var life = try Life()
    for title in ["A", "B"] { try life.send(.add(title)) }
    let before = try life.bytes()
    for title in ["C", "D"] { try life.send(.add(title)) }
    let after = try life.bytes()
    var unread = 0
    for place in stride(from: 0, to: after.count, by: Soak.isOn ? 1 : 31) {
      life.disk.overwrite(Self.log) { $0 = before }
      var followers = try Followers(life.disk)
      if isSeen { #expect(try followers.look(life, "the beginning")) }
      for flip in [1, 0x80] as [UInt8] {
        life.disk.overwrite(Self.log) {
          $0 = after
          $0[place] ^= flip
        }
        if try !followers.look(life, "byte \(place)") { unread += 1 }
      }
      life.disk.overwrite(Self.log) { $0 = after }
      #expect(try followers.look(life, "byte \(place)"))
      #expect(try followers.hasAll(life), "byte \(place)")
    }
    #expect(unread > 0)
  }

  @Test("A torn line is no damage to a feed, and the feed goes on with the next writer")
  func tornLine() throws {
    for isBegun in [false, true] {
      var life = try Life()
      try life.send(.add("A"))
      let before = try life.bytes()
      var feed = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: life.disk)
      while case let items = try feed.next(8), !items.isEmpty {}
      let position = feed.position
      try life.send(.add("B"))
      let line = try life.bytes().dropFirst(before.count)
      let whole = isBegun ? line.count / 2 : 0
      life.disk.overwrite(Self.log) {
        $0 = before + line.prefix(whole) + [UInt8](repeating: 0, count: line.count - whole)
      }
      #expect(try feed.next(8).isEmpty && feed.position == position, "\(isBegun)")
      try life.restart()
      try life.send(.add("C"))
      #expect(try feed.next(8).count == 1 && feed.position == life.writer.position, "\(isBegun)")
    }
  }

  @Test("A feed says once that a line is damaged, and goes on as soon as the state file has more")
  func damagedLine() throws {
    var life = try Life()
    for title in ["A", "B"] { try life.send(.add(title)) }
    let place = try life.bytes().count
    var feed = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: life.disk)
    while case let items = try feed.next(8), !items.isEmpty {}
    try life.send(.add("C"))
    life.disk.overwrite(Self.log) { $0[place + 30] ^= 1 }
    do {
      _ = try feed.next(8)
      Issue.record("a damaged line was told")
    } catch LogError.corrupt(_, let offset, _) {
      #expect(offset == place)
    }
    #expect(try feed.next(8).isEmpty)
    try life.writer.flush()
    let items = try feed.next(8)
    guard case .state(let state, let told)? = items.first else {
      Issue.record("\(items)")
      return
    }
    let position = try life.writer.position
    #expect(told.reason == .behind && told.position == position)
    #expect(try state.json == PlainValue(of: life.writer.store.state).json)
    try life.send(.add("D"))
    #expect(try feed.next(8).count == 1 && feed.position == life.writer.position)
  }

  @Test(
    "A large change that is being written, or that a kill has cut off: nothing of it is told; the next one is"
  )
  func large() throws {
    var life = try Life()
    try life.send(.add("A"))
    let before = try life.bytes()
    // A line is read in blocks, and a change of this length goes over many.
    try life.send(.add(String(repeating: "a long tale, ", count: Soak.isOn ? 400_000 : 40_000)))
    let whole = try life.bytes()
    life.disk.overwrite(Self.log) { $0 = before }
    var followers = try Followers(life.disk)
    var cuts = Array(stride(from: before.count, to: whole.count, by: 65_536))
    cuts += cuts.flatMap { [$0 - 1, $0 + 1] } + [whole.count - 2, whole.count - 1]
    for cut in cuts.sorted() where cut > before.count {
      life.disk.overwrite(Self.log) { $0 = Array(whole[..<cut]) }
      #expect(try followers.look(life, "\(cut) bytes"))
      #expect(followers.store.store.state.books.count == 1, "\(cut) bytes of \(whole.count)")
    }
    life.disk.overwrite(Self.log) { $0 = whole }
    #expect(try followers.look(life, "the whole"))
    #expect(try followers.hasAll(life))

    // The process ended in the middle of it: the one that comes after it goes on from what was there before.
    life.disk.overwrite(Self.log) { $0 = Array(whole[..<(whole.count / 2)]) }
    var late = try Followers(life.disk)
    #expect(try late.look(life, "half a line"))
    try life.restart()
    #expect(try life.writer.store.state.books.count == 1)
    try life.send(.rename(1, "a"))
    #expect(try followers.look(life, "cut off"))
    #expect(try late.look(life, "cut off"))
    #expect(try followers.hasAll(life))
    #expect(try late.hasAll(life))
  }

  @Test("A document that is a folder is followed like any other, and from before it is there")
  func folder() throws {
    let disk = SimulatedDisk()
    func reader() throws -> DurableStore<Shelf> {
      try openShelf(on: disk, at: "/d/doc") { ($0.isFolder, $0.access) = (true, .reading) }
    }
    let early = try reader()
    #expect(try early.catchUp() == .nothing)
    let writer = try openShelf(on: disk, at: "/d/doc") { $0.isFolder = true }
    try writer.store.send(.add("A"))
    let late = try reader()
    var feed = FeedReader("/d/doc", after: nil, limit: 1 << 30, in: disk)
    var plain = PlainValue.null
    for title in ["B", "C"] {
      try writer.store.send(.add(title))
      try writer.flush()
      for follower in [early, late] {
        #expect(try follower.catchUp() != .nothing)
        #expect(
          Remembered(follower.store) == Remembered(writer.store) && follower.position == writer.position
        )
      }
      while case let items = try feed.next(2), !items.isEmpty {
        for case .state(let state, _) in items { plain = state }
        for case .change(let change) in items { try plain.apply(change.patch) }
      }
      #expect(try plain.json == PlainValue(of: writer.store.state).json && feed.position == writer.position)
    }
  }

  @Test(
    "A reader of an older app says that it does not know what a newer one writes, and stays; one of a newer app goes on"
  )
  func otherApps() throws {
    let disk = SimulatedDisk()
    func open<V: Version>(_: V.Type, _ access: OpeningOptions.Access = .writing) throws -> DurableStore<
      Rated<V>
    > {
      var options = OpeningOptions()
      options.access = access
      options.pacing = AutosavePacing(delay: .seconds(1_000_000))
      return try DurableStore(
        at: "/d/note.json",
        undoing: try UndonePart(\Rated<V>.self),
        startingWith: Rated(),
        options: options,
        in: disk
      )
    }
    var old: DurableStore<Rated<Older>>? = try open(Older.self)
    try old?.store.send(.write("one"))
    let (older, newer) = (try open(Older.self, .reading), try open(Newer.self, .reading))
    var feed = FeedReader("/d/note.json", after: nil, limit: 1 << 30, in: disk)
    var plain = PlainValue.null
    func tell() throws {
      while case let items = try feed.next(2), !items.isEmpty {
        for case .state(let state, _) in items { plain = state }
        for case .change(let change) in items { try plain.apply(change.patch) }
      }
    }
    try old?.store.send(.write("two"))
    #expect(try newer.catchUp() != .nothing)
    #expect(newer.store.state.text == "two" && newer.store.state.stars == 0)
    #expect(try older.catchUp() == .changes(1))
    try tell()
    try old?.close()
    old = nil

    let new = try open(Newer.self)
    try new.store.send(.write("three"))
    _ = try? older.catchUp()
    try new.store.send(.rate(5))
    for _ in 0..<2 {
      #expect(throws: (any Error).self) { try older.catchUp() }
      do { try older.catchUp() } catch { #expect(error is StateFileError || error is LogError, "\(error)") }
      #expect(["two", "three"].contains(older.store.state.text))
    }
    #expect(try newer.catchUp() != .nothing)
    #expect(newer.store.state.isWritten(as: new.store.state) && newer.store.state.stars == 5)
    #expect(newer.store.timeline.ids == new.store.timeline.ids && newer.position == new.position)
    try tell()
    #expect(try plain.json == PlainValue(of: new.store.state).json && feed.position == new.position)
  }
}

private protocol Version { static var isNewer: Bool { get } }
private enum Older: Version { static var isNewer: Bool { false } }
private enum Newer: Version { static var isNewer: Bool { true } }

/// A state of which the newer app has a field more.
private struct Rated<V: Version>: Reducible, Described {
  var text = ""
  var stars = 0

  enum Action: Sendable { case write(String), rate(Int) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .write(let text): self.text = text
    case .rate(let stars): self.stars = stars
    }
  }

  static func describe(_ field: inout Fields<Rated>) {
    field("text", \.text)
    if V.isNewer { field("stars", \.stars) } else { field.derived("stars") }
  }
}
