/// A collection of keys and values in the order of the keys, whose copies share everything that did not
/// change.
///
/// It has the names of `Dictionary`, and what order gives besides: the first and the last element, ranges of
/// keys, the neighbours of a key, how many keys come before it:
///
///     var meetings: PersistentSortedMap<Time, Meeting> = …
///     let today = meetings[morning..<evening]
///     let next = meetings.element(atOrAfter: now)
///
/// After `let before = meetings`, changing `meetings` copies a few small nodes; `before` has all others in
/// common with it. So every version can be kept, and versions are compared without a look at what they share.
/// Nodes that belong to one map alone are changed in place. A map holds at most 2³² - 1 elements.
///
/// Keys have to be ordered by `<` as `Comparable` demands. Values that are not, above all the number `NaN`,
/// must not be keys: they are not found again, and elements beside them may not be found either. Nothing
/// worse happens.
///
/// Maps are values: they may be sent between threads when their keys and values may, and read from many at
/// once; a variable is changed by one thread at a time, as any variable.
public struct PersistentSortedMap<Key: Comparable, Value> {
  @usableFromInline typealias Content = Keyed<Key, Value>
  @usableFromInline package typealias Tree = CountedTree<Keyed<Key, Value>>
  @usableFromInline typealias Node = BorrowedCountedNode<Keyed<Key, Value>>

  /// A key with its value.
  public typealias Element = (key: Key, value: Value)

  @usableFromInline package var tree: CountedTree<Keyed<Key, Value>>

  @inlinable
  package init(tree: CountedTree<Keyed<Key, Value>>) {
    self.tree = tree
  }

  /// Creates a map without elements. Nothing is allocated.
  @inlinable
  public init() {
    tree = CountedTree()
  }
}

// Nodes are changed only while they are known to be referenced once, by the variable that is being changed;
// all others are never written to. So what is shared is immutable.
extension PersistentSortedMap: @unchecked Sendable where Key: Sendable, Value: Sendable {}

extension PersistentSortedMap {
  /// Sets the value of a key and returns the value that it had before, or nil if the key is new.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    let (rank, isFound) = find(key)
    guard isFound else {
      Tree.requireRoom(count, for: 1)
      tree.insert((key, value), at: rank)
      return nil
    }
    let place = tree.unshare(at: rank)
    let old = place.pointee.value
    place.pointee.value = value
    return old
  }

  /// Removes a key and returns the value that it had, or nil if it was not there.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey key: Key) -> Value? {
    let (rank, isFound) = find(key)
    return isFound ? tree.remove(at: rank).value : nil
  }

  /// Removes the element at an index and returns it.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Index) -> Element {
    requireElement(at: index.number)
    return tree.remove(at: index.number)
  }

  /// Removes and returns the element with the greatest key, or returns nil if there is none.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  public mutating func popLast() -> Element? {
    isEmpty ? nil : tree.remove(at: count &- 1)
  }

  /// Removes and returns the element with the greatest key; there has to be one.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: Rank(count - 1))
  }

  @inlinable @inline(__always)
  func requireElement(at rank: Int) {
    precondition(rank >= 0 && rank < count, "PersistentSortedMap index is out of range")
  }
}
