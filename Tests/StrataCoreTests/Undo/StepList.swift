@testable import StrataCore

/// A history that is nothing but its steps.
struct StepList: WalkedHistory {
  private var steps: [Moment.ID: WalkedStep]

  init(_ steps: [WalkedStep]) {
    self.steps = Dictionary(steps.map { ($0.moment, $0) }) { first, _ in first }
  }

  mutating func append(_ step: WalkedStep) { steps[step.moment] = step }

  func hasStep(_ moment: Moment.ID) -> Bool { steps[moment] != nil }

  func parent(of moment: Moment.ID) -> Moment.ID? { steps[moment]?.parents.first }

  func mergedTip(of moment: Moment.ID) -> Moment.ID? { steps[moment]?.parents.dropFirst().first }

  func switches(of moment: Moment.ID) -> [StepSwitch] { steps[moment]?.switches ?? [] }

  func touches(_ moment: Moment.ID, _ places: ChangedPlaces) -> Bool {
    steps[moment]?.patch.root?.part(about: places.change) != nil
  }

  func patch(of moment: Moment.ID) -> Patch { steps[moment]?.patch ?? Patch() }

  /// Merges are switched here with nothing that they brought in.
  func expanded(_ switches: [StepSwitch]) -> [StepSwitch] { switches }
}
