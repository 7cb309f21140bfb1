/// Neighbouring elements of an older row, and the elements of a newer row that stand in their place.
///
/// An empty `old` means that elements were inserted; an empty `new` means that elements were removed.
@usableFromInline
package typealias Splice = (old: Range<Int>, new: Range<Int>)

extension [Splice] {
  /// Appends a splice, or joins it with the last one where fewer than `distance` elements lie between the two.
  @inlinable
  package mutating func append(_ splice: Splice, joiningWithin distance: Int) {
    guard let last,
      splice.old.lowerBound - last.old.upperBound < distance
        || splice.new.lowerBound - last.new.upperBound < distance
    else { return append(splice) }
    self[count - 1] = (
      last.old.lowerBound..<Swift.max(last.old.upperBound, splice.old.upperBound),
      last.new.lowerBound..<Swift.max(last.new.upperBound, splice.new.upperBound)
    )
  }
}
