extension Timeline {
  /// The moment that a movement leads to; nil when it leads nowhere.
  func destination(of movement: Movement) -> Moment.ID? {
    switch movement {
    case .step(.back): parent(of: presentID)
    case .step(.forward): successor(of: presentID)
    case .jump(let target): moments.links(of: target) == nil ? nil : target
    }
  }

  /// Makes the moment that a movement leads to the present one; nothing happens when it leads nowhere.
  ///
  /// Where it arrives is sealed: what was gone back to does not change under anybody.
  mutating func move(_ movement: Movement) {
    guard let target = destination(of: movement) else { return }
    // Moving along the line leaves it as it is; going on where it ends, or leaving it, lays it to the target.
    switch movement {
    case .step(.back): break
    case .step(.forward): if presentID == lineEnd { lineEnd = target }
    case .jump: if ancestor(of: lineEnd, at: links(target).depth) != target { lineEnd = target }
    }
    presentID = target
    mergeKey = nil
  }

  /// Marks the present moment as the saved one, and seals it.
  mutating func markSaved() {
    (savedID, mergeKey) = (presentID, nil)
  }

  /// The last moment, in the order of their making, whose time is not after `time`; the oldest when all are.
  ///
  /// - Complexity: O(moments made since that are still there).
  func latest(upTo time: Timestamp) -> Moment.ID {
    moments.newest { _, entry in entry.time <= time } ?? oldestID
  }
}
