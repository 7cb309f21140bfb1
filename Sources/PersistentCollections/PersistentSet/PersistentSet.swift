/// An unordered collection of different elements whose copies share everything that did not change.
///
/// It feels like `Set` and has the same names. A copy costs a reference count, and a change of it copies the few
/// nodes that lead to the element; all others are common to both. Set operations take over whole parts of their
/// operands wherever those did not change, and skip what both have in common.
///
/// Elements are in no particular order, though in the same one as long as the set does not change. A set holds
/// at most 2³¹ - 1 elements.
///
/// Sets are values: they may be sent between threads when their elements may, and read from many at once; a
/// variable is changed by one thread at a time, as any variable.
public struct PersistentSet<Element: Hashable> {
  @usableFromInline package var tree: HashTree<Element, Void>

  @inlinable
  package init(tree: HashTree<Element, Void>) {
    self.tree = tree
  }

  /// Creates a set without elements. Nothing is allocated.
  @inlinable
  public init() {
    tree = HashTree()
  }

  /// Creates a set of the elements of a sequence, each once.
  ///
  /// - Complexity: O(*n* · log *n*) nodes are visited, where *n* is the length of the sequence; O(1) for a persistent set.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    formUnion(elements)
  }

  /// Creates a set of the keys of a map.
  ///
  /// - Complexity: O(*n*); no key is hashed.
  @inlinable
  public init<Value>(_ keys: PersistentMap<Element, Value>.Keys) {
    tree = keys.map.tree.mapValues { _ in }
  }
}

// A tree is a reference to nodes that are changed only while they are known to be referenced once, by the
// variable that is being changed; all others are never written to. So what is shared is immutable.
extension PersistentSet: @unchecked Sendable where Element: Sendable {}

extension PersistentSet: ExpressibleByArrayLiteral {
  /// Creates a set from a literal; elements that are there twice are taken once.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension PersistentSet {
  /// Whether there are no elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var isEmpty: Bool { tree.isEmpty }

  /// Returns whether an element is there.
  ///
  /// - Complexity: O(log *n*) nodes are visited.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    tree.hasKey(element)
  }

  /// Inserts an element unless an equal one is there.
  ///
  /// - Returns: whether it was inserted, and the element that is there now.
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element) -> (inserted: Bool, memberAfterInsert: Element) {
    let hash = element.treeHash
    // An equal element is looked for first: where it is there, no shared node is copied.
    if let member = tree.withEntry(of: element, hash: hash, { $0?.key.pointee }) { return (false, member) }
    let member = tree.locate(element, hash: hash, inserting: ())?.key.pointee
    return (member == nil, member ?? element)
  }

  /// Inserts an element in place of an equal one, which is returned.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func update(with element: Element) -> Element? {
    guard let place = tree.locate(element, hash: element.treeHash, inserting: ())?.key else { return nil }
    let old = place.move()
    place.initialize(to: element)
    return old
  }

  /// Removes an element and returns it, or nil if it was not there.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    tree.remove(element)?.key
  }

  /// Removes the element at an index and returns it.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Index) -> Element {
    tree.remove(atRank: index.number).key
  }

  /// Returns the elements that a predicate holds for.
  ///
  /// Nodes whose elements all stay are shared with this set; if all stay, the result is identical to it.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PersistentSet {
    PersistentSet(tree: try tree.filter { element, _ in try isIncluded(element) })
  }
}
