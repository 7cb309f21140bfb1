extension JSONWriter {
  /// Writes a whole value.
  package mutating func write(_ value: PlainValue) { write(value, isEscaped: false) }

  /// Writes a value as it stands in a patch: JSON has a word for every number there, and names that begin with $ are the
  /// patch's own.
  mutating func write(escaping value: PlainValue) { write(value, isEscaped: true) }

  private mutating func write(_ value: PlainValue, isEscaped: Bool, levels: Int = PlainPieces.levelsOfCalls) {
    switch value {
    case .list(let list) where levels > 0:
      beginList()
      for value in list.values { write(value, isEscaped: isEscaped, levels: levels - 1) }
      return endList()
    case .record(let record) where levels > 0:
      beginRecord()
      for member in record.members {
        write(name: member.name, isEscaped: isEscaped)
        write(member.value, isEscaped: isEscaped, levels: levels - 1)
      }
      return endRecord()
    case .list, .record: break
    default: return write(simple: value, isEscaped: isEscaped)
    }
    var pieces = PlainPieces(of: value)
    while let piece = pieces.next() {
      switch piece {
      case .list: beginList()
      case .record: beginRecord()
      case .name(let name): write(name: name, isEscaped: isEscaped)
      case .value(let value): write(simple: value, isEscaped: isEscaped)
      case .end(isRecord: true): endRecord()
      case .end(isRecord: false): endList()
      }
    }
  }

  /// A name that is longer by a $ in front is still in its place: it comes before all that begin otherwise.
  private mutating func write(name: String, isEscaped: Bool) {
    writeName(isEscaped && name.utf8.first == 0x24 ? "$" + name : name)
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
