extension Patch {
  /// Returns what this patch did, done to what another patch has made of the same value.
  ///
  ///     let mine = try Patch(from: base, to: myCopy)
  ///     let theirs = try Patch(from: base, to: theirCopy)
  ///     let merged = try theirCopy.applying(mine.rebased(over: theirs))
  ///
  /// The patches are merged as two steps that did not see each other. Fields, entries of maps and members of sets go by their
  /// names; a change that both patches make alike is made once. Elements of lists and stretches of texts go by their places:
  /// where both insert, ``MergeRank`` says which insertion stands first. Without conflicts, either patch carried over the
  /// other one leads to the same value, if their ranks differ.
  ///
  /// - Parameters:
  ///   - other: A patch that was made from the same value.
  ///   - rank: The side whose insertion stands first where both insert at one place.
  ///   - choose: Returns the value for a place where the patches contradict each other; nil leaves the conflict open.
  /// - Throws: `MergeError.conflicts`, all of them, where something was left open; `MergeError.patch` with the path to
  ///   where the patches cannot have been made from one value.
  /// - Complexity: O(size of both patches).
  public func rebased(
    over other: Patch,
    rank: MergeRank = .second,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws(MergeError) -> Patch {
    try rebased(over: other, nil, nil, rank: rank, resolving: choose)
  }

  /// Returns what this patch did, done to what another patch has made of the same value, where that value has fields that say
  /// how they merge.
  ///
  /// It is ``rebased(over:rank:resolving:)``, and knows what the patches do not: fields that both patches change, and that say
  /// how they merge (``FieldMerge``), become what that says; elements of lists that are `Identifiable` are known again by
  /// their identity.
  ///
  /// - Parameters:
  ///   - other: A patch that was made from the same value.
  ///   - base: That value.
  ///   - rank: The side whose insertion stands first where both insert at one place.
  ///   - choose: Returns the value for a place where the patches contradict each other; nil leaves the conflict open.
  /// - Throws: `MergeError.conflicts`, all of them, where something was left open; `MergeError.patch` with the path to
  ///   where the patches cannot have been made from that value.
  /// - Complexity: O(size of both patches · log *n*).
  public func rebased<Value: DescribedValue>(
    over other: Patch,
    from base: Value,
    rank: MergeRank = .second,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws(MergeError) -> Patch {
    try rebased(over: other, Value._shape, MergeBase(of: base), rank: rank, resolving: choose)
  }

  private func rebased(
    over other: Patch,
    _ shape: AnyValueShape?,
    _ base: MergeBase?,
    rank: MergeRank,
    resolving choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws(MergeError) -> Patch {
    let merged: MergedPatches
    do throws(PatchError) {
      merged = try MergedPatches(
        other,
        self,
        shape,
        base: base,
        rank: rank.mirrored,
        areAlikeOnce: false
      ) { choose(MergeConflict($0, .rebase))?.choice(.rebase) }
    } catch {
      throw .patch(error)
    }
    if !merged.conflicts.isEmpty { throw .conflicts(merged.conflicts.map { MergeConflict($0, .rebase) }) }
    return shape.map(merged.patch.refined) ?? merged.patch
  }
}
