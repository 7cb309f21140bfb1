/// Two changes of one value, made into one where the app does not know the steps that led to either: a file that another
/// program changed, or a copy on another machine.
///
///     let merge = try Merge(base: lastSaved, mine: store.state, theirs: onDisk)
///     merge.conflicts              // where both cannot be had: mine is there
///     try store.send(.replaceBy(merge.merged))
///
/// The merge skips parts that both values share, without a look at them. Both changes count once where they are alike. If
/// both changed a field that says how it merges (``FieldMerge``), the field becomes the result of that merge.
public struct Merge<Value: DescribedValue>: Sendable {
  /// The value with both changes. Where they contradict each other and nothing was chosen, it has the value of mine.
  public let merged: Value
  /// The patch from mine to the merged value.
  public let patch: Patch
  /// The conflicts between the changes for which nothing was chosen.
  public let conflicts: [MergeConflict]

  /// Merges two values that began as one.
  ///
  /// - Parameters:
  ///   - base: The value that both changes began with.
  ///   - mine: One's own value.
  ///   - theirs: The other value.
  ///   - rank: The side whose insertion stands first where both insert at one place.
  ///   - choose: Returns the value for a place where the changes contradict each other; nil leaves the conflict open.
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
