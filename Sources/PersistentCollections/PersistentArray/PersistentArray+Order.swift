/// Sorting and filtering, which leave an array as it is where there is nothing to do.
extension PersistentArray {
  /// Sorts the elements; those that neither comes before the other stay in their order.
  ///
  /// An array that is in order already stays identical to what it was.
  ///
  /// - Complexity: O(*n* · log *n*), O(*n*) if the elements are in order.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    var iterator = makeIterator()
    guard var last = iterator.next() else { return }
    while let element = iterator.next() {
      if try areInIncreasingOrder(element, last) {
        self = PersistentArray(try sorted(by: areInIncreasingOrder))
        return
      }
      last = element
    }
  }

  /// Returns the elements that a predicate holds for.
  ///
  /// If all stay, the result is identical to this array; where few go, it shares nodes with it.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PersistentArray {
    let whole = wholeTree
    let filtered = try whole.filtered { try isIncluded($0.pointee) }
    return filtered.root === whole.root ? self : PersistentArray(tree: filtered)
  }

  /// Removes the elements that a predicate holds for.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    self = try filter { try !shouldBeRemoved($0) }
  }

  /// Removes the first element and returns it, or nil if there is none.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  public mutating func popFirst() -> Element? {
    isEmpty ? nil : remove(at: 0)
  }
}

extension PersistentArray where Element: Comparable {
  /// Sorts the elements.
  ///
  /// An array that is in order already stays identical to what it was.
  ///
  /// - Complexity: O(*n* · log *n*), O(*n*) if the elements are in order.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
