extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// Whether an element is in a collection that is in ascending order.
  ///
  /// - Complexity: O(log *n*) elements are looked at.
  func containsInOrder(_ element: Element) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == element
  }
}
