extension Timeline {
  /// Returns the last moment made up to a time, on any branch; nil where all moments were made later.
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
  /// - Complexity: O(1) for the first, and O(1) for each next one, save the first of a page, which reads it.
  public func makeIterator() -> Iterator { Iterator(timeline: self) }

  /// Goes through the moments of a timeline.
  public struct Iterator: IteratorProtocol {
    private let timeline: Timeline
    private var words: WordsByPage
    private var nextPage = 0
    /// The moments left of the page before, the next one last.
    private var left: [Moment.ID] = []

    init(timeline: Timeline) { (self.timeline, words) = (timeline, WordsByPage(timeline)) }

    /// The next moment; nil behind the newest.
    public mutating func next() -> Moment? {
      while left.isEmpty {
        guard let page = timeline.pages.moments(onPage: nextPage) else { return nil }
        nextPage += 1
        left = page.reversed()
      }
      guard let id = left.popLast() else { return nil }
      return timeline.moment(id, words.words(of: id))
    }
  }

  /// Some moments that are there: of neighbours each page is read once.
  package func moments(_ ids: some Sequence<Moment.ID>) -> [Moment] {
    var words = WordsByPage(self)
    return ids.map { moment($0, words.words(of: $0)) }
  }
}
