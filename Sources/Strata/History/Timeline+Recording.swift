extension Timeline {
  /// Whether every number for moments has been given out.
  var isExhausted: Bool { nextRaw == .max - 1 }

  /// What recording did to the present moment.
  enum Recorded: Equatable {
    /// A new moment follows it.
    case appended
    /// It was added to.
    case merged
  }

  /// Takes a step from the present moment: adds to it where `recording` and the present moment agree, else
  /// makes a new one.
  ///
  /// A clock that went backward ends a merge: a moment is not older than what was put into it.
  mutating func record(_ step: Step, at time: Timestamp) -> Recorded {
    if let merge = step.merge, mergeKey == merge.key {
      let last = entry(presentID).time
      if last <= time && time <= last.advanced(by: merge.window) {
        update(Link(presentID)) { entry in
          entry.label = step.label
          entry.time = time
        }
        return .merged
      }
    }
    append(label: step.label, at: time)
    mergeKey = step.merge?.key
    return .appended
  }

  private mutating func append(label: String, at time: Timestamp) {
    let id = Moment.ID(raw: nextRaw)
    nextRaw += 1
    let parent = entry(presentID)
    var entry = Entry(label: label, time: time, parent: Link(presentID), depth: parent.depth + 1)
    (entry.leap, entry.leapDepth) = leap(under: parent)
    entry.olderSibling = parent.newestChild
    update(parent.newestChild) { $0.newerSibling = Link(id) }
    update(Link(presentID)) { $0.newestChild = Link(id) }
    if parent.newestChild == .none { tips[presentID] = nil }
    entries[id] = entry
    tips[id] = ()
    presentID = id
    lineEnd = id
  }

  /// Where a child of the present moment leaps to: over two equal leaps of its parent, or just to the parent.
  ///
  /// Leaps double in length the way that a skew-binary counter carries, so a way up of any length is a few of
  /// them.
  private func leap(under parent: Entry) -> (Link, UInt32) {
    if let far = parent.leap.id, let entry = entries[far],
      parent.depth - parent.leapDepth == entry.depth - entry.leapDepth
    {
      return (entry.leap, entry.leapDepth)
    }
    return (Link(presentID), parent.depth)
  }
}
