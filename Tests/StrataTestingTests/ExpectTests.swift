import PersistentCollections
import StrataCore
import StrataTesting
import Testing

private struct Shelf: Reducible {
  var books: PersistentSortedMap<Int, Book> = [:]
  var lent: Set<Int> = []
  var names: [String] = []
  var note: String?
  var weight = 0.0
  var door = Door.closed

  struct Book: Equatable, Sendable {
    var title: String
    var pages = 100
  }

  enum Door: Equatable, Sendable {
    case closed
    case open(by: Int)
  }

  enum Action: Sendable {
    case add(Int, String)
    case lend(Int)
    case write(String)
    case name([String])
    case open(Int)
    case weigh(Double)
    case wait
    case shake
    case refuse
  }

  struct Refused: Error {}

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .add(let id, let title): books[id] = Book(title: title)
    case .lend(let id): lent.insert(id)
    case .write(let text): note = text
    case .name(let names): self.names = names
    case .open(let person): door = .open(by: person)
    case .weigh(let weight): self.weight = weight
    case .wait: break
    case .shake: names = ["\(Int.random(in: 0..<Int.max))"]
    case .refuse:
      note = "half done"
      throw Refused()
    }
  }
}

@Suite("Stating what an action changes")
struct ExpectTests {
  private var shelf = Shelf()

  /// The error of a failing expectation.
  private mutating func failure(
    _ action: Shelf.Action,
    _ change: (inout Shelf) -> Void = { _ in }
  ) -> UnexpectedChange? {
    #expect(throws: UnexpectedChange.self) { try shelf.expect(action, line: Self.failureLine, change) }
  }

  private static let failureLine = 4_711

  @Test("An error names the line of the caller")
  func place() throws {
    var shelf = Shelf()
    let here = #line + 1
    let error = #expect(throws: UnexpectedChange.self) { try shelf.expect(.lend(1)) }
    #expect(
      error?.description.hasSuffix("Stated in StrataTestingTests/ExpectTests.swift, line \(here).") == true
    )
    let there = #line + 1
    let ofStore = #expect(throws: UnexpectedChange.self) { try Store(Shelf()).expect(.lend(1)) }
    #expect(ofStore?.description.hasSuffix("line \(there).") == true)
  }

  @Test("The value goes on from one expected change to the next")
  mutating func passes() throws {
    try shelf.expect(.add(1, "Momo")) { $0.books[1] = Shelf.Book(title: "Momo") }
    try shelf.expect(.lend(1)) { $0.lent = [1] }
    try shelf.expect(.wait)
    #expect(shelf.books[1]?.title == "Momo" && shelf.lent == [1])
  }

  @Test("The message shows what differs, where, and what to do")
  mutating func message() throws {
    try shelf.expect(.add(1, "Momo")) { $0.books[1] = Shelf.Book(title: "Momo") }
    let before = shelf
    let error = failure(.add(2, "Emil")) {
      $0.books[2] = Shelf.Book(title: "Emil ")
      $0.lent = [2]
    }
    #expect(
      error?.description == """
        add(2, "Emil") did not make of the value what was expected.

          books[2].title
            expected: "Emil "
              but is: "Emil"
          lent[2]
            expected: 2
              but is: nothing

        State in the closure all that the action changes and nothing else, or mend the reducer.
        Stated in StrataTestingTests/ExpectTests.swift, line \(Self.failureLine).
        """
    )
    #expect(shelf == before, "the value stays as it was")
  }

  @Test("Changes that were not stated, and statements of no change, have words of their own")
  mutating func kinds() {
    let silent = failure(.write("hello"))
    #expect(
      silent?.description.hasPrefix("write(\"hello\") changed something, and nothing was expected") == true
    )
    #expect(silent?.description.contains("State the change in the closure") == true)
    let idle = failure(.wait) { $0.note = "hello" }
    #expect(idle?.description.hasPrefix("wait changed nothing, and a change was expected.") == true)
    #expect(idle?.description.contains("leave out the closure") == true)
  }

  @Test("Arrays, sets, dictionaries, optionals and enums are taken apart as far as it helps")
  mutating func parts() {
    func lines(_ error: UnexpectedChange?) -> [String] {
      error?.differences.map { "\($0.path): \($0.expected ?? "–") / \($0.actual ?? "–")" } ?? []
    }
    #expect(
      lines(failure(.name(["A", "B"])) { $0.names = ["A", "C", "D"] }) == [
        "names[1]: \"C\" / \"B\"", "names[2]: \"D\" / –",
      ]
    )
    #expect(lines(failure(.lend(1)) { $0.lent = [2] }) == ["lent[2]: 2 / –", "lent[1]: – / 1"])
    #expect(lines(failure(.write("a")) { $0.note = "b" }) == ["note: \"b\" / \"a\""])
    #expect(lines(failure(.write("a"))) == ["note: nil / \"a\""])
    #expect(lines(failure(.add(7, "A"))).first?.hasPrefix("books[7]: – / ") == true)
    #expect(lines(failure(.open(1)) { $0.door = .open(by: 2) }).first?.contains("open(by: 2) / ") == true)
  }

  @Test("Of many differences the first are shown and the others counted")
  mutating func many() {
    let error = failure(.name((0..<40).map { "\($0)" }))
    #expect(error?.differences.count == 40)
    #expect(error?.description.contains("and 28 more") == true)
  }

  @Test("A value that is not equal to itself is explained")
  mutating func nan() {
    let error = failure(.weigh(.nan)) { $0.weight = .nan }
    #expect(error?.differences == [])
    #expect(error?.description.contains("is there a NaN in them") == true)
  }

  @Test("A reducer that makes up its mind anew each time is found out")
  mutating func unrepeatable() {
    let error = failure(.shake) { $0.names = ["?"] }
    #expect(error?.description.hasPrefix("shake made two different values of the same one.") == true)
    #expect(error?.description.contains("inside the action") == true)
    #expect(shelf == Shelf())
  }

  @Test("An error of the reducer comes through, and the value stays")
  mutating func throwing() {
    #expect(throws: Shelf.Refused.self) { try shelf.expect(.refuse) { $0.note = "half done" } }
    #expect(shelf == Shelf())
  }

  @Test("A store can be asked the same, and goes on with what came out")
  func stores() throws {
    let store = Store(Shelf())
    try store.expect(.lend(1)) { $0.lent = [1] }
    #expect(throws: UnexpectedChange.self) { try store.expect(.lend(2)) { $0.lent = [2] } }
    #expect(store.state.lent == [1, 2])
    #expect(throws: Shelf.Refused.self) { try store.expect(.refuse) }
    try store.undo()
    try store.expect(.wait)
  }

  @Test("An action that an observer sends is not part of the expected change")
  func observed() async throws {
    let store = Store(shelf)
    let effects = EffectReceiver(of: store)
    let lending = store.observe { [weak store] transition in
      if case .add(let id, _)? = transition.actions.first { try? store?.send(.lend(id)) }
    }
    try store.expect(.add(1, "Momo")) { $0.books = [1: Shelf.Book(title: "Momo")] }
    try await effects.receive {
      if case .lend(1) = $0 { true } else { false }
    } changes: {
      $0.lent = [1]
    }
    #expect(throws: UnexpectedChange.self) { try store.expect(.add(2, "Solaris")) { $0.lent = [1, 2] } }
    lending.cancel()
  }

  @Test("An expectation starts from the state that the action found, also after another writer's change")
  func overtaken() throws {
    let store = Store(shelf)
    try store.expect(.add(1, "Momo")) { state in
      // As an effect of what was sent before would, between the look at the state and the action.
      if store.revision == 0 { try store.send(.lend(7)) }
      state.books[1] = Shelf.Book(title: "Momo")
    }
    #expect(store.state.lent == [7] && store.state.books.count == 1 && store.revision == 2)
  }
}
