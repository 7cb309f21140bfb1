import Dispatch
import StrataCore
import TestSupport
import Testing

@Suite("Observers of a store")
struct ObservationTests {
  let store = Store(Ledger(), undoing: \.book)

  @Test("An observer hears of every change once, with what brought it about")
  func transitions() throws {
    let heard = Heard<String>()
    let token = store.observe { transition in
      let cause =
        switch transition.cause {
        case .action: "action"
        case .transaction: "transaction"
        case .undo: "undo"
        case .switching(let id): "taking back \(id)"
        case .merge(let id): "merging \(id)"
        case .redo: "redo"
        case .jump: "jump"
        case .scope: "scope"
        case .load: "load"
        case .followed: "followed"
        case .received(let label): "received \(label)"
        }
      let step = transition.step.map { " of \($0.label)" } ?? ""
      heard.add("\(transition.revision) \(cause)\(step): \(transition.after.book.entries)")
    }
    try store.send(.enter(1))
    try store.send(.turn(to: 2))
    try store.transaction("Both") { draft in
      try draft.send(.enter(2))
      try draft.send(.enter(3))
    }
    try store.undo()
    try store.redo()
    try store.jump(to: store.timeline.oldest.id)
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    try store.load(Ledger())
    #expect(
      heard.all == [
        "1 action of Enter 1: [1]", "2 action: [1]", "3 transaction of Both: [1, 2, 3]",
        "4 undo of Both: [1]",
        "5 redo of Both: [1, 2, 3]", "6 jump of Start: []", "7 load: []",
      ]
    )
    token.cancel()
  }

  @Test("An observer of a part hears of its changes only")
  func parts() throws {
    let heard = Heard<[[Int]]>()
    let token = store.observe(\.book.entries) { old, new in heard.add([old, new]) }
    try store.send(.turn(to: 3))
    try store.send(.enter(1))
    try store.send(.remark("a"))
    try store.undo()
    try store.undo()
    #expect(heard.all == [[[], [1]], [[1], []]])
    token.cancel()
  }

  @Test("A closure puts several parts together")
  func severalParts() throws {
    let heard = Heard<[Int]>()
    let token = store.observe({ [$0.book.entries.count, $0.page] }) { _, new in heard.add(new) }
    try store.send(.enter(1))
    try store.send(.remark("a"))
    try store.send(.turn(to: 5))
    #expect(heard.all == [[1, 0], [1, 5]])
    token.cancel()
  }

  @Test("Changes that an observer makes are told after the one under way, to all in the same order")
  func chain() throws {
    let store = store
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let tokens = [
      store.observe { transition in
        first.add(transition.revision)
        let count = transition.after.book.entries.count
        if count < 3 {
          #expect(throws: Never.self) { try store.send(.enter(count)) }
          #expect(store.entries.count == count + 1, "it is made at once")
        }
      },
      store.observe { second.add($0.revision) },
    ]
    try store.send(.enter(0))
    #expect(first.all == [1, 2, 3])
    #expect(second.all == [1, 2, 3])
    for token in tokens { token.cancel() }
  }

  @Test("The error of a send from an observer reaches that observer")
  func errorsInObservers() throws {
    let store = store
    let errors = Heard<String>()
    let token = store.observe { transition in
      guard transition.revision == 1 else { return }
      do { try store.send(.spoil) } catch { errors.add("\(error)") }
    }
    try store.send(.enter(1))
    #expect(errors.all == ["Refused()"])
    token.cancel()
  }

  @Test("A hundred thousand sends chained from an observer need no stack")
  func longChain() throws {
    let store = Store(Counter())
    let token = store.observe { transition in
      if transition.after.count < 100_000 { try? store.send(1) }
    }
    try onSmallStack { try? store.send(1) }
    #expect(store.state.count == 100_000)
    token.cancel()
  }

  @Test("An observer that cancels itself is not called again; one that another cancels is not called at all")
  func cancelling() throws {
    let heard = Heard<String>()
    let tokens = Heard<ObservationToken>()
    tokens.add(
      store.observe { _ in
        heard.add("first")
        for token in tokens.all { token.cancel() }
      }
    )
    tokens.add(store.observe { _ in heard.add("second") })
    try store.send(.enter(1))
    try store.send(.enter(2))
    #expect(heard.all == ["first"])
  }

  @Test("An observer is gone when its token is released")
  func release() throws {
    let heard = Heard<Int>()
    var token: ObservationToken? = store.observe { heard.add($0.revision) }
    try store.send(.enter(1))
    #expect(token != nil)
    token = nil
    try store.send(.enter(2))
    #expect(heard.all == [1])
  }

  @Test("One who comes in the middle of a change hears of later ones only")
  func latecomers() throws {
    let store = store
    let (heard, tokens) = (Heard<Int>(), Heard<ObservationToken>())
    let token = store.observe { transition in
      if transition.revision == 1 { tokens.add(store.observe { heard.add($0.revision) }) }
    }
    try store.send(.enter(1))
    try store.send(.enter(2))
    #expect(heard.all == [2])
    token.cancel()
  }

  @Test("One who comes while changes are waiting to be told hears of later ones only")
  func latecomersInLine() throws {
    let store = store
    let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let finished = DispatchSemaphore(value: 0)
    let slow = store.observe { transition in
      guard transition.revision == 1 else { return }
      inside.signal()
      release.wait()
    }
    DispatchQueue.global().async {
      #expect(throws: Never.self) { try store.send(.enter(1)) }
      finished.signal()
    }
    inside.wait()
    try store.send(.enter(2))
    let heard = Heard<Int>()
    let late = store.observe { heard.add($0.revision) }
    release.signal()
    finished.wait()
    try store.send(.enter(3))
    #expect(heard.all == [3])
    slow.cancel()
    late.cancel()
  }

  @Test("A token may outlive its store, which it does not keep alive")
  func outliving() throws {
    weak var gone: Store<Ledger>?
    var token: ObservationToken?
    do {
      let store = Store(Ledger())
      gone = store
      token = store.observe { _ in }
    }
    #expect(gone == nil)
    token?.cancel()
  }

  @Test("observeHistory hears each change of the history status, also when the state stays the same")
  func history() throws {
    let heard = Heard<String>()
    let token = store.observeHistory { status in
      heard.add("\(status.undoLabel ?? "–") \(status.redoLabel ?? "–") \(status.hasUnsavedChanges)")
    }
    try store.send(.enter(1))
    try store.send(.turn(to: 3))
    try store.markSaved()
    try store.undo()
    try store.keep(steps: 0)
    #expect(heard.all == ["Enter 1 – true", "Enter 1 – false", "– Enter 1 true", "– – true"])
    token.cancel()
  }
}

/// A state that is a number.
struct Counter: Reducible {
  var count = 0
  mutating func reduce(_ action: Int) { count += action }
}
