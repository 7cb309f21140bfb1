import PersistentCollections

extension PersistentMap: CollectionStructure, KeyedStructure
where Key: DescribedValue, Value: DescribedValue {
  @inlinable
  static var hasPlaces: Bool { true }
}

extension PersistentMap: DescribedValue where Key: DescribedValue, Value: DescribedValue {
  /// Entries by key.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape(KeyedWalks()) } }
}

extension PersistentSortedMap: CollectionStructure, KeyedStructure
where Key: DescribedValue & Hashable, Value: DescribedValue {
  @inlinable
  static var isInOrder: Bool { true }

  @inlinable
  static func inOrder(_ next: NextEntry<Key, Value>) throws(PatchError) -> Self? {
    try Self(ascending: next)
  }

  @inlinable
  mutating func removeEntries(of keys: [Key]) -> Bool { removeAll(keys) }
}

extension PersistentSortedMap: DescribedValue where Key: DescribedValue & Hashable, Value: DescribedValue {
  /// Entries by key.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape(KeyedWalks()) } }
}

extension PersistentSet: CollectionStructure, MemberStructure where Element: DescribedValue {
  @inlinable
  mutating func insert(member: Element) { insert(member) }
  @inlinable
  mutating func remove(member: Element) -> Element? { remove(member) }
}

extension PersistentSet: DescribedValue where Element: DescribedValue {
  /// Members without order.
  @inlinable
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) { MemberShape(MemberWalks()) }
  }
}

extension PersistentArray: CollectionStructure, ListStructure where Element: DescribedValue {
  @inlinable
  mutating func replace(_ replacements: [Array<Element>.Replacement]) {
    for part in replacements.reversed() { replaceSubrange(part.places, with: part.elements) }
  }
}

extension PersistentArray: DescribedValue where Element: DescribedValue {
  /// Elements in order.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { ListShape(ListWalks()) } }
}
