import StrataCore

/// A small state for the store's tests: what is entered is undone, what is looked at is not.
struct Ledger: Reducible {
  var book = Book()
  var page = 0

  struct Book: Equatable, Sendable {
    var entries: [Int] = []
    var remarks: [String] = []
  }

  enum Action: Sendable {
    case enter(Int)
    case remark(String)
    /// Replaces the last remark, as typing does; merged under one key.
    case type(String)
    /// Takes the last remark away.
    case erase
    case turn(to: Int)
    /// Says that it is not recorded, and enters all the same.
    case sneak(Int)
    /// Changes everything, then refuses.
    case spoil
    /// Runs code of the test in the middle of reducing.
    case meanwhile(@Sendable () throws -> Void)
  }

  struct Refused: Error {}

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .enter(let number), .sneak(let number): book.entries.append(number)
    case .remark(let text): book.remarks.append(text)
    case .type(let text): book.remarks = book.remarks.dropLast() + [text]
    case .erase: book.remarks.removeLast()
    case .turn(let page): self.page = page
    case .spoil:
      book.entries.append(-1)
      page = -1
      throw Refused()
    case .meanwhile(let body): try body()
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .enter(let number): .step("Enter \(number)")
    case .remark: .step("Remark")
    case .type: .merge("Type", key: "remark", within: .seconds(1_000_000))
    case .turn, .sneak: .untracked
    case .spoil, .erase, .meanwhile: .step("Change")
    }
  }
}

extension Store where State == Ledger {
  var entries: [Int] { state.book.entries }
}
