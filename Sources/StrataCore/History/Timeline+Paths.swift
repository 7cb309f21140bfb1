extension Timeline {
  /// The steps that undo would take back, the next one first, each as the moment that it led to.
  ///
  /// Steps that undo goes around are not among them, nor are those that it made in doing so.
  public var undoPath: Path { Path(timeline: self, side: .back) }

  /// The steps that redo would take, the next one first, each as the moment that it leads to.
  ///
  /// If others have changed the values that a later step is about, nothing may be left of that step. Redo then passes over
  /// it.
  public var redoPath: Path { Path(timeline: self, side: .forward) }

  /// The steps on one side of the present, for a menu or a panel: found as they are asked for.
  public struct Path: Collection, Sendable {
    private let timeline: Timeline
    private let side: HistorySide
    /// The steps, where undo goes around some; nil where they are the moments on the way.
    private let known: [Moment.ID]?

    init(timeline: Timeline, side: HistorySide) {
      (self.timeline, self.side) = (timeline, side)
      known = timeline.undoMayPassOver ? timeline.steps(to: side) : nil
    }

    /// A place in a path.
    public struct Index: Comparable, Sendable {
      let offset: Int
      let id: Moment.ID?

      /// Whether the left place comes before the right one.
      public static func < (left: Index, right: Index) -> Bool { left.offset < right.offset }
      /// Whether both are the same place.
      public static func == (left: Index, right: Index) -> Bool { left.id == right.id }
    }

    /// The place of the next step.
    public var startIndex: Index {
      if let known { return Index(offset: 0, id: known.first) }
      let first = side == .back ? timeline.presentID : timeline.successor(of: timeline.presentID)
      return Index(offset: 0, id: first.flatMap(step))
    }

    /// The place behind the last step.
    public var endIndex: Index { Index(offset: .max, id: nil) }

    /// The place after another one.
    public func index(after index: Index) -> Index {
      guard let id = index.id else { preconditionFailure("A history path has no place after its end") }
      if let known {
        let next = index.offset + 1
        return next < known.count ? Index(offset: next, id: known[next]) : endIndex
      }
      let next = side == .back ? timeline.parent(of: id) : timeline.successor(of: id)
      guard let next = next.flatMap(step) else { return endIndex }
      return Index(offset: index.offset + 1, id: next)
    }

    /// The moment that the step at a place leads to.
    public subscript(index: Index) -> Moment {
      guard let id = index.id else { preconditionFailure("A history path has no step at its end") }
      return timeline.moment(id)
    }

    /// The number of steps.
    ///
    /// - Complexity: O(1) for what can be undone, O(*n*) for what can be redone.
    public var count: Int {
      if let known { return known.count }
      return side == .back ? timeline.undoCount : reduce(0) { count, _ in count + 1 }
    }

    /// The oldest moment is where undo ends: no step led to it that could be taken back.
    private func step(to id: Moment.ID) -> Moment.ID? {
      id == timeline.oldestID ? nil : id
    }
  }
}
