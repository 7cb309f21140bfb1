/// The moments that a value has gone through, and which of them is the present one.
///
/// A pure value: it knows nothing of stores, locks or time. A moment is a snapshot, so going back or forward
/// swaps one value for another and runs no code of the app.
package struct History<Moment: Equatable & Sendable>: Equatable, Sendable {
  /// The value as of now.
  package private(set) var present: Moment
  private var past: [Moment] = []
  private var future: [Moment] = []

  /// Starts a history in which nothing has happened yet.
  package init(_ present: Moment) {
    self.present = present
  }

  /// Whether there is a moment on that side of the present.
  package func canMove(_ side: HistorySide) -> Bool {
    switch side {
    case .back: !past.isEmpty
    case .forward: !future.isEmpty
    }
  }

  /// Makes `moment` the present and what was present its past.
  ///
  /// A moment equal to the present changes nothing: no step is recorded, and what can be redone stays.
  package mutating func record(_ moment: Moment) {
    guard moment != present else { return }
    past.append(present)
    future.removeAll()
    present = moment
  }

  /// Makes the next moment on `side` the present one, and returns false when there is none.
  package mutating func move(_ side: HistorySide) -> Bool {
    switch side {
    case .back: Self.move(from: &past, through: &present, to: &future)
    case .forward: Self.move(from: &future, through: &present, to: &past)
    }
  }

  private static func move(
    from source: inout [Moment],
    through present: inout Moment,
    to target: inout [Moment]
  ) -> Bool {
    guard let moment = source.popLast() else { return false }
    target.append(present)
    present = moment
    return true
  }
}
