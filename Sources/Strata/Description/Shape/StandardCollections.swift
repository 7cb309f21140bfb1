import PersistentCollections

// The standard library's collections share all or nothing, so comparing two versions looks at every element. They are
// described for the small lists and sets in a state; large ones belong in the persistent collections.

extension Array: ListStructure where Element: Described {
  func changes(from older: [Element], by areSame: (Element, Element) -> Bool) -> [ArrayChange<Element>] {
    ArrayChange.changes(from: older, to: self, by: areSame)
  }

  mutating func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
    replaceSubrange(range, with: elements[...])
  }

  func forEachElement(_ body: (UnsafePointer<Element>) -> Void) {
    withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      for index in buffer.indices { body(start + index) }
    }
  }

  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    let isNew = withUnsafeBufferPointer { buffer in
      guard capacity > 0, let start = buffer.baseAddress else { return false }
      return meter.countBlock(at: start, size: .bufferHeader + capacity * MemoryLayout<Element>.stride)
    }
    if isNew { forEachElement { visit($0, &meter) } }
  }
}

extension Array: Described where Element: Described {
  /// An array has no fields; its elements are described by their type.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Elements in order.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { ListShape() } }
}

extension Set: MemberStructure where Element: Described {
  mutating func insert(member: Element) { insert(member) }
  mutating func remove(member: Element) -> Element? { remove(member) }

  func forEachDifference(
    from old: Set,
    by areSame: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool,
    _ body: (_ before: UnsafePointer<Element>?, _ after: UnsafePointer<Element>?) -> Void
  ) {
    for member in old {
      withUnsafePointer(to: member) { before in
        guard let twin = firstIndex(of: member) else { return body(before, nil) }
        withUnsafePointer(to: self[twin]) { after in if !areSame(before, after) { body(before, after) } }
      }
    }
    for member in self where !old.contains(member) { withUnsafePointer(to: member) { body(nil, $0) } }
  }

  func forEachMember(_ body: (UnsafePointer<Element>) -> Void) {
    for member in self { withUnsafePointer(to: member, body) }
  }

  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    guard capacity > 0 else { return }
    meter.countBlock(size: .hashTable(capacity: capacity, stride: MemoryLayout<Element>.stride))
    forEachMember { visit($0, &meter) }
  }
}

extension Set: Described where Element: Described {
  /// A set has no fields; its members are described by their type.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Members without order.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { MemberShape() } }
}

extension Dictionary: KeyedStructure where Key: Described, Value: Described {
  func forEachDifference(
    from old: Self,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
    for entry in old {
      Self.withPlace(of: entry) { before in
        guard let twin = index(forKey: entry.key) else { return body(before, nil) }
        Self.withPlace(of: self[twin]) { after in if !areSame(before, after) { body(before, after) } }
      }
    }
    for entry in self where old[entry.key] == nil { Self.withPlace(of: entry) { body(nil, $0) } }
  }

  func forEachEntry(_ body: (EntryPlace<Key, Value>) -> Void) {
    for entry in self { Self.withPlace(of: entry, body) }
  }

  private static func withPlace<Result>(
    of entry: (key: Key, value: Value),
    _ body: (EntryPlace<Key, Value>) -> Result
  ) -> Result {
    withUnsafePointer(to: entry.key) { key in
      withUnsafePointer(to: entry.value) { body(EntryPlace(key: key, value: $0)) }
    }
  }

  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (EntryPlace<Key, Value>, inout FootprintMeter) -> Void
  ) {
    guard capacity > 0 else { return }
    let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    meter.countBlock(size: .hashTable(capacity: capacity, stride: stride))
    forEachEntry { visit($0, &meter) }
  }
}

extension Dictionary: Described where Key: Described, Value: Described {
  /// A dictionary has no fields; its entries are described by their types.
  public static func describe<Visitor: FieldVisitor<Self>>(_ field: inout Visitor) {}

  /// Entries by key.
  public static var _shape: Shape<Self> { ShapeTable.shape(of: Self.self) { KeyedShape() } }
}
