import Strata

/// A small state for the store's tests: what is entered is undone, what is looked at is not.
struct Ledger: Reducible {
  var entries: [Int] = []
  var page = 0

  enum Action: Sendable {
    case enter(Int)
    case turn(to: Int)
    /// Changes everything, then refuses.
    case spoil
    /// Runs code of the test in the middle of reducing.
    case meanwhile(@Sendable () throws -> Void)
  }

  struct Refused: Error {}

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .enter(let number): entries.append(number)
    case .turn(let page): self.page = page
    case .spoil:
      entries.append(-1)
      page = -1
      throw Refused()
    case .meanwhile(let body): try body()
    }
  }
}
