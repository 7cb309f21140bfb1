extension JSONWriter {
  /// Writes a whole value.
  package mutating func write(_ value: PlainValue) { write(value, isEscaped: false) }

  /// Writes a value as it stands in a patch: JSON has a word for every number there, and names that begin with $ are the
  /// patch's own.
  mutating func write(escaping value: PlainValue) { write(value, isEscaped: true) }

  private mutating func write(_ value: PlainValue, isEscaped: Bool) {
    guard value.isContainer else { return write(simple: value, isEscaped: isEscaped) }
    var pieces = PlainPieces(of: value)
    while let piece = pieces.next() {
      switch piece {
      case .list: beginList()
      case .record: beginRecord()
      // A name that is longer by a $ in front is still in its place: it comes before all that begin otherwise.
      case .name(let name): writeName(isEscaped && name.utf8.first == 0x24 ? "$" + name : name)
      case .value(let value): write(simple: value, isEscaped: isEscaped)
      case .end(isRecord: true): endRecord()
      case .end(isRecord: false): endList()
      }
    }
  }

  /// Writes what is neither list nor record.
  private mutating func write(simple value: PlainValue, isEscaped: Bool) {
    switch value {
    case .number(let number) where isEscaped && !number.isFinite:
      beginRecord()
      writeName("$number")
      write(String(number.writtenBits, radix: 16))
      endRecord()
    case .null, .list, .record: writeNull()
    case .bool(let value): write(value)
    case .integer(let value): write(value)
    case .unsigned(let value): write(value)
    case .number(let value): write(value)
    case .text(let value): write(value)
    }
  }
}
