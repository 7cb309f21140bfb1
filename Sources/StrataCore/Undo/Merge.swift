/// Two changes of one value, made into one where the app does not know the steps that led to either: a file that another
/// program changed, or a copy on another machine.
///
///     let merge = try Merge(base: lastSaved, mine: store.state, theirs: onDisk)
///     merge.conflicts              // where both cannot be had: mine is there
///     try store.send(.replaceBy(merge.merged))
///
/// What both have in common is skipped without a look at it. What both did alike, they did once. Where a field says how it
/// merges (``FieldMerge``), and both changed it, it becomes what that says.
public struct Merge<Value: DescribedValue>: Sendable {
  /// What both changes make together; where they contradict each other and nothing was chosen, as it is in mine.
  public let merged: Value
  /// What leads from mine to the merged value.
  public let patch: Patch
  /// Where the changes contradict each other and nothing was chosen.
  public let conflicts: [MergeConflict]

  /// Merges two values that began as one.
  ///
  /// - Parameters:
  ///   - base: What both began with.
  ///   - mine: One's own value.
  ///   - theirs: The other value.
  ///   - rank: Whose insertion stands first where both insert at one place.
  ///   - choose: Says what is to be there in the end where the changes contradict each other; nil leaves it open.
  /// - Throws: ``PatchError`` where the value's own rules refuse what the changes make together, where something was
  ///   chosen that is none of the type there, and where a leaf refuses to be written.
  /// - Complexity: O(changes · log *n*) for versions of one value.
  public init(
    base: Value,
    mine: Value,
    theirs: Value,
    rank: MergeRank = .first,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws(PatchError) {
    let merged = try MergedPatches(
      Patch(from: base, to: mine),
      Patch(from: base, to: theirs),
      Value._shape,
      base: MergeBase(of: base),
      rank: rank
    ) { choose(MergeConflict($0, .merge))?.choice(.merge) }
    patch = merged.patch.refined(Value._shape)
    conflicts = merged.conflicts.map { MergeConflict($0, .merge) }
    self.merged = try mine.applying(patch)
  }
}
