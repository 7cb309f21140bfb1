import Strata
import Testing

struct Counter: Reducible {
  var count = 0
  var fact: String?
  var isLoading = false

  enum Action: Sendable {
    case add(Int)
    case askForFact
    case factArrived(String)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let number): (count, fact) = (count + number, nil)
    case .askForFact: isLoading = true
    case .factArrived(let text): (fact, isLoading) = (text, false)
    }
  }
}

func answerQuestions(
  of store: Store<Counter>,
  asking fetch: @escaping @Sendable (Int) async -> String
) -> Effects<Counter> {
  Effects(of: store) { action, state in
    guard case .askForFact = action else { return .none }
    return .run("fact") { .factArrived(await fetch(state.count)) }
  }
}

@Described
struct Page: Reducible {
  var content = Content()
  var cursor = 0

  @Described
  struct Content: Equatable {
    var title = ""
    var text = ""
  }

  enum Action: Sendable {
    case rename(String)
    case type(String)
    case moveCursor(Int)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .rename(let title): content.title = title
    case .type(let letters):
      content.text.append(letters)
      cursor = content.text.utf8.count
    case .moveCursor(let position): cursor = position
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .rename: .step("Rename")
    case .type: .merge("Typing", key: "typing", within: .seconds(2))
    case .moveCursor: .untracked
    }
  }
}

@Suite("The examples on the page for those who come from elsewhere")
struct ComingFromElsewherePageTests {
  @Test("A question is answered once, and undo asks nothing again")
  func counter() async throws {
    let store = Store(Counter(), undoing: \.count)
    let answers = answerQuestions(of: store) { count in "\(count) is a number" }
    try store.send(.add(2))
    try store.send(.askForFact)
    for await snapshot in store.states() {
      guard let fact = snapshot.state.fact else { continue }
      #expect(fact == "2 is a number" && !snapshot.state.isLoading)
      break
    }
    let revision = store.revision
    try store.undo()
    #expect(store.state.count == 0 && store.revision == revision + 1)
    answers.cancelAll()
  }

  @Test("Typing is a step, renaming is another, and the cursor goes along")
  func page() throws {
    let page = Store(Page(), undoing: \.content, restoring: \.cursor, keeping: .bytes(1_000_000))
    for letter in ["H", "i"] { try page.send(.type(letter)) }
    try page.send(.rename("Greeting"))
    print(page.timeline.undoPath.map(\.label))  // ["Rename", "Typing"]
    try page.undo()
    print(page.historyStatus.redoLabel ?? "")  // Rename
    // On a slow machine two seconds may lie between the letters, which are two steps then.
    #expect(Set(page.timeline.undoPath.map(\.label)) == ["Typing"])
    #expect(page.historyStatus.redoLabel == "Rename")
    try page.undo(steps: page.timeline.undoCount)
    #expect(page.state == Page())
  }
}
