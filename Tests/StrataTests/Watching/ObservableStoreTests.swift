import Observation
import Strata
import Testing

@Suite("A store as views see it")
@MainActor
struct ObservableStoreTests {
  @Test("Reading the state is tracked, and it is current as soon as send returns")
  func tracking() async throws {
    let model = ObservableStore(Store(Counter()))
    let changes = Heard<Bool>()
    let read = withObservationTracking {
      model.state.count
    } onChange: {
      changes.add(true)
    }
    #expect(read == 0)
    try model.store.send(1)
    #expect(model.state.count == 1)
    try await eventually { changes.all == [true] }
  }

  @Test("Menus are told of a change that no state shows")
  func history() async throws {
    let model = ObservableStore(Store(Counter()))
    try model.store.send(1)
    // What was announced so far is not what is waited for.
    for _ in 0..<100 { await Task.yield() }
    let (states, histories) = (Heard<Bool>(), Heard<Bool>())
    withObservationTracking {
      _ = model.state
    } onChange: {
      states.add(true)
    }
    withObservationTracking {
      _ = model.historyStatus
    } onChange: {
      histories.add(true)
    }
    try model.store.markSaved()
    try await eventually { histories.all == [true] }
    #expect(states.all == [])
    #expect(!model.historyStatus.hasUnsavedChanges)
  }

  private func eventually(_ condition: () -> Bool) async throws {
    for _ in 0..<1_000 where !condition() { try await Task.sleep(for: .milliseconds(2)) }
    #expect(condition())
  }
}
