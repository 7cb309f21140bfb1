extension Timeline {
  /// Whether every number for moments has been given out.
  var isExhausted: Bool { newestID == .last }

  /// Whether a step is added to the present moment instead of making a new one: where both agree on the key, and
  /// the window is still open.
  ///
  /// A clock that went backward ends a merge: a moment is not older than what was put into it.
  func isExtended(by step: Step, at time: Timestamp) -> Bool {
    guard let merge = step.merge, mergeKey == merge.key else { return false }
    let last = entry(presentID).time
    return last <= time && time <= last.advanced(by: merge.window)
  }

  /// Adds a step to the present moment, and returns what was kept there before.
  mutating func extend(with step: Step, at time: Timestamp, keeping kept: Kept) -> Kept? {
    let old = moments.update(presentID) { entry in
      defer { (entry.ownLabel, entry.time, entry.kept) = (step.label, time, kept) }
      return entry
    }
    if let old { recount(presentID, from: old) }
    return old?.kept
  }

  /// Takes a step from the present moment to a new one.
  mutating func append(_ step: Step, at time: Timestamp, keeping kept: Kept) {
    precondition(!isExhausted, "The history has no number left for another moment")
    append(step, at: time, keeping: kept, as: Moment.ID(raw: newestID.raw + 1))
  }

  /// Takes a step from the present moment to a new one, whose number is greater than all that were given out.
  mutating func append(_ step: Step, at time: Timestamp, keeping kept: Kept, as id: Moment.ID) {
    let parent = links(presentID)
    var links = Links(parent: Link(presentID), depth: parent.depth + 1, olderSibling: parent.newestChild)
    (links.leap, links.leapDepth) = leap(under: parent)
    update(parent.newestChild) { $0.newerSibling = Link(id) }
    update(Link(presentID)) { $0.newestChild = Link(id) }
    if presentID != newestID {
      if parent.newestChild == .none { olderTips[presentID] = nil }
      if moments.links(of: newestID) != nil { olderTips[newestID] = () }
    }
    let entry = Entry(ownLabel: step.label, time: time, kept: kept, links: links)
    moments.append(entry, as: id)
    count(entry)
    (presentID, lineEnd, newestID) = (id, id, id)
    mergeKey = step.merge?.key
  }

  /// Where a child of the present moment leaps to: over two equal leaps of its parent, or just to the parent.
  ///
  /// Leaps double in length the way that a skew-binary counter carries, so a way up of any length is a few of
  /// them.
  private func leap(under parent: Links) -> (Link, UInt32) {
    if let far = parent.leap.id, let links = moments.links(of: far),
      parent.depth - parent.leapDepth == links.depth - links.leapDepth
    {
      return (links.leap, links.leapDepth)
    }
    return (Link(presentID), parent.depth)
  }
}
