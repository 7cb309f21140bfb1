import PersistentCollections

extension PersistentMap: KeyedStructure where Key: Described, Value: Described {
  @inlinable
  static var isInOrder: Bool { false }

  @inlinable
  func forEachEntry(_ body: (EntryPlace<Key, Value>) -> Void) { forEachPlace(body) }
}

extension PersistentMap: Described where Key: Described, Value: Described {
  /// A map has no fields; its entries are described by their types.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Entries by key.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape(KeyedWalks()) } }
}

extension PersistentSortedMap: KeyedStructure where Key: Described & Hashable, Value: Described {
  @inlinable
  static var isInOrder: Bool { true }

  @inlinable
  func forEachEntry(_ body: (EntryPlace<Key, Value>) -> Void) { forEachPlace(body) }
}

extension PersistentSortedMap: Described where Key: Described & Hashable, Value: Described {
  /// A map has no fields; its entries are described by their types.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Entries by key.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape(KeyedWalks()) } }
}

extension PersistentSet: MemberStructure where Element: Described {
  @inlinable
  mutating func insert(member: Element) { insert(member) }
  @inlinable
  mutating func remove(member: Element) -> Element? { remove(member) }

  @inlinable
  func forEachMember(_ body: (UnsafePointer<Element>) -> Void) { forEachPlace(body) }
}

extension PersistentSet: Described where Element: Described {
  /// A set has no fields; its members are described by their type.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Members without order.
  @inlinable
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) { MemberShape(MemberWalks()) }
  }
}

extension PersistentArray: ListStructure where Element: Described {
  @inlinable
  func forEachElement(_ body: (UnsafePointer<Element>) -> Void) { forEachPlace(body) }

  @inlinable
  mutating func replace(_ replacements: [Array<Element>.Replacement]) {
    for part in replacements.reversed() { replaceSubrange(part.places, with: part.elements) }
  }
}

extension PersistentArray: Described where Element: Described {
  /// An array has no fields; its elements are described by their type.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Elements in order.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { ListShape(ListWalks()) } }
}
