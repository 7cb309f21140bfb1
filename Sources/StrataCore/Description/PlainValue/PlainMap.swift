/// How a map is written as a plain value: keys that are one text or whole number each are names in a record, all others stand
/// in a list by turns with their values; there in order, so that a map is written one way only.
enum PlainMap {
  static func plain(_ entries: [(key: PlainValue, value: PlainValue)], isNamed: Bool) -> PlainValue {
    if isNamed {
      return .record(PlainRecord(members: entries.map { PlainRecord.Member($0.key.name, $0.value) }))
    }
    return .list(entries.sorted(by: \.key).flatMap { [$0.key, $0.value] })
  }

  static func entries(of plain: PlainValue) throws(PatchError) -> [(key: PlainValue, value: PlainValue)] {
    switch plain {
    case .record(let record): return record.members.map { (.text($0.name), $0.value) }
    case .list(let values) where values.count.isMultiple(of: 2):
      return stride(from: 0, to: values.count, by: 2).map { (values[$0], values[$0 + 1]) }
    default:
      throw PatchError(.unmakeable(type: "map", reason: "\(plain.kind) is no map"))
    }
  }
}

extension PlainValue {
  var isText: Bool { if case .text = self { true } else { false } }

  /// The value as a name in a record.
  var name: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    default: "\(self)"
    }
  }
}
