/// The steps that undo and redo take next, kept from one question to the next.
///
/// All copies of a timeline share it, so a menu that asks after each change finds the last answer. Each answer says for which
/// moment it was found.
final class NextSteps: Sendable {
  /// The description of the history's values; nil where that is not known.
  let described: DescribedDomain?
  private let known = Guarded<[Question: (place: Place, answer: Answer)]>([:])

  init(_ described: DescribedDomain?) { self.described = described }

  /// A question of a menu.
  struct Question: Hashable {
    let side: HistorySide
    /// The authors of the meant steps; nil for all authors.
    let authors: [Author]?
  }

  /// The state of a timeline that an answer depends on.
  struct Place: Equatable {
    let present: Moment.ID
    let lineEnd: Moment.ID
    let newest: Moment.ID
    let oldest: Moment.ID
    let count: Int
    let extensions: UInt32
  }

  /// An answer.
  struct Answer {
    /// The step that undo or redo takes next; nil for none.
    let step: Moment.ID?
    /// The places that have to stay as they are for the answer to stay; nil where it stands for one moment alone.
    let change: Patch.Node?

    /// The answer as long as nothing else happens.
    static func once(_ step: Moment.ID?) -> Answer { Answer(step: step, change: nil) }
  }

  /// How many questions are kept.
  private static var most: Int { 64 }

  /// Answers a question at a place: from memory, or by looking.
  ///
  /// - Parameters:
  ///   - stays: Whether an answer that was given at another place is that at this one.
  ///   - find: Looks for the answer.
  func step(
    _ question: Question,
    at place: Place,
    where stays: (Answer, Place) -> Bool,
    _ find: () -> Answer
  ) -> Moment.ID? {
    let kept = known.withLock { $0[question] }
    if let kept, kept.place == place { return kept.answer.step }
    // It runs the app's code, so no lock is held.
    let answer = if let kept, stays(kept.answer, kept.place) { kept.answer } else { find() }
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[question] = (place, answer)
    }
    return answer.step
  }
}

extension Timeline {
  /// The next steps of undo and redo depend on this, and on nothing else.
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
