extension PlainValue {
  /// The same with every list in order: what a set or a dictionary of keys that are no texts writes has no order of its own.
  var inAnyOrder: PlainValue {
    switch self {
    case .list(let values): .list(values.map(\.inAnyOrder).sorted(by: \.self))
    case .record(let record):
      .record(PlainRecord(members: record.members.map { .init($0.name, $0.value.inAnyOrder) }))
    default: self
    }
  }
}

extension Collection {
  /// The elements in the order of what names them; those of one name as they stood.
  func sorted(by name: (Element) -> PlainValue) -> [Element] {
    // Elements may be large, and most names are numbers: what is compared and moved are numbers and places.
    let names = map(name)
    var numbers: [(number: Int64, place: Int)] = []
    numbers.reserveCapacity(names.count)
    for (place, name) in names.enumerated() {
      guard case .integer(let number) = name else { break }
      numbers.append((number, place))
    }
    let elements = Array(self)
    if numbers.count == names.count {
      numbers.sort { $0 < $1 }
      return numbers.map { elements[$0.place] }
    }
    return names.indices.sorted { names[$0].precedes(names[$1]) }.map { elements[$0] }
  }
}
