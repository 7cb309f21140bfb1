/// The steps that undo and redo take next, kept from one question to the next.
///
/// All copies of a timeline have it together, so a menu that asks after each change finds what was found last. What is kept says
/// for which moment it was found.
final class NextSteps: Sendable {
  /// What can be done with the values of the history; nil where that is not known.
  let described: DescribedDomain?
  private let known = Guarded<[Question: Answer]>([:])

  init(_ described: DescribedDomain?) { self.described = described }

  /// What is asked.
  struct Question: Hashable {
    let side: HistorySide
    /// Whose steps are meant; nil for those of all.
    let authors: [Author]?
  }

  /// What an answer depends on.
  struct Place: Equatable {
    let present: Moment.ID
    let lineEnd: Moment.ID
    let newest: Moment.ID
    let oldest: Moment.ID
    let count: Int
    let extensions: UInt32
  }

  private struct Answer {
    let place: Place
    let step: Moment.ID?
  }

  /// How many questions are kept.
  private static var most: Int { 64 }

  /// Answers a question at a place: from memory, or by looking.
  func step(_ question: Question, at place: Place, _ find: () -> Moment.ID?) -> Moment.ID? {
    if let answer = known.withLock({ $0[question] }), answer.place == place { return answer.step }
    // It runs the app's code, so no lock is held.
    let answer = Answer(place: place, step: find())
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[question] = answer
    }
    return answer.step
  }
}

extension Timeline {
  /// What undo and redo do next depends on this, and on nothing else.
  var place: NextSteps.Place {
    NextSteps.Place(
      present: presentID,
      lineEnd: lineEnd,
      newest: newestID,
      oldest: oldestID,
      count: count,
      extensions: extensions
    )
  }
}
