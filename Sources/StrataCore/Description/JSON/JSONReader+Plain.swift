extension JSONReader {
  /// Reads the next value, whatever it is.
  package mutating func plain() throws(PatchError) -> PlainValue {
    var nesting = 0
    return try plain(&nesting)
  }

  /// Reads the next value, and notes how deep lists and records are nested in it.
  mutating func plain(_ nesting: inout Int) throws(PatchError) -> PlainValue {
    // Not one level inside the other: what is read may be deeper than a small stack.
    var open: [OpenValue] = []
    while true {
      var value: PlainValue
      try skipToValue()
      switch text[position] {
      case Container.record.rawValue, Container.list.rawValue:
        let isRecord = text[position] == Container.record.rawValue
        try self.open()
        open.append(OpenValue(isRecord: isRecord, at: position))
        nesting = max(nesting, open.count)
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
      if open[last].isRecord { open[last].name = string(try name()) }
      return nil
    }
    let ended = open.removeLast()
    guard ended.isRecord else { return .list(ended.elements) }
    let record = PlainRecord(members: ended.members)
    guard record.members.count == ended.members.count else { throw try duplicate(in: ended) }
    return .record(record)
  }

  /// The error that a record that was read has a name twice.
  private func duplicate(in record: OpenValue) throws(PatchError) -> PatchError {
    var (reader, isFirst, known): (JSONReader, Bool, Set<PlainValue>) = (self, true, [])
    reader.position = record.start
    while try reader.next(in: .record, isFirst: &isFirst) {
      let name = try reader.name()
      let text = string(name)
      if !known.insert(.text(text)).inserted {
        return error(.duplicate(name: text), at: name.range.lowerBound - 1)
      }
      try reader.skip()
    }
    preconditionFailure("A record that has fewer members than it was given was given one twice")
  }

  /// A list or record that has begun and not ended.
  private struct OpenValue {
    let isRecord: Bool
    /// The position at which the search for the first element or member begins.
    let start: Int
    var isFirst = true
    var elements: [PlainValue] = []
    var members: [PlainRecord.Member] = []
    var name = ""

    init(isRecord: Bool, at start: Int) { (self.isRecord, self.start) = (isRecord, start) }

    mutating func add(_ value: PlainValue) {
      guard isRecord else { return elements.append(value) }
      members.append(PlainRecord.Member(name, value))
    }
  }
}
