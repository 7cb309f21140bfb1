/// An unordered collection of keys and values whose copies share everything that did not change.
///
/// It feels like `Dictionary` and has the same names. The difference is what a copy costs: after
///
///     let before = map
///     map["Ada"] = 1815
///
/// a dictionary has copied all its elements; a persistent map has copied the few nodes that lead to `"Ada"`, and
/// `before` and `map` have all others in common. Keeping every version of a map is therefore cheap, and
/// so is comparing versions: parts that are shared are known to be equal without a look at them.
///
/// Nodes that belong to one map alone are changed in place, so building a map and changing an unshared one
/// allocate no more than they must.
///
/// Keys and values are in no particular order, though in the same one as long as the map does not change. A map
/// holds at most 2³¹ - 1 elements.
///
/// Maps are values: they may be sent between threads when their keys and values may, and read from many at
/// once; a variable is changed by one thread at a time, as any variable.
public struct PersistentMap<Key: Hashable, Value> {
  @usableFromInline package var tree: HashTree<Key, Value>

  @inlinable
  package init(tree: HashTree<Key, Value>) {
    self.tree = tree
  }

  /// Creates a map without elements. Nothing is allocated.
  @inlinable
  public init() {
    tree = HashTree()
  }
}

// A tree is a reference to nodes that are changed only while they are known to be referenced once, by the
// variable that is being changed; all others are never written to. So what is shared is immutable.
extension PersistentMap: @unchecked Sendable where Key: Sendable, Value: Sendable {}

extension PersistentMap {
  /// Sets the value of a key and returns the value that it had before, or nil if the key is new.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    tree.update(key, to: value)
  }

  /// Removes a key and returns the value that it had, or nil if it was not there.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey key: Key) -> Value? {
    tree.remove(key)?.value
  }

  /// Removes the element at an index and returns it.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Index) -> Element {
    tree.remove(atRank: index.number)
  }
}
