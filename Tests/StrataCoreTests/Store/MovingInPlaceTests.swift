import PersistentCollections
import Testing

@testable import StrataCore

@Suite("The place in memory of a state that moves through its history")
struct MovingInPlaceTests {
  private struct Sheet: Reducible {
    var text = ""
    var lines: PersistentArray<String> = []
    var cursor = 0
    var others = 0

    mutating func reduce(_ action: String) {
      text += action
      lines.append(action)
      cursor = text.count
      others += 1
    }

    func recording(of action: String) -> Recording { .step("Write") }
  }

  private func place(in store: Store<Sheet>) -> UnsafeMutableRawPointer {
    store.core.withLock { $0.version.address.address }
  }

  private var stores: [Store<Sheet>] {
    [
      Store(Sheet(), undoing: \.text),
      Store(Sheet(), undoing: \.text, restoring: \.cursor),
      Store(Sheet(), undoing: \.text, \.lines),
      Store(Sheet(), undoing: \.text, \.lines, restoring: \.cursor),
    ]
  }

  @Test("It stays where it is when it is not held elsewhere, and what undo does not cover stays in it")
  func alone() throws {
    for (index, store) in stores.enumerated() {
      for letter in ["a", "b", "c"] { try store.send(letter) }
      let start = store.timeline.ids[1]
      let place = place(in: store)
      try store.undo()
      #expect(store.state.text == "ab" && store.state.others == 3)
      try store.undo()
      try store.redo()
      #expect(store.state.text == "ab" && store.state.cursor == (index % 2 == 1 ? 2 : 3))
      try store.jump(to: start)
      #expect(store.state.text == "a" && store.state.lines.count == (index < 2 ? 3 : 1))
      #expect(self.place(in: store) == place && store.revision == 7)
    }
  }

  @Test("undo leaves a held state as it was, and makes the present state at a new place")
  func held() throws {
    for store in stores {
      let seen = Guarded<Store<Sheet>.Transition?>(nil)
      let token = store.observe { transition in seen.withLock { $0 = transition } }
      try store.send("a")
      try store.send("b")
      token.cancel()
      let place = place(in: store)
      try store.undo()
      #expect(self.place(in: store) != place && store.state.text == "a")
      #expect(seen.withLock { $0?.after.text } == "ab")
      seen.withLock { $0 = nil }
      let next = self.place(in: store)
      try store.redo()
      #expect(self.place(in: store) == next && store.state.text == "ab")
    }
  }
  /// A number, and what reads as one and runs a hook.
  private struct Watched: Reducible {
    static let hook = Guarded<(@Sendable () -> Void)?>(nil)
    var count = 0

    var mirror: Int {
      get {
        Self.hook.withLock { $0 }?()
        return count
      }
      set { count = newValue }
    }

    mutating func reduce(_ action: Int) { count += action }
    func recording(of action: Int) -> Recording { .step("Count") }
  }

  @Test("A scope that is being opened is opened where the state stays until it is open")
  func opening() throws {
    let store = Store(Watched(), undoing: \.count)
    try store.send(1)
    let refused = Heard<Bool>()
    Watched.hook.withLock { hook in
      hook = {
        do { try store.undo() } catch { refused.add(error as? StoreError == .busy) }
      }
    }
    let scope = try store.undoScope(\.mirror)
    Watched.hook.withLock { $0 = nil }
    #expect(!refused.all.isEmpty && refused.all.allSatisfy { $0 })
    #expect(store.state.count == 1 && scope.canUndo == false)
  }
}
