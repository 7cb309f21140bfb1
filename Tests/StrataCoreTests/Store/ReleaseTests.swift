import StrataCore
import TestSupport
import Testing

@testable import StrataCore

/// Something in a state that calls when it is released.
private final class Bell: Equatable, Sendable {
  let number: Int
  private let ring: @Sendable (Int) -> Void

  init(_ number: Int, _ ring: @escaping @Sendable (Int) -> Void) {
    (self.number, self.ring) = (number, ring)
  }

  deinit { ring(number) }

  static func == (left: Bell, right: Bell) -> Bool { left === right }
}

private struct Tower: Reducible {
  var bell: Bell?
  var page = 0

  enum Action: Sendable {
    case hang(Bell)
    case swing(Bell)
    case turn
    case fail(Bell)
  }

  struct Fallen: Error {}

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .hang(let bell), .swing(let bell): self.bell = bell
    case .turn: page += 1
    case .fail(let bell):
      self.bell = bell
      throw Fallen()
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .hang, .fail: .step("Hang")
    case .swing: .merge("Swing", key: "swing", within: .seconds(1_000_000))
    case .turn: .untracked
    }
  }
}

/// A state in which the bell goes along with undo.
private struct Belfry: Reducible {
  var page = 0
  var bell: Bell?

  enum Action: Sendable {
    case turn
    case hang(Bell)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .turn: page += 1
    case .hang(let bell): self.bell = bell
    }
  }

  func recording(of action: Action) -> Recording {
    if case .hang = action { .untracked } else { .step("Turn") }
  }
}

@Suite("Values that a store releases", .timeLimit(.minutes(30)))
struct ReleaseTests {
  private let rung = Heard<Int>()
  private let store = Store(Tower(), undoing: \.bell)

  /// A bell that, when it is released, reads the store, asks for everything there is to ask, and sends to it.
  private func bell(_ number: Int) -> Bell {
    let (store, rung) = (store, rung)
    return Bell(number) { [weak store] number in
      guard let store else { return }
      _ = store.state.page
      _ = store.timeline.count
      _ = store.historyStatus
      _ = store.observe { _ in }
      do { try store.send(.turn) } catch { #expect(error as? StoreError == .busy) }
      rung.add(number)
    }
  }

  @Test("An evicted moment is released outside the lock, and may send to the store")
  func evicted() throws {
    try store.keep(steps: 2)
    for number in 1...6 { try store.send(.hang(bell(number))) }
    #expect(rung.all == [1, 2, 3])
    #expect(store.state.page == 3, "each sent an action when it went")
  }

  @Test("A limit that is lowered releases outside the lock")
  func limit() throws {
    for number in 1...5 { try store.send(.hang(bell(number))) }
    try store.keep(steps: 0)
    #expect(rung.all.sorted() == [1, 2, 3, 4])
    #expect(store.state.page == 4)
  }

  @Test("The state that a merge takes the place of is released outside the lock")
  func merged() throws {
    for number in 1...4 { try store.send(.swing(bell(number))) }
    #expect(rung.all == [1, 2, 3])
    #expect(store.timeline.undoCount == 1)
  }

  @Test("Loading releases a whole history outside the lock")
  func load() throws {
    let scope = try store.undoScope(\.bell)
    for number in 1...4 { try store.send(.hang(bell(number))) }
    try store.load(Tower())
    #expect(rung.all.sorted() == [1, 2, 3, 4])
    scope.close()
  }

  @Test("A scope that closes releases its history outside the lock")
  func scope() throws {
    try store.keep(steps: 0)
    let scope = try store.undoScope(\.bell)
    for number in 1...4 { try store.send(.hang(bell(number))) }
    #expect(rung.all == [])
    scope.close()
    #expect(rung.all.sorted() == [1, 2, 3])
  }

  @Test("A value made by a reducer that throws is released, and may read the store")
  func failed() {
    #expect(throws: Tower.Fallen.self) { try store.send(.fail(bell(1))) }
    #expect(rung.all == [1])
    #expect(store.state.bell == nil)
  }

  @Test("A change that the hook refuses is released, and may read the store")
  func refused() throws {
    try store.keep(steps: 0)
    try store.send(.hang(bell(1)))
    try store.willCommit { transition in
      if transition.after.bell?.number == 2 { throw Tower.Fallen() }
    }
    #expect(throws: Tower.Fallen.self) { try store.send(.hang(bell(2))) }
    #expect(rung.all == [2])
    #expect(store.state.bell?.number == 1)
  }

  @Test("A store that is released takes its history along, on a small stack")
  func wholeStore() throws {
    let rung = rung
    try onSmallStack {
      let store = Store(Tower(), undoing: \.bell)
      for number in 1...1_000 { try? store.send(.hang(Bell(number) { rung.add($0) })) }
    }
    #expect(rung.all.count == 1_000)
  }

  /// A state whose page is computed, by code that calls out.
  private struct Bound: Reducible {
    var leaves = 0
    var onTurn: (@Sendable () -> Void)?

    var page: Int {
      get { leaves / 2 }
      set {
        onTurn?()
        leaves = 2 * newValue
      }
    }

    static func == (left: Bound, right: Bound) -> Bool { left.leaves == right.leaves }
    mutating func reduce(_ action: Int) { leaves = 2 * action }
    func recording(of action: Int) -> Recording { .step("Turn") }
  }

  @Test("A part that undo covers may be computed by code that reads the store")
  func computed() throws {
    let seen = Guarded<[Int]>([])
    let place = Guarded<Store<Bound>?>(nil)
    let initial = Bound(onTurn: {
      guard let store = place.withLock({ $0 }) else { return }
      let page = store.state.page
      seen.withLock { $0.append(page) }
    })
    let store = Store(initial, undoing: \.page, keeping: .unpacked)
    place.withLock { $0 = store }
    defer { place.withLock { $0 = nil } }
    for page in 1...3 { try store.send(page) }
    // A debug build sets the property to its own value, too, after the first changes.
    seen.withLock { $0 = [] }
    try store.undo()
    try store.jump(to: store.timeline.ids[0])
    try store.redo()
    #expect(store.state.page == 1 && seen.withLock { $0 } == [3, 2, 0])
  }

  @Test("A value that undo releases may send to the store, without any observer, hook or scope")
  func unseenMovement() throws {
    let (store, rung) = (Store(Belfry(), undoing: \.page, restoring: \.bell), rung)
    try store.send(.turn)
    try store.send(
      .hang(
        Bell(1) { number in
          do {
            try store.send(.turn)
            rung.add(number)
          } catch {
            rung.add(-1)
          }
        }
      )
    )
    try store.undo()
    #expect(rung.all == [1])
    #expect(store.state.page == 1 && store.state.bell == nil)
    try store.undo()
    #expect(store.state.page == 0)
  }
}
