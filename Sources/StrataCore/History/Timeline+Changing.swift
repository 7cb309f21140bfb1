import PersistentCollections

extension Timeline {
  /// Whether every number for moments has been given out.
  var isExhausted: Bool { newestID == .last }

  /// Whether a step is added to the present moment instead of making a new one: where both agree on the key, the author
  /// and the app's note, and the window is still open; or both are of one group.
  ///
  /// A clock that went backward ends a merge: a moment is not older than what was put into it. It does not end a group.
  func isExtended(by step: Step, at time: Timestamp) -> Bool {
    guard let merge = step.merge, let mergeKey, mergeKey.provenance == step.provenance else { return false }
    let open = mergeKey.merging
    guard merge.group == nil, open.group == nil else { return merge.group == open.group }
    let last = words(of: presentID).time
    return open.key == merge.key && last <= time && time <= last.advanced(by: merge.window)
  }

  /// Whether steps under a key may be added to the present moment.
  var isMerging: Bool { mergeKey.map { $0.merging.group == nil } ?? false }

  /// Adds a step to the present moment, and returns what was kept there before.
  mutating func extend(with step: Step, at time: Timestamp, keeping kept: MomentPages.Kept) -> MomentPages
    .Kept?
  {
    extensions &+= 1
    return pages.update(presentID) { ($0.label, $0.time, $0.kept) = (step.label, time, kept) }
  }

  /// Takes a step from the present moment to a new one.
  mutating func append(_ step: Step, at time: Timestamp, keeping kept: MomentPages.Kept) {
    append(step, at: time, keeping: kept, as: Moment.ID(raw: newestID.raw + 1))
  }

  private mutating func mark(_ id: Moment.ID, _ provenance: Provenance) {
    if !provenance.origin.switches.isEmpty { hasSwitches = true }
    switch provenance.origin {
    case .sent, .switched, .merge: break
    case .external, .undo, .redo: return undoMayPassOver = true
    }
    if provenance.author == .user { newestByUser = id } else { newestByAuthor[provenance.author] = id }
  }

  /// Takes a step from the present moment to a new one with a number greater than all others.
  mutating func append(_ step: Step, at time: Timestamp, keeping kept: MomentPages.Kept, as id: Moment.ID) {
    pages.append(
      MomentPages.Entry(label: step.label, time: time, provenance: step.provenance, kept: kept),
      as: id
    )
    appendToTree(id, step.provenance)
    mergeKey = step.merge.map { MergeKey(merging: $0, provenance: step.provenance) }
  }

  /// Adds a moment of the last page to the tree as a child of the present, and makes it the present.
  @inline(__always)
  mutating func appendToTree(_ id: Moment.ID, _ provenance: Provenance?) {
    if presentID != newestID {
      if tree.newestChild(of: presentID) == nil { olderTips[presentID] = nil }
      if tree.contains(newestID) { olderTips[newestID] = () }
    }
    tree.append(id, after: presentID)
    if presentID != lineEnd { lineBefore = (id, lineEnd) }
    (presentID, lineEnd, newestID) = (id, id, id)
    if let provenance { mark(id, provenance) } else { newestByUser = id }
  }
}

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

  /// Makes the destination of a movement the present moment. A movement that leads nowhere does nothing.
  ///
  /// This seals the destination: a moment that the history went back to does not change any more.
  ///
  /// - Parameter target: The destination of the movement.
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

extension Timeline {
  /// The moments that have a name as a checkpoint, the oldest first.
  ///
  /// - Complexity: O(checkpoints).
  public var checkpoints: [Moment] { checkpointNames.keys.map(moment) }

  /// The moment that has a name as a checkpoint; nil when there is none, or it was evicted.
  ///
  /// - Complexity: O(checkpoints).
  public func checkpoint(_ name: String) -> Moment? {
    checkpointNames.first { $0.value == name }.map { moment($0.key) }
  }

  /// Gives the present moment a name, which no other one has then, and seals it.
  mutating func setCheckpoint(_ name: String) {
    for (id, other) in checkpointNames where other == name { checkpointNames[id] = nil }
    checkpointNames[presentID] = name
    mergeKey = nil
  }
}
