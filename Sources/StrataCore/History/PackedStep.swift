/// The encoded patch of one step, and the restored fields on both sides of the step.
///
/// A step that other steps were added to has several parts, until it is packed with its page. The parts, one after the other,
/// are the step.
package struct PackedStep: Sendable {
  package private(set) var parts: [ArraySlice<UInt8>]
  package private(set) var restoredValues: RestoredValues?

  init(_ bytes: ArraySlice<UInt8>, restoredValues: RestoredValues? = nil) {
    (parts, self.restoredValues) = ([bytes], restoredValues)
  }

  /// A step that was made elsewhere.
  package init(_ patch: Patch, restoredValues: RestoredValues? = nil) {
    self.init(patch.packed[...], restoredValues: restoredValues)
  }

  /// How many bytes it has.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Adds another step to this one.
  mutating func append(_ next: PackedStep) {
    parts += next.parts
    restoredValues = restoredValues?.followed(by: next.restoredValues) ?? next.restoredValues
  }

  /// The change that was made.
  package var patch: Patch {
    get throws(PatchError) {
      var patches: [Patch] = []
      for part in parts { patches.append(try Patch(packed: part)) }
      return patches.count == 1 ? patches[0] : try Patch(composing: patches)
    }
  }

  /// The change in one part.
  var bytes: ArraySlice<UInt8> {
    get throws(PatchError) { parts.count == 1 ? parts[0] : try patch.packed[...] }
  }
}
