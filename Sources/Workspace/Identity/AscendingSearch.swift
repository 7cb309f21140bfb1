extension RandomAccessCollection where Index == Int {
  /// The first place from which on something is true of the elements; it has to be false of all before.
  ///
  /// - Complexity: O(log *n*) elements are looked at.
  func firstIndexInOrder(where isTrue: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// Whether an element is in a collection that is in ascending order.
  ///
  /// - Complexity: O(log *n*) elements are looked at.
  func containsInOrder(_ element: Element) -> Bool {
    let place = firstIndexInOrder { $0 >= element }
    return place < endIndex && self[place] == element
  }
}
