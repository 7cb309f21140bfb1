extension Timeline {
  /// The moments that nothing followed, in the order in which they were made: where the branches end, and the line.
  ///
  /// - Complexity: O(branches).
  public var tips: [Moment.ID] {
    olderTips.keys + (tree.contains(newestID) ? [newestID] : [])
  }

  /// Where the branch ends that was made next after the one that the present is on; behind the newest the oldest, and nil where
  /// there is only one.
  ///
  ///     if let tip = store.timeline.nextTip { try store.jump(to: tip) }
  ///
  /// Going there again and again leads through all branches, and back to the first.
  ///
  /// - Complexity: O(branches), and as of ``line`` where what lies ahead has not been laid.
  public var nextTip: Moment.ID? { tip { tips, end in tips.first { $0 > end } ?? tips.first } }

  /// Where the branch ends that was made last before the one that the present is on; before the oldest the newest, and nil where
  /// there is only one.
  ///
  /// - Complexity: As of ``nextTip``.
  public var previousTip: Moment.ID? { tip { tips, end in tips.last { $0 < end } ?? tips.last } }

  private func tip(_ choose: ([Moment.ID], Moment.ID) -> Moment.ID?) -> Moment.ID? {
    let (tips, end) = (tips, endOfRedo)
    return choose(tips, end).flatMap { $0 == end ? nil : $0 }
  }
}
