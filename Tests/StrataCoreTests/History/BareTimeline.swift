@testable import StrataCore

/// Timelines without states, for tests of the tree alone.
extension Timeline {
  enum Recorded: Equatable {
    case appended
    case merged
  }

  init(label: String, at time: Timestamp) {
    self.init(label: label, at: time, keeping: .snapshot(.empty), pageSize: 32)
  }

  mutating func record(_ step: Step, at time: Timestamp) -> Recorded {
    let kept = MomentPages.Kept.snapshot(.empty)
    if isExtended(by: step, at: time) {
      _ = extend(with: step, at: time, keeping: kept)
      return .merged
    }
    append(step, at: time, keeping: kept)
    return .appended
  }

  /// Goes where a movement leads; nothing happens when it leads nowhere.
  mutating func move(_ movement: Movement) {
    if let target = destination(of: movement) { move(movement, to: target) }
  }

  /// Trims to a number of steps, one moment at a time, and returns what went in the order of its going.
  mutating func trim(toSteps limit: Int) -> [Moment.ID] {
    var gone: [Moment.ID] = []
    var deferred = DeferredReleases()
    while count - 1 > limit {
      let before = Set(ids)
      trim(to: count - 2, into: &deferred)
      let went = before.subtracting(ids)
      if went.isEmpty { break }
      gone += went
    }
    return gone
  }
}
