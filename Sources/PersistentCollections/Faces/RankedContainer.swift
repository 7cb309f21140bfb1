/// A ranked collection that owns its elements: a map or a set.
public protocol RankedContainer: RankedCollection {
  /// Creates a collection without elements. Nothing is allocated.
  init()

  /// Removes the element at an index and returns it.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @discardableResult
  mutating func remove(at index: Index) -> Element

  /// Returns the elements that a predicate holds for.
  ///
  /// If all stay, the result is identical to this collection; where few go, it shares nodes with it.
  ///
  /// - Complexity: O(*n*).
  func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self
}

extension RankedContainer {
  /// Removes the first element and returns it, or nil if there is none.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  public mutating func popFirst() -> Element? {
    isEmpty ? nil : remove(at: startIndex)
  }

  /// Removes the first element and returns it; there has to be one.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: startIndex)
  }

  /// Removes the elements that a predicate holds for.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    self = try filter { try !shouldBeRemoved($0) }
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: has no effect: nodes are never larger than they must be.
  /// - Complexity: O(*n*) if nothing shares the elements, else O(1).
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    self = Self()
  }

  /// Creates a collection without elements; the capacity has no effect, because nodes are never larger than they must be.
  @inlinable
  public init(minimumCapacity: Int) { self.init() }

  /// Does nothing: nodes are never larger than they must be.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {}
}
