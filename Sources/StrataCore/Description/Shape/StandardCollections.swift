import PersistentCollections

// The standard library's collections share all or nothing, so comparing two versions looks at every element. They are
// described for the small lists and sets in a state; large ones belong in the persistent collections.

extension Array: CollectionStructure, ListStructure where Element: DescribedValue {
  @inlinable
  func forEachGap(from older: [Element], _ body: ([Element], Int, [Element], Int) -> Void) {
    if !hasBlock(of: older) { body(older, 0, self, 0) }
  }

  @inlinable
  func elementsEqual(_ other: [Element], by areSame: (Element, Element) -> Bool) -> Bool {
    hasBlock(of: other) || count == other.count && zip(self, other).allSatisfy(areSame)
  }

  @inlinable
  func forEachPlace(_ body: (UnsafePointer<Element>) -> Void) {
    withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      for index in buffer.indices { body(start + index) }
    }
  }

  @inlinable
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    let isNew = withUnsafeBufferPointer { buffer in
      guard capacity > 0, let start = buffer.baseAddress else { return false }
      return meter.countBlock(at: start, size: .bufferHeader + capacity * MemoryLayout<Element>.stride)
    }
    if isNew { forEachPlace { visit($0, &meter) } }
  }

  @inlinable
  func addExchange(from old: [Element], to exchange: inout FootprintExchange) {
    let stride = MemoryLayout<Element>.stride
    if hasBlock(of: old) { return }
    if capacity > 0 { exchange.countAdded(size: .bufferHeader + capacity * stride) }
    if old.capacity > 0 { exchange.countReleased(size: .bufferHeader + old.capacity * stride) }
  }

  @inlinable
  func hasBlock(of other: [Element]) -> Bool {
    withUnsafeBufferPointer { block in
      other.withUnsafeBufferPointer { block.baseAddress == $0.baseAddress && capacity == other.capacity }
    }
  }
}

extension Array: DescribedValue where Element: DescribedValue {
  /// Elements in order.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { ListShape(ListWalks()) } }
}

extension Set: CollectionStructure, MemberStructure where Element: DescribedValue {
  @inlinable
  mutating func insert(member: Element) { insert(member) }
  @inlinable
  mutating func remove(member: Element) -> Element? { remove(member) }

  @inlinable
  func forEachDifference(
    from old: Set,
    by areSame: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool,
    _ body: (_ before: UnsafePointer<Element>?, _ after: UnsafePointer<Element>?) -> Void
  ) {
    forEachPair(of: old, and: self, areTwins: { $0 == $1 }, find: { $0.firstIndex(of: $1) }) {
      before,
      after in
      if let before, let after, areSame(before, after) { return }
      body(before, after)
    }
  }

  @inlinable
  func forEachPlace(_ body: (UnsafePointer<Element>) -> Void) {
    for member in self { withUnsafePointer(to: member, body) }
  }

  @inlinable
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    guard capacity > 0 else { return }
    meter.countBlock(size: .hashTable(capacity: capacity, stride: MemoryLayout<Element>.stride))
    forEachPlace { visit($0, &meter) }
  }

  @inlinable
  func addExchange(from old: Set, to exchange: inout FootprintExchange) {
    let stride = MemoryLayout<Element>.stride
    exchange.countTables(of: old.capacity, and: capacity, stride: stride)
  }
}

extension Set: DescribedValue where Element: DescribedValue {
  /// Members without order.
  @inlinable
  public static var _shape: ValueShape<Self> {
    ShapeTable.shape(of: Self.self) { MemberShape(MemberWalks()) }
  }
}

extension Dictionary: CollectionStructure, KeyedStructure where Key: DescribedValue, Value: DescribedValue {
  @inlinable
  func forEachDifference(
    from old: Self,
    counting exchange: ExchangeCount?,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
    if let exchange { addExchange(from: old, to: &exchange.pointee) }
    forEachPair(of: old, and: self, areTwins: { $0.key == $1.key }, find: { $0.index(forKey: $1.key) }) {
      before,
      after in
      let (before, after) = (before.map(Self.parts), after.map(Self.parts))
      if let before, let after, areSame(before, after) { return }
      body(before, after)
    }
  }

  @inlinable
  func forEachPlace(_ body: (EntryPlace<Key, Value>) -> Void) {
    for entry in self { withUnsafePointer(to: entry) { body(Self.parts(of: $0)) } }
  }

  /// The places of an entry's two parts.
  @inlinable
  static func parts(of entry: UnsafePointer<Element>) -> EntryPlace<Key, Value> {
    let (start, mask) = (ValuePlace(entry), MemoryLayout<Value>.alignment - 1)
    let value = start + (MemoryLayout<Key>.size + mask) & ~mask
    return EntryPlace(key: (start + 0).pointer(to: Key.self), value: value.pointer(to: Value.self))
  }

  @inlinable
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (EntryPlace<Key, Value>, inout FootprintMeter) -> Void
  ) {
    guard capacity > 0 else { return }
    let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    meter.countBlock(size: .hashTable(capacity: capacity, stride: stride))
    forEachPlace { visit($0, &meter) }
  }

  @inlinable
  func addExchange(from old: Self, to exchange: inout FootprintExchange) {
    let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    exchange.countTables(of: old.capacity, and: capacity, stride: stride)
  }
}

extension Dictionary: DescribedValue where Key: DescribedValue, Value: DescribedValue {
  /// Entries by key.
  @inlinable
  public static var _shape: ValueShape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape(KeyedWalks()) } }
}

/// Visits each element of two hash tables, twins together.
///
/// Versions of one table mostly have their elements in one order: as long as they do, none is looked up.
///
/// - Parameters:
///   - areTwins: Whether two elements are found by the same key.
///   - find: Returns the index of an element's twin in a table.
@inlinable
func forEachPair<Table: Collection>(
  of old: Table,
  and new: Table,
  areTwins: (borrowing Table.Element, borrowing Table.Element) -> Bool,
  find: (Table, Table.Element) -> Table.Index?,
  _ visit: (_ before: UnsafePointer<Table.Element>?, _ after: UnsafePointer<Table.Element>?) -> Void
) {
  var (place, newPlace) = (old.startIndex, new.startIndex)
  while place != old.endIndex, newPlace != new.endIndex {
    // Variables, so that they are looked at where they lie.
    var (before, after) = (old[place], new[newPlace])
    if areTwins(before, after) {
      withUnsafePointer(to: &before) { before in withUnsafePointer(to: &after) { visit(before, $0) } }
      old.formIndex(after: &place)
      new.formIndex(after: &newPlace)
    } else if find(new, before) == nil {
      withUnsafePointer(to: &before) { visit($0, nil) }
      old.formIndex(after: &place)
    } else if find(old, after) == nil {
      withUnsafePointer(to: &after) { visit(nil, $0) }
      new.formIndex(after: &newPlace)
    } else {
      break
    }
  }
  while place != old.endIndex {
    withUnsafePointer(to: old[place]) { before in
      guard let twin = find(new, before.pointee) else { return visit(before, nil) }
      withUnsafePointer(to: new[twin]) { visit(before, $0) }
    }
    old.formIndex(after: &place)
  }
  while newPlace != new.endIndex {
    withUnsafePointer(to: new[newPlace]) { if find(old, $0.pointee) == nil { visit(nil, $0) } }
    new.formIndex(after: &newPlace)
  }
}

extension FootprintExchange {
  /// Counts the hash tables of two standard collections, which are not one and the same: those are not looked into.
  @usableFromInline
  mutating func countTables(of old: Int, and new: Int, stride: Int) {
    if old > 0 { countReleased(size: .hashTable(capacity: old, stride: stride)) }
    if new > 0 { countAdded(size: .hashTable(capacity: new, stride: stride)) }
  }
}
