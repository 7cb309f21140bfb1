extension JSONReader {
  /// Reads the next value, whatever it is.
  package mutating func plain() throws(PatchError) -> PlainValue {
    var look = PlainLook()
    return try plain(&look)
  }

  /// Reads the next value, and notes what it looks like.
  mutating func plain(_ look: inout PlainLook) throws(PatchError) -> PlainValue {
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
        look.nesting = max(look.nesting, open.count)
        if let finished = try close(&open, &look) { value = finished } else { continue }
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
        guard let finished = try close(&open, &look) else { break }
        value = finished
      }
    }
  }

  /// Goes on in the innermost open list or record; returns it when it ends here.
  private mutating func close(
    _ open: inout [OpenValue],
    _ look: inout PlainLook
  ) throws(PatchError) -> PlainValue? {
    let last = open.count - 1
    if try next(in: open[last].isRecord ? .record : .list, isFirst: &open[last].isFirst) {
      if open[last].isRecord {
        let name = try name()
        open[last].name = string(name)
        if name.isEscaped || text[name.range.lowerBound] == UInt8(ascii: "$") { look.mayBeEscaped = true }
      }
      return nil
    }
    let ended = open.removeLast()
    guard ended.isRecord else { return .list(PlainList(ended.elements)) }
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
      try reader.pass()
    }
    preconditionFailure("A record that has fewer members than it was given was given one twice")
  }

  /// A list or record that has begun and not ended.
  private struct OpenValue {
    let isRecord: Bool
    /// Where the first element or member is looked for.
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

/// What a plain value looked like when it was read.
struct PlainLook {
  /// How deep lists and records are nested in it; 0 for any other.
  var nesting = 0
  /// Whether a name in it may begin with $.
  var mayBeEscaped = false
}
