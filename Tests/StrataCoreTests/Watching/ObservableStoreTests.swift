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

  private struct Panel: Reducible, Equatable {
    var title = ""
    var page = Page()

    struct Page: Equatable {
      var number = 0
      var zoom = 1.0
    }

    enum Action: Sendable { case rename(String), turn, zoom(Double) }

    mutating func reduce(_ action: Action) {
      switch action {
      case .rename(let title): self.title = title
      case .turn: page.number += 1
      case .zoom(let zoom): page.zoom = zoom
      }
    }

    func recording(of action: Action) -> Recording { .step("Change") }
  }

  /// Counts how often each of some fields was announced, as views that read anew whenever they are told.
  @MainActor
  private final class Views {
    let model: ObservableStore<Panel>
    var told: [String: Int] = [:]

    init(_ model: ObservableStore<Panel>) { self.model = model }

    func follow(_ name: String, _ read: @escaping @MainActor @Sendable (ObservableStore<Panel>) -> Void) {
      withObservationTracking {
        read(model)
      } onChange: {
        MainActor.assumeIsolated {
          self.told[name, default: 0] += 1
          self.follow(name, read)
        }
      }
    }

    /// Waits until all that was sent is announced.
    func settle() async throws {
      let (model, last) = (model, Heard<Bool>())
      withObservationTracking {
        _ = model.historyStatus
      } onChange: {
        last.add(true)
      }
      try model.store.markSaved()
      try await Patience.until("all is announced") { @Sendable in last.all == [true] }
    }
  }

  @Test("A view that reads a field hears of that field alone, at any depth and from any author")
  func fields() async throws {
    let store = Store(Panel(), undoing: \.page)
    let model = ObservableStore(store)
    let views = Views(model)
    views.follow("title") { _ = $0.title }
    views.follow("page") { _ = $0.page }
    views.follow("number") { _ = $0[dynamicMember: \.page.number] }
    views.follow("all") { _ = $0.state }
    try store.send(.rename("A"))
    try await views.settle()
    #expect(views.told == ["title": 1, "all": 1])
    try store.send(.zoom(2))
    try await views.settle()
    #expect(views.told == ["title": 1, "page": 1, "all": 2])
    try store.send(.turn)
    try await views.settle()
    #expect(views.told == ["title": 1, "page": 2, "number": 1, "all": 3])
    try store.undo()
    try await views.settle()
    #expect(views.told == ["title": 1, "page": 3, "number": 2, "all": 4])
    #expect(model.page.zoom == 2 && model.page.number == 0 && model.title == "A")
  }

  @Test("A field that was changed and changed back is not announced, and who read it in between is told")
  func burst() async throws {
    let store = Store(Panel(), undoing: \.page)
    let views = Views(ObservableStore(store))
    views.follow("before") { _ = $0.title }
    try store.send(.rename("A"))
    try store.send(.rename(""))
    try await views.settle()
    #expect(views.told == [:])
    try store.send(.rename("B"))
    views.follow("between") { _ = $0.title }
    try store.send(.rename("C"))
    try await views.settle()
    #expect(views.told["before"] == 1 && views.told["between"] == 1)
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
