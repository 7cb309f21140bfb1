import PersistentCollections

extension PersistentMap: KeyedStructure where Key: Described, Value: Described {
  func forEachEntry(_ body: (EntryPlace<Key, Value>) -> Void) { forEachPlace(body) }
}

extension PersistentMap: Described where Key: Described, Value: Described {
  /// A map has no fields; its entries are described by their types.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Entries by key.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape() } }
}

extension PersistentSortedMap: KeyedStructure where Key: Described & Hashable, Value: Described {
  func forEachEntry(_ body: (EntryPlace<Key, Value>) -> Void) { forEachPlace(body) }
}

extension PersistentSortedMap: Described where Key: Described & Hashable, Value: Described {
  /// A map has no fields; its entries are described by their types.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Entries by key.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape() } }
}

extension PersistentSet: MemberStructure where Element: Described {
  mutating func insert(member: Element) { insert(member) }
  mutating func remove(member: Element) -> Element? { remove(member) }

  func forEachMember(_ body: (UnsafePointer<Element>) -> Void) { forEachPlace(body) }
}

extension PersistentSet: Described where Element: Described {
  /// A set has no fields; its members are described by their type.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Members without order.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { MemberShape() } }
}

extension PersistentArray: ListStructure where Element: Described {
  func forEachElement(_ body: (UnsafePointer<Element>) -> Void) { forEachPlace(body) }
}

extension PersistentArray: Described where Element: Described {
  /// An array has no fields; its elements are described by their type.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Elements in order.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { ListShape() } }
}
