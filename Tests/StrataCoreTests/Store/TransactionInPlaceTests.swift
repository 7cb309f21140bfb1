import StrataCore
import Testing

@Suite("A transaction that works in place")
struct TransactionInPlaceTests {
  private struct Refused: Error {}

  /// Counts how often it is reduced, and may be made to refuse what it has done before.
  private struct Numbers: Reducible {
    var all = Array(repeating: 0, count: 1_000)
    let reductions: Guarded<Int>
    let refused: Guarded<Int?>

    init(_ reductions: Guarded<Int> = Guarded(0), refusing refused: Guarded<Int?> = Guarded(nil)) {
      (self.reductions, self.refused) = (reductions, refused)
    }

    mutating func reduce(_ action: Int) throws {
      reductions.withLock { $0 += 1 }
      all[abs(action)] += 1
      if action < 0 || refused.withLock({ $0 }) == action { throw Refused() }
    }

    static func == (left: Numbers, right: Numbers) -> Bool { left.all == right.all }

    var address: UnsafePointer<Int>? { all.withUnsafeBufferPointer { $0.baseAddress } }
  }

  @Test("1,000 actions write to one array, and each is reduced once")
  func oneArray() throws {
    let reductions = Guarded(0)
    let store = Store(Numbers(reductions))
    try store.transaction("All") { draft in
      try draft.send(0)
      let address = draft.state.address
      for number in 1..<1_000 { try draft.send(number) }
      #expect(draft.state.address == address)
    }
    #expect(store.state.all.allSatisfy { $0 == 1 } && reductions.withLock { $0 } == 1_000)
    try store.undo()
    #expect(store.state.all.allSatisfy { $0 == 0 })
  }

  @Test("After an error the draft is made again once, however many errors follow")
  func errors() throws {
    let reductions = Guarded(0)
    let store = Store(Numbers(reductions))
    try store.transaction("Some") { draft in
      for number in 1...100 { try draft.send(number) }
      for number in 1...100 {
        #expect(throws: Refused.self) { try draft.send(-number) }
        try draft.send(number)
      }
    }
    #expect(store.state.all[1...100].allSatisfy { $0 == 2 } && store.state.all[0] == 0)
    // 100 and 100 that stay, 100 that fail, and what is done again: 100 once and one for each later error.
    #expect(reductions.withLock { $0 } == 300 + 100 + 99)
  }

  @Test("A copy of a draft does not see what is sent to the draft afterwards")
  func copies() throws {
    let store = Store(Numbers())
    try store.transaction("Copies") { draft in
      try draft.send(1)
      var copy = draft
      let state = draft.state
      try draft.send(2)
      try copy.send(3)
      #expect(state.all[1...3] == [1, 0, 0])
      #expect(draft.state.all[1...3] == [1, 1, 0])
      #expect(copy.state.all[1...3] == [1, 0, 1])
    }
    #expect(store.state.all[1...3] == [1, 1, 0])
  }

  @Test("A reducer that refuses what it did before stops the transaction")
  func impure() throws {
    let refused = Guarded<Int?>(nil)
    let store = Store(Numbers(refusing: refused))
    let impure: () throws -> Void = {
      try store.transaction("Impure") { draft in
        for number in 1...3 { try draft.send(number) }
        refused.withLock { $0 = 2 }
        #expect(throws: Refused.self) { try draft.send(-1) }
        refused.withLock { $0 = nil }
        #expect(throws: Refused.self) { try draft.send(4) }
      }
    }
    #expect(throws: Refused.self, performing: impure)
    #expect(store.state.all.allSatisfy { $0 == 0 } && !store.canUndo)
  }
}
