import Observation
import StrataCore
import Testing

/// The macro's code names the module `Observation`: a public type of that name would stand in its way in every
/// file of an app that imports both.
@Observable
private final class Panel {
  var isOpen = false
}

@Suite("Strata beside Observation")
struct ObservableMacroTests {
  @Test("A file that imports Strata can have observable classes of its own")
  func compiles() {
    let (panel, changes) = (Panel(), Heard<Bool>())
    withObservationTracking {
      _ = panel.isOpen
    } onChange: {
      changes.add(true)
    }
    panel.isOpen = true
    #expect(changes.all == [true])
  }
}
