/// What a field is to become where two changes of one value both changed it.
///
///     field("visits", \.visits, merging: .greatest)
///     field("tags", \.tags, merging: .union)
///     field("stock", \.stock, merging: .by { base, mine, theirs in mine + theirs - base })
///
/// It is asked by ``Merge`` and ``Patch/rebased(over:from:rank:resolving:)``, only where both changes are about this field
/// and lead to something else. What one side alone changed is as that side has it; so a member of a set that one side
/// removed, and the other left alone, is gone.
///
/// A field that has it is never in a conflict, and what is inside it is not merged by its parts. Taking back a step does
/// not ask it: what was the greatest would be so still.
public struct FieldMerge<Value>: Sendable {
  private let merge: @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) -> Value
  /// Whether the sides are told apart by what they changed, and not by whose they are: what is equal may be written
  /// differently, and every machine has to take the same.
  let takesEitherSide: Bool

  private init(
    takesEitherSide: Bool,
    _ merge: @escaping @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) -> Value
  ) {
    (self.takesEitherSide, self.merge) = (takesEitherSide, merge)
  }

  /// What a closure makes of what both sides began with and what each made of it.
  ///
  /// It gives the same where the sides are exchanged; or else two machines that merge each other's changes end apart.
  public static func by(
    _ merge: @escaping @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) -> Value
  ) -> FieldMerge {
    FieldMerge(takesEitherSide: false, merge)
  }

  func merged(base: Value, mine: Value, theirs: Value) -> Value { merge(base, mine, theirs) }
}

extension FieldMerge where Value: Comparable & SendableMetatype {
  /// The greater one of both.
  public static var greatest: FieldMerge { FieldMerge(takesEitherSide: true) { max($1, $2) } }

  /// The lesser one of both.
  public static var least: FieldMerge { FieldMerge(takesEitherSide: true) { min($1, $2) } }
}

extension FieldMerge where Value: SetAlgebra & SendableMetatype {
  /// The members of either; one that either side keeps or adds is there.
  public static var union: FieldMerge { FieldMerge(takesEitherSide: true) { $1.union($2) } }
}

/// A field's rule for merging, whatever the field's type.
struct AnyFieldMerge {
  /// What leads on from their value to the merged one; nil where that is nothing.
  ///
  /// `isMirrored` says that the caller's own side is *theirs*.
  let merged:
    (_ base: FieldBox, _ mine: Patch.Node, _ theirs: Patch.Node, _ isMirrored: Bool) throws(PatchError) ->
      Patch.Node?

  init<Value>(_ merge: FieldMerge<Value>, _ shape: ValueShape<Value>) {
    merged = { base, own, other, isMirrored throws(PatchError) in
      let base = base.value(of: Value.self)
      let (mine, theirs) = (try shape.changing(base, by: own), try shape.changing(base, by: other))
      if try Patch(from: mine, to: theirs, shape).isEmpty { return nil }
      let isExchanged =
        merge.takesEitherSide
        ? Patch(root: other).packed.lexicographicallyPrecedes(Patch(root: own).packed) : isMirrored
      let (first, second) = isExchanged ? (theirs, mine) : (mine, theirs)
      let merged = merge.merged(base: base, mine: first, theirs: second)
      return try Patch(from: theirs, to: merged, shape).root
    }
  }
}

extension ValueShape {
  fileprivate func changing(_ value: Value, by node: Patch.Node) throws(PatchError) -> Value {
    var changed = value
    try withUnsafeMutablePointer(to: &changed) { place throws(PatchError) in
      try apply(node, to: place, .whole)
    }
    return changed
  }
}
