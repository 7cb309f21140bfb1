extension JSONReader {
  /// Reads the next value, whatever it is.
  package mutating func plain() throws(PatchError) -> PlainValue {
    // Not one level inside the other: what is read may be deeper than a small stack.
    var open: [OpenValue] = []
    while true {
      var value: PlainValue
      try skipToValue()
      switch text[position] {
      case Container.record.rawValue, Container.list.rawValue:
        let isRecord = text[position] == Container.record.rawValue
        try self.open()
        open.append(OpenValue(isRecord: isRecord))
        if let finished = try close(&open) { value = finished } else { continue }
      case UInt8(ascii: "\""): value = .text(try string())
      case UInt8(ascii: "t"), UInt8(ascii: "f"): value = .bool(try bool())
      case UInt8(ascii: "n"):
        try word("null")
        value = .null
      default: value = try number()
      }
      while true {
        guard !open.isEmpty else { return value }
        open[open.count - 1].add(value)
        guard let finished = try close(&open) else { break }
        value = finished
      }
    }
  }

  /// Goes on in the innermost open list or record; returns it when it ends here.
  private mutating func close(_ open: inout [OpenValue]) throws(PatchError) -> PlainValue? {
    let last = open.count - 1
    if try next(in: open[last].isRecord ? .record : .list, isFirst: &open[last].isFirst) {
      if open[last].isRecord {
        let name = try name()
        open[last].name = string(name)
        open[last].namePlace = name.range.lowerBound
      }
      return nil
    }
    let ended = open.removeLast()
    guard ended.isRecord else { return .list(PlainList(ended.elements)) }
    let record = PlainRecord(members: ended.members)
    guard record.members.count == ended.members.count else { throw duplicate(in: ended) }
    return .record(record)
  }

  private func duplicate(in record: OpenValue) -> PatchError {
    var known: Set<PlainValue> = []
    for (member, place) in zip(record.members, record.namePlaces)
    where !known.insert(.text(member.name)).inserted {
      return error(.duplicate(name: member.name), at: place - 1)
    }
    preconditionFailure("A record that has fewer members than it was given was given one twice")
  }

  /// A list or record that has begun and not ended.
  private struct OpenValue {
    let isRecord: Bool
    var isFirst = true
    var elements: [PlainValue] = []
    var members: [PlainRecord.Member] = []
    var namePlaces: [Int] = []
    var name = ""
    var namePlace = 0

    init(isRecord: Bool) { self.isRecord = isRecord }

    mutating func add(_ value: PlainValue) {
      guard isRecord else { return elements.append(value) }
      members.append(PlainRecord.Member(name, value))
      namePlaces.append(namePlace)
    }
  }
}
