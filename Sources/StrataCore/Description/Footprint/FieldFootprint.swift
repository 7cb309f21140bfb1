import PersistentCollections

/// The storage that a value keeps on the heap, field by field.
///
///     let footprint = state.footprintByField
///     print(footprint)
///     // state                  2,140 nodes    310,112 bytes
///     //   document             2,140 nodes    310,112 bytes
///     //     journal            …
///
/// Storage that fields share is counted for the first of them, in the order of their names, so that the numbers of the
/// fields add up to the whole. Storage that a record derives from its fields is listed last, as "(derived)"; see
/// ``DerivedStorage``.
public struct FieldFootprint: Hashable, Sendable {
  /// The field's name.
  public let name: String
  /// The nodes, and blocks of texts and arrays, and what they take from the allocator.
  public let total: Footprint
  /// The same of the fields inside.
  public let fields: [FieldFootprint]

  /// The field of this name inside.
  public subscript(name: String) -> FieldFootprint? {
    fields.first { $0.name.isWritten(as: name) }
  }
}

extension FieldFootprint: CustomStringConvertible {
  /// A line for each field, those inside set in.
  public var description: String { lines(indent: "").joined(separator: "\n") }

  private func lines(indent: String) -> [String] {
    ["\(indent)\(name): \(total.nodes) nodes, \(total.bytes) bytes"]
      + fields.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension DescribedValue {
  /// The storage that this value keeps on the heap.
  ///
  /// Nodes are counted exactly. Texts and arrays beside them are counted by the size that the standard library's layout
  /// gives them, each block once however many values share it. A leaf that only `Codable` looks into is counted by the
  /// texts that it writes.
  ///
  /// - Complexity: O(nodes and elements).
  public var heapFootprint: Footprint {
    var meter = FootprintMeter()
    return meter.measure(self)
  }

  /// The storage that this value keeps on the heap, field by field.
  ///
  /// - Complexity: O(nodes and elements).
  public var footprintByField: FieldFootprint {
    var meter = FootprintMeter()
    let fields = withPlace(of: self) { Self._shape.measureFields($0, into: &meter) }
    return FieldFootprint(name: "state", total: meter.total, fields: fields)
  }

  /// The storage that this value alone keeps alive: it would be freed with this value if the others were kept.
  ///
  /// - Complexity: O(nodes and elements of all of them).
  public func heapFootprint(notIn others: some Sequence<Self>) -> Footprint {
    // An array keeps the values alive: a node that is freed could give its address to another one.
    let others = Array(others)
    var meter = FootprintMeter()
    for other in others { meter.measure(other) }
    return withExtendedLifetime(others) { meter.measure(self) }
  }

  /// The change on the heap when this value replaces an older version of it: the storage that only this value has, and the
  /// storage that only the older one had.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one value.
  package func heapExchange(from older: Self) -> FootprintExchange {
    var exchange = FootprintExchange()
    withPlace(of: older) { older in
      withPlace(of: self) { Self._shape.exchange(from: older, to: $0, into: &exchange) }
    }
    return exchange
  }
}

extension Sequence where Element: DescribedValue {
  /// The storage that all these values keep on the heap together, with every shared node and block counted once.
  ///
  /// - Complexity: O(distinct nodes and their elements, plus the number of values).
  public var combinedHeapFootprint: Footprint {
    let values = Array(self)
    var meter = FootprintMeter()
    for value in values { meter.measure(value) }
    return withExtendedLifetime(values) { meter.total }
  }
}

extension FootprintMeter {
  /// Counts what is new in a described value: nodes, and the texts and arrays that lie beside them.
  @discardableResult
  public mutating func measure<Value: DescribedValue>(_ value: Value) -> Footprint {
    let before = total
    withPlace(of: value) { Value._shape.measure($0, into: &self) }
    return total - before
  }
}
