import Observation
import StrataCore
import TestSupport
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
    try await Patience.until("the change is announced") { @Sendable in changes.all == [true] }
  }

  @Test("Menus are told of a change that no state shows")
  func history() async throws {
    let model = ObservableStore(Store(Counter()))
    let (earlier, states, histories) = (Heard<Bool>(), Heard<Bool>(), Heard<Bool>())
    withObservationTracking {
      _ = model.historyStatus
    } onChange: {
      earlier.add(true)
    }
    try model.store.send(1)
    try await Patience.until("the step is announced") { @Sendable in earlier.all == [true] }
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
    // One turn of the main actor announces both.
    try await Patience.until("the history is announced") { @Sendable in histories.all == [true] }
    #expect(states.all == [])
    #expect(!model.historyStatus.hasUnsavedChanges)
  }
}
