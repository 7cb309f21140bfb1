/// An ordered collection whose copies share everything that did not change.
///
/// It feels like `Array` and has the same names. What differs is what things cost. After
///
///     let before = lines
///     lines.insert("A new line", at: 5_000)
///
/// an array has moved or copied all lines; a persistent array has copied a few small nodes, and `before` and
/// `lines` have all others in common. So every version can be kept, versions can be compared without a look
/// at what they share, and elements come and go in the middle, arrays are cut and joined, in logarithmic
/// time. In return, getting at an element takes a handful of steps instead of one.
///
/// Nodes that belong to one array alone are changed in place. An array holds at most 2³² - 1 elements.
///
/// Arrays are values: they may be sent between threads when their elements may, and read from many at once; a
/// variable is changed by one thread at a time, as any variable.
public struct PersistentArray<Element> {
  @usableFromInline typealias Content = Positioned<Element>
  @usableFromInline typealias Tree = CountedTree<Positioned<Element>>
  @usableFromInline typealias Leaf = CountedNode<Positioned<Element>>
  @usableFromInline typealias Node = BorrowedCountedNode<Positioned<Element>>

  /// All elements but the last few.
  @usableFromInline package var tree: CountedTree<Positioned<Element>>
  /// The last few elements, in a leaf of their own: appending copies this leaf alone until it is full and
  /// becomes the last one of the tree. Nil only if there are no elements at all.
  @usableFromInline var tail: CountedNode<Positioned<Element>>?

  @inlinable
  init(tree: CountedTree<Positioned<Element>>, tail: CountedNode<Positioned<Element>>?) {
    self.tree = tree
    self.tail = tail
  }

  /// Makes an array of a tree, the last leaf of which becomes the tail.
  @inlinable
  init(tree: consuming CountedTree<Positioned<Element>>) {
    let last = tree.removeLastLeaf()
    self.init(tree: tree, tail: last)
  }

  /// Creates an array without elements. Nothing is allocated.
  @inlinable
  public init() {
    self.init(tree: CountedTree(), tail: nil)
  }

  /// The tree with the tail as its last leaf.
  @inlinable var wholeTree: CountedTree<Positioned<Element>> {
    var whole = tree
    whole.append(CountedTree(root: tail))
    return whole
  }

  @inlinable @inline(__always) var tailCount: Int {
    guard let tail else { return 0 }
    return tail.elementCount
  }
}

// Nodes are changed only while they are known to be referenced once, by the variable that is being changed;
// all others are never written to. So what is shared is immutable.
extension PersistentArray: @unchecked Sendable where Element: Sendable {}

extension PersistentArray {
  /// The number of elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { tree.count &+ tailCount }

  /// Whether there are no elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var isEmpty: Bool { tail == nil }

  @inlinable @inline(__always)
  func requireElement(at position: Int) {
    precondition(position >= 0 && position < count, "PersistentArray index is out of range")
  }

  @inlinable @inline(__always)
  func requirePosition(_ position: Int) {
    precondition(position >= 0 && position <= count, "PersistentArray index is out of range")
  }

  @inlinable @inline(__always)
  func requireRange(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "PersistentArray range is out of bounds"
    )
  }

  /// Accesses an element.
  ///
  /// An element that is changed through the subscript, as in `array[5].append("!")`, is changed where it
  /// lies: it is not copied unless there is a copy of the array.
  ///
  /// - Complexity: O(log *n*) nodes are visited, none to reach one of the last few elements; setting copies
  ///   those that are shared.
  @inlinable
  public subscript(position: Int) -> Element {
    @inline(__always)
    get {
      withElement(at: position) { copy $0 }
    }
    @inline(__always)
    _modify {
      requireElement(at: position)
      yield &unshare(at: position).pointee
    }
  }

  /// Calls `body` with an element where it lies: what it holds is not retained.
  @inlinable @inline(__always)
  package func withElement<Result>(at position: Int, _ body: (borrowing Element) -> Result) -> Result {
    requireElement(at: position)
    let count = tree.count
    if position < count { return tree.withElement(at: position) { body($0.pointee) } }
    // There is an element behind those of the tree, so there is a tail.
    let tail = tail.unsafelyUnwrapped
    return withExtendedLifetime(tail) { body(Node(tail).elements[position &- count]) }
  }

  /// Returns the place of an element, for it to be changed. It is good until the array is used again.
  @inlinable
  mutating func unshare(at position: Int) -> UnsafeMutablePointer<Element> {
    let count = tree.count
    if position < count { return tree.unshare(at: position) }
    // There is an element behind those of the tree, so there is a tail.
    var tail = self.tail.take().unsafelyUnwrapped
    if !isKnownUniquelyReferenced(&tail) {
      tail = withExtendedLifetime(tail) { Node(tail).copyingLeaf(Node(tail).header) }
    }
    self.tail = tail
    return Node(tail).elements + (position &- count)
  }
}
