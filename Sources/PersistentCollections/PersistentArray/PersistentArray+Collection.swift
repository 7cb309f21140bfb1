extension PersistentArray: RandomAccessCollection, MutableCollection {
  /// A position, as in an array: a number from zero on.
  public typealias Index = Int
  /// The positions of all elements.
  public typealias Indices = Range<Int>
  /// A part of an array that keeps the positions of the whole; taking one is O(1).
  ///
  /// `PersistentArray(array[2..<5])` makes an array of its own of it, in O(log *n*).
  public typealias SubSequence = Slice<PersistentArray>

  /// The position of the first element: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position behind the last element, which is the number of elements.
  @inlinable
  public var endIndex: Int { count }

  /// Returns the next position.
  @inlinable
  public func index(after position: Int) -> Int { position + 1 }

  /// Returns the position before.
  @inlinable
  public func index(before position: Int) -> Int { position - 1 }

  /// Returns the position that is some elements away.
  @inlinable
  public func index(_ position: Int, offsetBy distance: Int) -> Int { position + distance }

  /// Returns how many elements the second position is away from the first.
  @inlinable
  public func distance(from start: Int, to end: Int) -> Int { end - start }

  /// Accesses the elements at some positions, which keep their positions.
  ///
  /// - Complexity: O(1) to get, O(log *n* + *m*) to set *m* elements; if these are a slice of a persistent
  ///   array, O(log *n*).
  @inlinable
  public subscript(range: Range<Int>) -> Slice<PersistentArray> {
    get {
      requireRange(range)
      return Slice(base: self, bounds: range)
    }
    set {
      replaceSubrange(range, with: newValue)
    }
  }
}

extension PersistentArray: RangeReplaceableCollection {
  /// Creates an array of the elements of a sequence.
  ///
  /// - Complexity: O(*n*); O(log *n*) for a slice of a persistent array, and O(1) for a persistent array.
  @inlinable
  public init<S: Sequence>(_ elements: S) where S.Element == Element {
    if let array = elements as? PersistentArray {
      self = array
    } else if let slice = elements as? Slice<PersistentArray> {
      self = slice.base.section(slice.startIndex..<slice.endIndex)
    } else {
      var builder = CountedTreeBuilder<Positioned<Element>>()
      builder.append(contentsOf: elements)
      self.init(&builder)
    }
  }

  @inlinable
  init(_ builder: inout CountedTreeBuilder<Positioned<Element>>) {
    let (tree, tail) = builder.finish()
    self.init(tree: tree, tail: tail)
  }

  /// Adds the elements of a sequence at the end.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* elements; O(log *n*) if they are a persistent array or a slice of
  ///   one.
  @inlinable
  public mutating func append<S: Sequence>(contentsOf newElements: S) where S.Element == Element {
    // Few elements are cheaper one by one than as an array that is joined.
    if newElements is PersistentArray || newElements is Slice<PersistentArray>
      || newElements.underestimatedCount > Node.leafCapacity
    {
      append(contentsOf: PersistentArray(newElements))
      return
    }
    for element in newElements { append(element) }
  }

  /// Removes the elements at some positions and puts others in their place.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* new elements; O(log *n*) if they are a persistent array or a
  ///   slice of one. Releasing what is removed takes O(removed elements) if nothing shares them.
  @inlinable
  public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with newElements: C)
  where C.Element == Element {
    requireRange(range)
    let added = newElements.count
    if range.count <= 2 && added <= 2 {
      replaceFew(range, with: newElements)
      return
    }
    if range.lowerBound == count {
      append(contentsOf: PersistentArray(newElements))
      return
    }
    let middle = PersistentArray(newElements)
    let (before, rest) = split(at: range.lowerBound)
    let after = rest.split(at: range.count).1
    self = before
    append(contentsOf: middle)
    append(contentsOf: after)
  }

  /// Replaces elements one by one, which does not cut the tree.
  @inlinable
  mutating func replaceFew<C: Collection>(_ range: Range<Int>, with newElements: C)
  where C.Element == Element {
    var position = range.lowerBound
    for element in newElements {
      if position < range.upperBound {
        self[position] = element
      } else {
        insert(element, at: position)
      }
      position += 1
    }
    for surplus in stride(from: range.upperBound - 1, through: position, by: -1) {
      remove(at: surplus)
    }
  }
}
