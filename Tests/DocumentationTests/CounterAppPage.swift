import Strata
import StrataTesting
import Testing

struct Tally: Reducible {
  var count = 0
  var facts: [Int: String] = [:]
  var asked: Question?
  var lastID = 0

  struct Question: Equatable {
    var id: Int
    var number: Int
  }

  enum Action: Equatable, Sendable {
    case add(Int)
    case ask
    case stop
    case told(String, Question)
    case failed(Question)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let number): (count, asked) = (count + number, nil)
    case .ask:
      lastID += 1
      asked = Question(id: lastID, number: count)
    case .stop: asked = nil
    case .told(let fact, let question):
      facts[question.number] = fact
      if asked == question { asked = nil }
    case .failed(let question): if asked == question { asked = nil }
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .add(let number): .step(number < 0 ? "Subtract \(-number)" : "Add \(number)")
    case .ask, .stop, .told, .failed: .untracked
    }
  }

  var fact: String? { facts[count] }
}

func answerQuestions(
  of store: Store<Tally>,
  asking source: @escaping @Sendable (Int) async throws -> String
) -> Effects<Tally> {
  Effects(of: store) { action, state in
    guard let question = state.asked else { return .cancel("question") }
    guard case .ask = action else { return .none }
    return .run("question") {
      .told(try await source(question.number), question)
    } failing: { _ in
      .failed(question)
    }
  }
}

@Suite("A counter that asks")
struct TallyTests {
  let store = Store(Tally(), undoing: \.count)

  @Test("A fact is there as often as one comes to its number")
  func told() async throws {
    let question = Tally.Question(id: 1, number: 2)
    let effects = EffectReceiver(of: store)
    let answering = answerQuestions(of: store) { "\($0) is a number." }
    try store.expect(.add(2)) { $0.count = 2 }
    try store.expect(.ask) { ($0.lastID, $0.asked) = (1, question) }
    try await effects.receive(.told("2 is a number.", question)) {
      ($0.facts, $0.asked) = ([2: "2 is a number."], nil)
    }
    try store.undo()
    #expect(store.state.count == 0 && store.state.fact == nil)
    try store.redo()
    #expect(store.state.fact == "2 is a number.")  // and it was not asked again
    answering.cancelAll()
  }

  @Test("Counting on cancels the question about the number before")
  func cancelled() async throws {
    let second = Tally.Question(id: 2, number: 3)
    let effects = EffectReceiver(of: store)
    let answering = answerQuestions(of: store) { number in
      if number == 2 { try await Task.sleep(for: .seconds(600)) }
      return "\(number) is a number."
    }
    try store.send(.add(2))
    try store.send(.ask)
    try store.expect(.add(1)) { ($0.count, $0.asked) = (3, nil) }  // nothing waits ten minutes
    try store.expect(.ask) { ($0.lastID, $0.asked) = (2, second) }
    try await effects.receive(.told("3 is a number.", second)) {
      ($0.facts, $0.asked) = ([3: "3 is a number."], nil)
    }
    answering.cancelAll()
  }
}
