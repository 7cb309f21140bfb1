import StrataCore

extension Store where State: SharedState {
  /// The store's notes about the order in which machines change what they share.
  public var sharing: Sharing { state[keyPath: State.sharing] }

  /// The own changes that have no place in the order yet, the oldest first.
  ///
  /// - Throws: ``PatchError`` where another program has written one of them.
  public func unpublished() throws(PatchError) -> [SharedChange] {
    let sharing = sharing
    var changes: [SharedChange] = []
    for own in sharing.own { changes.append(try own.change(of: sharing.site)) }
    return changes
  }

  /// The own change to be published next, and the position in the order that it may take; nil where there is none.
  ///
  ///     while let (change, position) = try store.nextToPublish() {
  ///       guard try engine.insert(change.line, at: position) else { try catchUp(); continue }
  ///       try store.apply(change, at: position)
  ///     }
  ///
  /// It leads from what is shared there, so it may take no other one. Where another machine was first, apply what that has
  /// put there, and ask again. Of a store on the disk ask `DurableStore`, which waits until no power cut can take the change
  /// back any more.
  ///
  /// - Throws: ``SharingError/refused(_:reason:)`` where the state's own rules have something against it: other machines
  ///   would refuse it, so undo it, or make it right by another change; ``SharingError/miscounted``; ``PatchError`` as
  ///   ``unpublished()``.
  /// - Complexity: O(own changes without a place in the order), and what the state's rules take.
  public func nextToPublish() throws -> (change: SharedChange, position: Int)? {
    let state = state
    let sharing = state[keyPath: State.sharing]
    guard let next = try sharing.own.first?.change(of: sharing.site) else { return nil }
    // A change that other machines cannot read would keep them from all changes behind it.
    guard SharedChange.Name("\(next.name)") != nil, sharing.position < SharedChange.Name.greatest else {
      throw SharingError.miscounted
    }
    let (after, fields) = (try state.unwound(sharing.own).states[1], try SharedFields(of: State.self))
    do throws(PatchError) {
      _ = try after.ruled(fields)
    } catch {
      throw SharingError.refused(next.name, reason: "\(error)")
    }
    return (next, sharing.position + 1)
  }

  /// Begins to share: from then on changes of the shared parts are kept until they have a place in the order.
  ///
  /// The machine that joins first brings the shared parts of its state. Others begin with an empty store, or with a copy of
  /// the files of a machine that has joined. The first change of a machine leads from the state that the order began with
  /// to the shared parts that the machine has when it joins.
  ///
  /// - Parameters:
  ///   - site: The machine's number, from 1 on, which no other one has or had; see ``SharedChange/joining(token:at:)``.
  ///   - beginning: The state that the order began with, the same on every machine; what is shared in it counts.
  /// - Throws: ``SharingError``: `unpublished` for a copy of a store that has not published all. The errors that
  ///   ``send(_:)`` throws.
  public func join(as site: Int, startingWith beginning: @autoclosure () -> State) throws {
    try receive("Join", from: .user) { state in
      guard (1...SharedChange.Name.greatest).contains(site) else { throw SharingError.noSite(site) }
      let fields = try SharedFields(of: State.self)
      try fields.require(undoing: domain.paths, of: State.self)
      var sharing = state[keyPath: State.sharing]
      if sharing.site == site { return nil }
      guard sharing.own.isEmpty else { throw SharingError.unpublished(sharing.own.count) }
      let isFirst = sharing.site == 0
      (sharing.site, sharing.lastNumber) = (site, sharing.applied[site] ?? 0)
      if isFirst {
        let patch = try fields.difference(from: beginning(), to: state)
        let words = ChangeWords(author: .user, label: "Join", time: clock())
        if !patch.isEmpty { try sharing.add(words, patch) }
      }
      return (state.with(sharing), nil)
    }
  }

  /// Takes in the change at a position of the order, from wherever it comes.
  ///
  /// A change that another machine made is a step of its author, and undo goes around it: a machine takes back its own
  /// steps. If this machine has changes without a place in the order, they are carried over the change. If the change is an
  /// own one that was published, it has its place from then on.
  ///
  /// At a position that was applied before, the store compares the names of the two changes. So read the order from the last
  /// position on, not from the next one. The store no longer compares at positions that are
  /// ``Sharing/rememberedPositions`` or more behind the last.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - position: The position of the change in the order, which counts up from 1 and leaves nothing out.
  ///   - choose: Chooses the value where this change and an own change that is carried over it changed the same place:
  ///     *mine* is the value of the own change, as if that had been made later, *theirs* is the value of this change; nil
  ///     leaves it open.
  /// - Returns: The outcome of the call.
  /// - Throws: ``SharingError``, `gap` with the position that is wanted, `forked` where another change was applied at the
  ///   position; `MergeError.conflicts` where something was left open; the errors that ``send(_:)`` throws. Nothing has
  ///   changed then.
  /// - Complexity: O(size of the change), what the state's rules take, and O(size of both) for each own change without a
  ///   place in the order.
  @discardableResult
  public func apply(
    _ change: SharedChange,
    at position: Int,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in .mine }
  ) throws -> ApplyOutcome {
    var outcome = ApplyOutcome.alreadyApplied
    try receive(change.label, from: change.authorElsewhere) { state in
      let taken = try state.taking(change, at: position, SharedFields(of: State.self), resolving: choose)
      outcome = taken.outcome
      return position <= state[keyPath: State.sharing].position ? nil : (taken.state, taken.patch)
    }
    return outcome
  }
}
