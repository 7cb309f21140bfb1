extension Array {
  /// Elements that take the place of others.
  @usableFromInline typealias Replacement = (places: Range<Int>, elements: [Element])

  /// Puts elements in the place of others: where they are many, in one pass.
  ///
  /// - Parameter replacements: in ascending order, places as they are before the first of them.
  /// - Complexity: O(*n*), however many.
  @inlinable
  mutating func replace(_ replacements: [Replacement]) {
    if replacements.count < 8 {
      for part in replacements.reversed() { replaceSubrange(part.places, with: part.elements) }
      return
    }
    var replaced: [Element] = []
    replaced.reserveCapacity(replacements.reduce(count) { $0 + $1.elements.count - $1.places.count })
    var next = 0
    for part in replacements {
      replaced += self[next..<part.places.lowerBound]
      replaced += part.elements
      next = part.places.upperBound
    }
    replaced += self[next...]
    self = replaced
  }
}
