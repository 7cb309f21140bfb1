extension JSONWriter {
  /// Writes a whole value.
  package mutating func write(_ value: PlainValue) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .integer(let value): write(value)
    case .unsigned(let value): write(value)
    case .number(let value): write(value)
    case .text(let value): write(value)
    case .list(let values):
      beginList()
      for value in values { write(value) }
      endList()
    case .record(let record):
      beginRecord()
      for member in record.members {
        writeName(member.name)
        write(member.value)
      }
      endRecord()
    }
  }
}
