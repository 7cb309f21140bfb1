/// What became of a value on both sides, where they cannot be put together; nil is nothing.
struct Whole {
  let base: PlainValue?
  let mine: PlainValue?
  let theirs: PlainValue?

  let kind: MergeConflict.Kind

  init(base: PlainValue?, mine: PlainValue?, theirs: PlainValue?) {
    let kind: MergeConflict.Kind =
      switch (base, mine, theirs) {
      case (nil, _, _), (.null, _, _): .insertedTwice
      case (_, nil, _), (_, .null, _), (_, _, nil), (_, _, .null): .changedAndRemoved
      default: .changedTwice
      }
    self.init(base: base, mine: mine, theirs: theirs, kind: kind)
  }

  init(base: PlainValue?, mine: PlainValue?, theirs: PlainValue?, kind: MergeConflict.Kind) {
    (self.base, self.mine, self.theirs, self.kind) = (base, mine, theirs, kind)
  }

  /// What became of a value that one side replaced; nil where neither did.
  init?(_ mine: Patch.Node, _ theirs: Patch.Node) throws(PatchError) {
    switch (mine, theirs) {
    case (.replaced(let base, let own), .replaced(let other, let present)):
      guard base.isSaid(by: other) else { throw PatchError(.differs(expected: base, found: other)) }
      self.init(base: base, mine: own, theirs: present)
    case (.replaced(let base, let own), _):
      self.init(base: base, mine: own, theirs: try base.applying(Patch(root: theirs)))
    case (_, .replaced(let base, let present)):
      self.init(base: base, mine: try base.applying(Patch(root: mine)), theirs: present)
    default: return nil
    }
  }
}
