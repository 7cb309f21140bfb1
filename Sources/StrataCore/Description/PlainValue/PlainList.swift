/// Plain values in order.
///
/// It is a collection as an array is, but for its end: however deep lists and records are nested in it, they are released
/// one after the other.
public struct PlainList: Sendable {
  var rows: PlainRows<PlainValue>

  /// Makes a list of values.
  public init(_ values: some Sequence<PlainValue>) { rows = PlainRows(Array(values)) }

  /// A list without values.
  public init() { self.init([]) }

  /// The values, which are changed where they lie.
  var values: [PlainValue] {
    get { rows.all }
    _modify { yield &rows.all }
  }
}

extension PlainList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The position behind the last one.
  public var endIndex: Int { values.count }

  /// The value at a position.
  public subscript(position: Int) -> PlainValue {
    get { values[position] }
    _modify { yield &values[position] }
  }

  /// Puts values in the place of others.
  public mutating func replaceSubrange(_ places: Range<Int>, with new: some Collection<PlainValue>) {
    values.replaceSubrange(places, with: new)
  }

  /// Calls `body` with the values where they lie together.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<PlainValue>) throws -> Result
  ) rethrows -> Result? {
    try values.withContiguousStorageIfAvailable(body)
  }
}

extension PlainList: ExpressibleByArrayLiteral {
  /// Makes a list of the given values.
  public init(arrayLiteral values: PlainValue...) { self.init(values) }
}

extension PlainList: Hashable {
  /// Whether both lists are written the same.
  public static func == (left: PlainList, right: PlainList) -> Bool { PlainValue.list(left) == .list(right) }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { PlainValue.list(self).hash(into: &hasher) }
}

extension PlainValue {
  /// Values in order.
  public static func list(_ values: [PlainValue]) -> PlainValue { .list(PlainList(values)) }
}
