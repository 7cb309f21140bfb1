/// Carries a change over another one of the same value.
struct Rebasing {
  /// Whose insertion stands first where both insert at one place.
  let rank: MergeRank
  /// Whether the same elements or the same text, inserted at one place by both, are one insertion: so where the caller does
  /// not know the steps, and so both may have the same one; where they are known, they are two.
  let unitesInsertions: Bool
  private let choose: (MergeConflict) -> MergeConflict.Choice?
  /// Where it is.
  private var path: [PathComponent] = []
  /// What is there before both changes; nil where nothing in it says how it merges.
  private(set) var base: MergeBase?
  /// The conflicts that were left open. Their places are as the other change made them.
  private(set) var conflicts: [MergeConflict] = []

  init(
    rank: MergeRank,
    unitesInsertions: Bool,
    from base: MergeBase?,
    _ choose: @escaping (MergeConflict) -> MergeConflict.Choice?
  ) {
    (self.rank, self.unitesInsertions, self.choose, self.base) = (rank, unitesInsertions, choose, base)
  }

  mutating func rebase(_ mine: Patch, over theirs: Patch) throws(PatchError) -> Patch {
    guard let own = mine.root, let other = theirs.root else { return mine }
    return Patch(root: try rebase(own, over: other))
  }

  /// Does something one step further in.
  ///
  /// - Parameter baseStep: The step there before both changes, where it is another one.
  mutating func inside<Result>(
    _ step: PathComponent,
    from baseStep: PathComponent? = nil,
    _ body: (inout Rebasing) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    path.append(step)
    let outer = base
    defer {
      path.removeLast()
      base = outer
    }
    do throws(PatchError) {
      base = try outer?.part(baseStep ?? step)
      return try body(&self)
    } catch {
      throw error.inside(step)
    }
  }

  /// Returns what a place is to become, where both changes cannot be had: nothing for `.some(nil)`; nil where it stays
  /// as the other change made it.
  mutating func settle(_ whole: Whole) -> PlainValue?? {
    if whole.mine == whole.theirs { return nil }
    let conflict = MergeConflict(
      path: path,
      kind: whole.kind,
      base: whole.base,
      mine: whole.mine,
      theirs: whole.theirs
    )
    switch choose(conflict) {
    case .mine: return .some(whole.mine)
    case .theirs: return nil
    case .value(let value): return value == whole.theirs ? nil : .some(value)
    case nil:
      conflicts.append(conflict)
      return nil
    }
  }
}

extension Rebasing {
  /// Returns what is left to do; nil when that is nothing.
  mutating func rebase(
    _ mine: Patch.Node,
    over theirs: Patch.Node
  ) throws(PatchError) -> Patch.Node? {
    if let field = base?.field { return try field.merge.merged(field.box, mine, theirs) }
    if let whole = try Whole(mine, theirs) {
      return settle(whole).flatMap { Patch.Node.between(whole.theirs ?? .null, $0 ?? .null) }
    }
    switch (mine, theirs) {
    case (.fields(let own), .fields(let others)):
      let fields = try rebase(own, over: others, name: { .text($0.name) }) {
        rebasing,
        own,
        other throws(PatchError) in
        try rebasing.inside(.field(own.name)) { rebasing throws(PatchError) in
          try rebasing.rebase(own.node, over: other.node).map { Patch.Node.Field(name: own.name, node: $0) }
        }
      }
      return fields.isEmpty ? nil : .fields(fields)
    case (.entries(let own), .entries(let others)):
      let entries = try rebase(own, over: others)
      return entries.isEmpty ? nil : .entries(entries)
    case (.members(let own), .members(let others)):
      let members = try rebase(own, over: others)
      return members.isEmpty ? nil : .members(members)
    case (.list(let own), .list(let others)):
      let runs = try RunRebasing(own, over: others, &self).rebased(&self)
      return runs.isEmpty ? nil : .list(runs)
    case (.text(let own), .text(let others)):
      let runs = try RunRebasing(own, over: others, &self).rebased(&self)
      return runs.isEmpty ? nil : .text(runs)
    default:
      throw PatchError(.otherKind(expected: mine.kind))
    }
  }

  /// Goes through two lists of changes in their order: what is of one name meets, of the rest one's own is left to do.
  mutating func rebase<Change>(
    _ own: [Change],
    over others: [Change],
    name: (Change) -> PlainValue,
    _ meet: (inout Rebasing, Change, Change) throws(PatchError) -> Change?
  ) throws(PatchError) -> [Change] {
    var result: [Change] = []
    var others = others[...]
    for change in own {
      let key = name(change)
      while let other = others.first, name(other).precedes(key) { others.removeFirst() }
      if let other = others.first, name(other) == key {
        others.removeFirst()
        if let left = try meet(&self, change, other) { result.append(left) }
      } else {
        result.append(change)
      }
    }
    return result
  }

  mutating func rebase(
    _ mine: Patch.Node.EntryChange,
    over theirs: Patch.Node.EntryChange
  ) throws(PatchError) -> Patch.Node.EntryChange? {
    let whole: Whole
    switch (mine, theirs) {
    case (.changed(let own), .changed(let other)):
      guard let replaced = try Whole(own, other) else {
        return try rebase(own, over: other).map { .changed($0) }
      }
      whole = replaced
    case (.inserted(let value), .inserted(let other)): whole = Whole(base: nil, mine: value, theirs: other)
    case (.removed(let old), .removed(let other)):
      guard old.isSaid(by: other) else { throw PatchError(.differs(expected: old, found: other)) }
      return nil
    case (.removed(let old), .changed(let node)):
      whole = Whole(base: old, mine: nil, theirs: try old.applying(Patch(root: node)))
    case (.changed(let node), .removed(let old)):
      whole = Whole(base: old, mine: try old.applying(Patch(root: node)), theirs: nil)
    case (.inserted, _): throw PatchError(.alreadyThere)
    case (_, .inserted): throw PatchError(.nothingThere)
    }
    guard let value = settle(whole) else { return nil }
    switch (whole.theirs, value) {
    case (nil, let new?): return .inserted(new)
    case (let old?, nil): return .removed(old)
    case (let old?, let new?): return Patch.Node.between(old, new).map { .changed($0) }
    case (nil, nil): return nil
    }
  }
}

extension Rebasing {
  /// Carries what happened to an element of a list over what else happened to it, where either changed it.
  mutating func rebase(
    _ mine: Patch.Node.Run,
    over theirs: Patch.Node.Run,
    at position: Int,
    from oldPosition: Int
  ) throws(PatchError) -> [Patch.Node.Run] {
    try inside(.position(position), from: .position(oldPosition)) { rebasing throws(PatchError) in
      let whole: Whole
      switch (mine, theirs) {
      case (.changed(let own), .changed(let other)):
        guard let replaced = try Whole(own, other) else {
          return [try rebasing.rebase(own, over: other).map { .changed($0) } ?? .kept(1)]
        }
        whole = replaced
      case (.changed(let node), .removed(let values)):
        whole = Whole(base: values[0], mine: try values[0].applying(Patch(root: node)), theirs: nil)
      case (.removed(let values), .changed(let node)):
        whole = Whole(base: values[0], mine: nil, theirs: try values[0].applying(Patch(root: node)))
      case (.changed, _): return [mine]
      default: return [.kept(1)]
      }
      switch (whole.theirs, rebasing.settle(whole)) {
      case (nil, let value??): return [.inserted([value])]
      case (nil, _): return []
      case (_, nil): return [.kept(1)]
      case (let theirs?, nil?): return [.removed([theirs])]
      case (let theirs?, let value??):
        return [Patch.Node.between(theirs, value).map { .changed($0) } ?? .kept(1)]
      }
    }
  }
}
