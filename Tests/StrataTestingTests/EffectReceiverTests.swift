import StrataCore
import StrataTesting
import TestSupport
import Testing

private struct Finder: Reducible {
  var words = ""
  var found: [String] = []

  enum Action: Equatable, Sendable {
    case ask(String)
    case arrived(String)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .ask(let words): self.words = words
    case .arrived(let answer): found.append(answer)
    }
  }
}

@Suite("Waiting for what effects send")
struct EffectReceiverTests {
  private let store = Store(Finder())

  /// Answers each question in a task of its own.
  private func answer(_ answers: [String]) -> ObservationToken {
    store.observe { [weak store] transition in
      guard case .ask(let words)? = transition.actions.first else { return }
      Task {
        for answer in answers {
          await Task.yield()
          try store?.send(.arrived("\(words) \(answer)"))
        }
      }
    }
  }

  @Test("The actions of effects are received in their order, each with its change, however late they come")
  func receiving() async throws {
    let (effects, token) = (EffectReceiver(of: store), answer(["A", "B", "C"]))
    try store.transaction("Both") { try $0.send(.ask("tea")) }
    try await effects.receive(.arrived("tea A"), within: Patience.limit) { $0.found = ["tea A"] }
    let last = try await effects.receive(within: Patience.limit) {
      $0 == .arrived("tea C")
    } changes: {
      $0.found.append("tea C")
    }
    #expect(last == .arrived("tea C") && store.state.found.count == 3)
    token.cancel()
  }

  @Test("An action with another change fails, and so does an action that never comes; both name the line")
  func failing() async throws {
    let (effects, token) = (EffectReceiver(of: store), answer(["A"]))
    try store.send(.ask("tea"))
    let unexpected = await #expect(throws: UnexpectedChange.self) {
      try await effects.receive(.arrived("tea A"), within: Patience.limit) { $0.found = ["tea B"] }
    }
    #expect(
      unexpected?.description.contains("Stated in StrataTestingTests/EffectReceiverTests.swift, line") == true
    )
    try store.send(.ask("rice"))
    let nothing = await #expect(throws: NoActionReceived.self) {
      try await effects.receive(.arrived("tea B"), within: .zero)
    }
    #expect(nothing?.description.contains("What came: ask(\"rice\")") == true)
    #expect(
      nothing?.description.contains("Waited for in StrataTestingTests/EffectReceiverTests.swift") == true
    )
    token.cancel()
  }
}
