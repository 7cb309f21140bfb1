import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// A described state: a shelf of titles, with a place that is looked at.
private struct Library: Reducible, Codable, Described {
  var shelf = Shelf()
  var page = 0

  struct Shelf: Codable, Equatable, Described {
    var titles: PersistentMap<Int, String> = [:]
    var order: PersistentArray<Int> = []
    var seal = Seal()

    static func describe(_ field: inout Fields<Shelf>) {
      field("titles", \.titles)
      field("order", \.order)
      field("seal", \.seal)
    }
  }

  enum Action: Sendable {
    case put(Int, String)
    /// Puts the next letter of a title, as typing does; merged for each title.
    case type(Int, String)
    case take(Int)
    case seal(Int)
    case turn(Int)
  }

  static func describe(_ field: inout Fields<Library>) {
    field("shelf", \.shelf)
    field("page", \.page)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .put(let id, let title), .type(let id, let title):
      if shelf.titles.updateValue(title, forKey: id) == nil { shelf.order.append(id) }
    case .take(let id):
      shelf.titles[id] = nil
      if let place = shelf.order.firstIndex(of: id) { shelf.order.remove(at: place) }
    case .seal(let number): shelf.seal = Seal(number: number)
    case .turn(let page): self.page = page
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .turn: .untracked
    case .type(let id, _): .merge("Type", key: "\(id)", within: .seconds(1_000_000))
    case .put, .take, .seal: .step("Step")
    }
  }
}

/// A leaf that writes and reads itself, or refuses to.
private struct Seal: DescribedLeaf, Equatable {
  var number = 0

  struct Refused: Error {}
  /// Refuses to be written.
  static let unwritable = -1
  /// Is written, and refuses to be read.
  static let unreadable = -2
  /// Is called whenever a seal is written or read.
  static let onCoding = Guarded<(@Sendable () -> Void)?>(nil)

  init(number: Int = 0) { self.number = number }

  init(from decoder: any Decoder) throws {
    Self.onCoding.withLock { $0 }?()
    number = try decoder.singleValueContainer().decode(Int.self)
    if number == Self.unreadable { throw Refused() }
  }

  func encode(to encoder: any Encoder) throws {
    Self.onCoding.withLock { $0 }?()
    if number == Self.unwritable { throw Refused() }
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Store {
  /// The moments of which only the step is left.
  fileprivate var packedMoments: Int {
    let timeline = self.timeline
    return timeline.ids.count { timeline.snapshot(at: $0) == nil }
  }
}

@Suite("A store with an attic", .serialized)
struct AtticTests {
  private func filled(_ steps: Int, _ keeping: Keeping) throws
    -> (Store<Library>, [Library.Shelf])
  {
    let store = Store(Library(), undoing: \.shelf, keeping: keeping)
    var random = SplitMix64(seed: 3)
    var states = [store.state.shelf]
    for number in 0..<steps {
      let id = random.below(20)
      let isTaken = random.below(4) == 0 && store.state.shelf.titles[id] != nil
      try store.send(isTaken ? .take(id) : .put(id, "A title of more than fifteen bytes, \(number)"))
      states.append(store.state.shelf)
    }
    return (store, states)
  }

  @Test("Undo, redo and jumps bring back what was, however old it is")
  func movements() throws {
    let (store, states) = try filled(300, Keeping(snapshots: 5, pageSize: 1))
    // The five before the newest stay, the one that the next step packs, and the oldest.
    #expect(store.packedMoments == 293)
    for number in states.indices.reversed() {
      #expect(store.state.shelf == states[number])
      if number > 0 { try store.undo() }
    }
    for state in states.dropFirst() {
      try store.redo()
      #expect(store.state.shelf == state)
    }
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let number = random.below(states.count)
      try store.jump(to: Moment.ID(raw: UInt32(number)))
      #expect(store.state.shelf == states[number])
    }
    #expect(store.timeline.brokenInvariants == [])
  }

  @Test("Going through the attic leaves nothing behind in it")
  func nothingLeftBehind() throws {
    let (store, _) = try filled(300, Keeping(snapshots: 5, pageSize: 1))
    let packed = store.packedMoments
    let last = store.timeline.present.id
    for _ in 0..<100 { try store.undo() }
    try store.jump(to: Moment.ID(raw: 33))
    try store.jump(to: last)
    #expect(store.packedMoments - packed == 1, "one more had become old")
  }

  @Test("Kept moments stay reachable after the moments before them are evicted")
  func eviction() throws {
    let (store, states) = try filled(300, Keeping(steps: 70, snapshots: 3, pageSize: 1))
    #expect(store.timeline.count == 71)
    for id in store.timeline.ids { #expect(store.state(at: id)?.shelf == states[id.number]) }
    // A branch from a moment that has no snapshot above it, and none below.
    try store.keep(steps: 100)
    try store.jump(to: Moment.ID(raw: 240))
    var branch: [(Moment.ID, Library.Shelf)] = []
    for number in 0..<8 {
      try store.send(.put(number, "Branch"))
      branch.append((store.timeline.present.id, store.state.shelf))
    }
    try store.jump(to: Moment.ID(raw: 300))
    for number in 0..<10 { try store.send(.put(number, "On the line")) }
    for (id, _) in branch { #expect(store.timeline.snapshot(at: id) == nil) }
    for (id, shelf) in branch { #expect(store.state(at: id)?.shelf == shelf) }
    try store.keep(steps: 20)
    #expect(store.keeping.steps == 20)
    for id in store.timeline.ids where id.number <= 300 {
      #expect(store.state(at: id)?.shelf == states[id.number])
    }
    #expect(store.timeline.brokenInvariants == [])
  }

  @Test("A step from the end of a branch that is packed with this very step: both ends of it are known")
  func packedPresent() throws {
    for size in [1, 2] {
      let keeping = Keeping(snapshots: 0, pageSize: size)
      let store = Store(Library(), undoing: \.shelf, keeping: keeping)
      for number in 0..<5 { try store.send(.put(number, "\(number)")) }
      let (tip, there) = (store.timeline.present.id, store.state)
      try store.undo()
      try store.send(.put(6, "6"))
      try store.jump(to: tip)
      for number in 7..<12 {
        try store.send(.put(number, "\(number)"))
        #expect(store.timeline.brokenInvariants == [], "\(size)")
      }
      try store.jump(to: tip)
      #expect(store.state.shelf == there.shelf)
    }
  }

  @Test("A restored part comes back from the attic")
  func restored() throws {
    let store = Store(
      Library(),
      undoing: \.shelf,
      restoring: \.page,
      keeping: Keeping(snapshots: 0, pageSize: 1)
    )
    for number in 1...60 {
      try store.transaction("Turn and put") { draft in
        try draft.send(.turn(number))
        try draft.send(.put(number, "Title"))
      }
    }
    try store.send(.turn(1_000))
    for number in (1...60).reversed() {
      try store.undo()
      #expect(store.state.page == number - 1)
    }
    for number in 1...60 {
      try store.redo()
      #expect(store.state.page == number)
    }
  }

  @Test("A scope has an attic of its own, where its store has one")
  func scope() throws {
    let store = Store(
      Library(),
      undoing: \.shelf,
      keeping: Keeping(snapshots: 1, pageSize: 1)
    )
    let scope = try store.undoScope(\.shelf.titles)
    for number in 0..<50 { try store.send(.put(number, "Title \(number)")) }
    let timeline = try #require(scope.timeline)
    #expect(timeline.ids.count { timeline.snapshot(at: $0) == nil } > 30)
    for number in (0..<50).reversed() {
      try scope.undo()
      #expect(store.state.shelf.titles.count == number)
    }
    try store.undo()
    #expect(store.state.shelf.titles.count == 1)
    #expect(scope.timeline?.brokenInvariants == [])
  }

  @Test("A value that refuses to be written stays as it is, and everything around it can be reached")
  func unwritable() throws {
    let store = Store(
      Library(),
      undoing: \.shelf,
      keeping: Keeping(snapshots: 1, pageSize: 1)
    )
    var states = [store.state.shelf]
    for number in 1...40 {
      try store.send(
        number % 10 == 5 ? .seal(Seal.unwritable) : number % 10 == 6 ? .seal(number) : .put(number, "T")
      )
      states.append(store.state.shelf)
    }
    #expect(store.timeline.brokenInvariants == [])
    for id in store.timeline.ids { #expect(store.state(at: id)?.shelf == states[id.number]) }
    #expect(store.packedMoments > 15)
    for state in states.dropLast().reversed() {
      try store.undo()
      #expect(store.state.shelf == state)
    }
  }

  @Test("A value that could not be read again stays as it is, and every moment can be reached")
  func unreadable() throws {
    let store = Store(
      Library(),
      undoing: \.shelf,
      keeping: Keeping(snapshots: 0, pageSize: 1)
    )
    var states = [store.state.shelf]
    func send(_ action: Library.Action) throws {
      try store.send(action)
      states.append(store.state.shelf)
    }
    try send(.put(1, "Title"))
    try send(.seal(Seal.unreadable))
    for number in 0..<9 { try send(.seal(number)) }
    for id in store.timeline.ids { #expect(store.state(at: id)?.shelf == states[id.number]) }
    for state in states.dropLast().reversed() {
      try store.undo()
      #expect(store.state.shelf == state)
    }
  }

  @Test("Values are written and read while others may use the store", .timeLimit(.minutes(30)))
  func codingOutsideTheLock() throws {
    let store = Store(
      Library(),
      undoing: \.shelf,
      keeping: Keeping(snapshots: 0, pageSize: 1)
    )
    let calls = Guarded(0)
    Seal.onCoding.withLock {
      $0 = { [weak store] in
        _ = store?.state
        _ = store?.timeline
        calls.withLock { $0 += 1 }
      }
    }
    defer { Seal.onCoding.withLock { $0 = nil } }
    for number in 0..<20 { try store.send(.seal(number)) }
    #expect(calls.withLock { $0 } > 0)
    try store.jump(to: Moment.ID(raw: 4))
    try store.undo()
    #expect(store.state.shelf.seal.number == 3)
  }

  @Test("A step that is merged into is packed when it is left, once")
  func merging() throws {
    let store = Store(
      Library(),
      undoing: \.shelf,
      keeping: Keeping(snapshots: 0, pageSize: 1)
    )
    for number in 1...10 {
      for text in ["a", "ab", "abc"] { try store.send(.type(number, text)) }
    }
    #expect(store.timeline.count == 11)
    #expect(store.packedMoments == 9)
    #expect(store.timeline.brokenInvariants == [])
    for number in (1...10).reversed() {
      #expect(store.state.shelf.titles[number] == "abc")
      try store.undo()
      #expect(store.state.shelf.titles[number] == nil)
    }
  }

  @Test("A transition says what it changed, whether the attic has found that out already or not")
  func patches() throws {
    for keeping in [.unpacked, Keeping(snapshots: 0, pageSize: 1), Keeping.all] {
      let store = Store(Library(), undoing: \.shelf, keeping: keeping)
      let (heard, wrong) = (Heard<Int>(), Heard<String>())
      let token = store.observe { transition in
        do {
          let (patch, before, after) = (try transition.patch, transition.before, transition.after)
          let again = try before.applying(patch)
          let isRight = again.shelf == after.shelf && again.page == after.page
          if try !isRight || patch != Patch(from: before, to: after) {
            wrong.add("\(transition.cause): \(patch)")
          }
          heard.add(patch.changes.count)
        } catch {
          wrong.add("\(error)")
        }
      }
      for number in 1...4 { for text in ["a", "ab"] { try store.send(.type(number, text)) } }
      try store.send(.turn(3))
      try store.transaction("Both") { draft in
        try draft.send(.take(2))
        try draft.send(.turn(7))
      }
      for _ in 0..<3 { try store.undo() }
      try store.redo()
      try store.jump(to: store.timeline.oldest.id)
      try store.load(Library())
      #expect(wrong.all == [])
      // A letter is a title and a place in the order, then a title; a page is a page.
      #expect(heard.all.prefix(9) == [2, 1, 2, 1, 2, 1, 2, 1, 1])
      token.cancel()
    }
  }

  @Test("A history that is loaded anew has an attic again")
  func loading() throws {
    let (store, _) = try filled(50, Keeping(snapshots: 2, pageSize: 1))
    try store.load(Library())
    #expect(store.packedMoments == 0)
    for number in 0..<50 { try store.send(.put(number, "Title")) }
    #expect(store.packedMoments == 46)
  }

  @Test("The steps of the page that undo is in stay at hand, and those of no other one")
  func openedPage() throws {
    let (store, _) = try filled(200, Keeping(snapshots: 2, pageSize: 32))
    var pages: [UInt32] = []
    let bytes = try #require(store.historyBytes)
    for _ in 0..<100 {
      try store.undo()
      guard let opened = store.timeline.pages.opened else { continue }
      #expect(opened.page === store.timeline.pages.packedPage(of: store.timeline.presentID))
      if pages.last != opened.page.first { pages.append(opened.page.first) }
      #expect(store.historyBytes ?? 0 > bytes)
    }
    #expect(pages.count == 3)
    let timeline = store.timeline
    try store.redo()
    #expect(store.timeline.pages.opened?.page === timeline.pages.opened?.page)
    try store.send(.put(1_000, "New"))
    #expect(store.timeline.pages.opened == nil)
    try store.undo()
    #expect(store.timeline.pages.opened != nil)
    try store.jump(to: timeline.oldest.id)
    #expect(store.timeline.pages.opened == nil)
  }

  /// A million takes a release build: ask for it with STRATA_SOAK=1.
  @Test("A deep attic is made, walked, trimmed and released on a small stack")
  func depth() throws {
    let steps = Soak.times(10_000)
    try onSmallStack {
      let store = Store(Library(), keeping: Keeping.all)
      for number in 0..<steps { try? store.send(.put(number % 100, "Title \(number)")) }
      #expect(store.timeline.count == steps + 1)
      #expect(store.packedMoments > steps - 100)
      for number in stride(from: 1, to: steps, by: steps / 100) {
        try? store.jump(to: Moment.ID(raw: UInt32(number)))
        #expect(store.state.shelf.titles[(number - 1) % 100] == "Title \(number - 1)")
      }
      let timeline = store.timeline
      try? store.jump(to: timeline.newestID)
      #expect(store.timeline.undoPath.reduce(0) { count, _ in count + 1 } == steps)
      #expect(timeline.lines.count >= steps + 1)
      // All the way back where it is asked for, else a few snapshots far.
      let walked = Soak.isOn ? steps : 600
      for _ in 0..<walked { try? store.undo() }
      #expect(store.timeline.redoPath.count == walked)
      let last = steps - walked - 1
      #expect(store.state.shelf.titles[last % 100] == (last < 0 ? nil : "Title \(last)"))
      #expect(store.historyBytes ?? 0 > steps * 5)
      #expect(throws: Never.self) { try store.keep(steps: 10) }
      #expect(store.timeline.count == 11)
    }
  }
}
