extension PersistentArray: ExpressibleByArrayLiteral {
  /// Creates an array of the elements of a literal.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension PersistentArray: Equatable where Element: Equatable {
  /// Returns whether both arrays have equal elements in the same order.
  ///
  /// Nodes that both share, at the same positions, are not looked into.
  ///
  /// - Complexity: O(elements in nodes that are not shared), at most O(*n*).
  @inlinable
  public static func == (left: PersistentArray, right: PersistentArray) -> Bool {
    left.elementsEqual(right, by: ==)
  }
}

extension PersistentArray {
  /// Returns whether both arrays have elements that are equivalent, in the same order.
  ///
  /// Nodes that both share, at the same positions, are not looked into: every element has to be equivalent to
  /// itself.
  @inlinable
  package func elementsEqual(_ other: PersistentArray, by areEquivalent: (Element, Element) -> Bool) -> Bool {
    guard count == other.count else { return false }
    var (left, right) = (CountedTreeParts(tree, tail: tail), CountedTreeParts(other.tree, tail: other.tail))
    return left.elementsEqual(&right, by: areEquivalent)
  }
}

extension PersistentArray: Hashable where Element: Hashable {
  /// Feeds the elements to a hasher, and how many there are.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension PersistentArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension PersistentArray: Decodable where Element: Decodable {
  /// Decodes what an array, persistent or not, was encoded as.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var builder = CountedTreeBuilder<Positioned<Element>>()
    while !container.isAtEnd { builder.append(try container.decode(Element.self)) }
    self.init(&builder)
  }
}

extension PersistentArray: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements as an array describes them.
  public var description: String { Array(self).description }

  /// The elements as an array describes them to programmers.
  public var debugDescription: String { Array(self).debugDescription }
}

extension PersistentArray: CustomReflectable {
  /// The elements, as in the mirror of an array.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}

extension PersistentArray: StructureSharing {
  /// Returns whether both arrays are one and the same storage.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func isIdentical(to other: PersistentArray) -> Bool {
    tree.root === other.tree.root && tail === other.tail
  }

  /// Counts the nodes of this array that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  @inlinable
  public func addFootprint(to meter: inout FootprintMeter) {
    withExtendedLifetime(self) {
      if let root = tree.root { Node(root).addFootprint(to: &meter, visiting: nil) }
      if let tail { Node(tail).addFootprint(to: &meter, visiting: nil) }
    }
  }

  /// Counts the nodes that this array has and an older version has not, and the reverse.
  ///
  /// - Complexity: O(nodes that differ, and their children).
  @inlinable
  public func addExchange(from older: PersistentArray, to exchange: inout FootprintExchange) {
    tree.addExchange(from: older.tree, tails: (older.tail, tail), to: &exchange)
  }
}
