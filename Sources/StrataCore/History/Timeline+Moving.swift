extension Timeline {
  /// The moment that a movement leads to; nil when it leads nowhere.
  @inline(__always)
  func destination(of movement: Movement) -> Moment.ID? {
    switch movement {
    case .step(.back): parent(of: presentID)
    case .step(.forward): successor(of: presentID)
    case .jump(let target): tree.contains(target) ? target : nil
    }
  }

  /// Makes the moment that a movement leads to the present one; nothing happens when it leads nowhere.
  ///
  /// Where it arrives is sealed: what was gone back to does not change any more.
  ///
  /// - Parameter target: Where it leads.
  mutating func move(_ movement: Movement, to target: Moment.ID) {
    // Moving along the line leaves it as it is; going on where it ends, or leaving it, lays it to the target.
    switch movement {
    case .step(.back): break
    case .step(.forward): if presentID == lineEnd { lineEnd = target }
    case .jump: if !isOnLine(target) { lineEnd = target }
    }
    presentID = target
    mergeKey = nil
  }

  /// Whether a moment lies on the line as far as it has been laid.
  func isOnLine(_ id: Moment.ID) -> Bool { tree.ancestor(of: lineEnd, at: tree.depth(id)) == id }

  /// Marks the present moment as the saved one, and seals it.
  mutating func markSaved() {
    (savedID, mergeKey) = (presentID, nil)
  }

  /// The last moment, in the order of their making, whose time is not after `time`; nil when all are.
  func newest(upTo time: Timestamp) -> Moment.ID? { pages.newest { $1 <= time } }
}
