extension PersistentSortedMap {
  /// Creates a map and lets a closure decide about the values of keys that are there more than once.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*n*) if the keys are in order, else O(*n* log *n*) comparisons.
  @inlinable
  public init(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    var sorted = Array(elements)
    if !Self.isAscending(sorted) { sorted.sort { $0.0 < $1.0 } }
    var builder = CountedTreeBuilder<Keyed<Key, Value>>()
    var index = 0
    while index < sorted.count {
      let key = sorted[index].0
      var value = sorted[index].1
      index += 1
      while index < sorted.count, sorted[index].0 == key {
        value = try combine(value, sorted[index].1)
        index += 1
      }
      builder.append((key, value))
    }
    self.init(&builder)
  }

  /// Creates a map of elements that are made one after the other in the order of their keys, each where it stays.
  ///
  /// Returns nil at the first key that is not greater than the one before.
  ///
  /// - Parameter next: Puts the next element in two places that are empty; false when there is none.
  @inlinable
  package init?<Failure: Error>(
    ascending next: (UnsafeMutablePointer<Key>, UnsafeMutablePointer<Value>) throws(Failure) -> Bool
  ) throws(Failure) {
    var builder = CountedTreeBuilder<Keyed<Key, Value>>()
    // Nodes stay where they are as long as they are built on.
    var last: UnsafePointer<Key>?
    while true {
      let place = Self.place(of: builder.placeForNext())
      guard try next(UnsafeMutablePointer(mutating: place.key), UnsafeMutablePointer(mutating: place.value))
      else {
        break
      }
      builder.countNext()
      if let last, !(last.pointee < place.key.pointee) { return nil }
      last = place.key
    }
    self.init(&builder)
  }

  @inlinable
  static func isAscending(_ elements: [(Key, Value)]) -> Bool {
    for index in elements.indices.dropFirst() where !(elements[index - 1].0 < elements[index].0) {
      return false
    }
    return true
  }

  @inlinable
  init(_ builder: inout CountedTreeBuilder<Keyed<Key, Value>>) {
    self.init(tree: CountedTree(&builder))
  }
}
