extension PersistentSet: Hashable {
  /// Returns whether both sets have the same elements.
  ///
  /// - Complexity: O(1) if they are identical, O(changes · log *n*) for versions of one set, O(*n*) otherwise.
  @inlinable
  public static func == (left: PersistentSet, right: PersistentSet) -> Bool {
    left.tree.isEqual(to: right.tree) { _, _ in true }
  }

  /// Feeds the elements to a hasher, in a way that their order does not matter.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    tree.hash(into: &hasher) { _, _ in }
  }
}

extension PersistentSet: Encodable where Element: Encodable {
  /// Encodes the elements as a list, as `Set` does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension PersistentSet: Decodable where Element: Decodable {
  /// Decodes a list; elements that are there twice are taken once, as `Set` takes them.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { insert(try container.decode(Element.self)) }
  }
}

extension PersistentSet: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The elements, as a debugger shows those of a set.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .set) }
}
