extension Timeline {
  /// What was last done up to a time, on whatever branch that is; nil where all of it came later.
  ///
  ///     if let moment = store.timeline.moment(at: lunch) { try store.jump(to: moment.id) }
  ///
  /// - Complexity: O(moments made since that are still there).
  public func moment(at time: Timestamp) -> Moment? { newest(upTo: time).map(moment) }
}

/// All moments, on all branches, in the order in which they were made.
extension Timeline: Sequence {
  /// The moments, the oldest first.
  ///
  /// - Complexity: O(1) for the first, and O(1) for each next one, save one in 32, which reads a page.
  public func makeIterator() -> Iterator { Iterator(timeline: self) }

  /// Goes through the moments of a timeline.
  public struct Iterator: IteratorProtocol {
    private let timeline: Timeline
    private var nextPage = 0
    /// What is left of the page before, the next one last.
    private var left: [Moment.ID] = []

    init(timeline: Timeline) { self.timeline = timeline }

    /// The next moment; nil behind the newest.
    public mutating func next() -> Moment? {
      while left.isEmpty {
        guard let page = timeline.pages.moments(onPage: nextPage) else { return nil }
        nextPage += 1
        left = page.reversed()
      }
      return left.popLast().map(timeline.moment)
    }
  }
}
