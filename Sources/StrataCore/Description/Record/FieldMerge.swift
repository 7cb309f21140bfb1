/// The rule for a field that two changes of one value have both changed.
///
///     field("visits", \.visits, merging: .greatest)
///     field("tags", \.tags, merging: .union)
///
/// It is asked by ``Merge`` and ``Patch/rebased(over:from:rank:resolving:)``, only where both changes are about this field
/// and lead to something else. What one side alone changed is as that side has it; so a member of a set that one side
/// removed, and the other left alone, is gone.
///
/// A field that has it is never in a conflict, and what is inside it is not merged by its parts. Taking back a step does
/// not ask it: what was the greatest would be so still.
public struct FieldMerge<Value>: Sendable {
  /// Merges two values of equal rank.
  let merged: @Sendable (Value, Value) -> Value
}

extension FieldMerge where Value: Comparable & SendableMetatype {
  /// The greater one of both.
  public static var greatest: FieldMerge { FieldMerge { max($0, $1) } }

  /// The lesser one of both.
  public static var least: FieldMerge { FieldMerge { min($0, $1) } }
}

extension FieldMerge where Value: SetAlgebra & SendableMetatype {
  /// The members of either; one that either side keeps or adds is there.
  public static var union: FieldMerge { FieldMerge { $0.union($1) } }
}

/// A field's rule for merging, whatever the field's type.
struct AnyFieldMerge {
  /// The step from their value to the merged one; nil where that is nothing.
  let merged: (_ base: FieldBox, _ mine: Patch.Node, _ theirs: Patch.Node) throws(PatchError) -> Patch.Node?

  init<Value>(_ merge: FieldMerge<Value>, _ shape: ValueShape<Value>) {
    merged = { base, own, other throws(PatchError) in
      let base = base.value(of: Value.self)
      let (mine, theirs) = (try shape.changing(base, by: own), try shape.changing(base, by: other))
      if try Patch(from: mine, to: theirs, shape).isEmpty { return nil }
      // The order of the sides is that of their patches: equal values may be written differently, and every machine has to
      // take the same one.
      let isExchanged = Patch(root: other).packed.lexicographicallyPrecedes(Patch(root: own).packed)
      let merged = isExchanged ? merge.merged(theirs, mine) : merge.merged(mine, theirs)
      return try Patch(from: theirs, to: merged, shape).root
    }
  }
}

extension ValueShape {
  fileprivate func changing(_ value: Value, by node: Patch.Node) throws(PatchError) -> Value {
    var changed = value
    try withPlace(of: &changed) { place throws(PatchError) in
      try apply(node, to: place, .whole)
    }
    return changed
  }
}
