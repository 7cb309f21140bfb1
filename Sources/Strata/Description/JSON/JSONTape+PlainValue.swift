extension JSONTape {
  /// Lays out a plain value as if it had been read: so values are made of plain ones and of files in one way.
  convenience init(of plain: PlainValue) {
    var layout = Layout()
    layout.add(plain)
    self.init(bytes: layout.bytes, entries: layout.entries)
  }

  /// Entries and the texts that they are about, which stand one after the other without quotes.
  private struct Layout {
    var bytes: [UInt8] = []
    var entries: [Entry] = []

    mutating func add(_ value: PlainValue) {
      switch value {
      case .null: add(.null, 0)
      case .bool(let value): add(.bool, value ? 1 : 0)
      case .integer(let value): add(.integer, UInt64(bitPattern: value))
      case .unsigned(let value): add(.unsigned, value)
      case .number(let value): add(.number, value.bitPattern)
      case .text(let text): add(text, as: .text)
      case .list(let values):
        let place = begin(.list)
        for value in values { add(value) }
        end(place)
      case .record(let record):
        let place = begin(.record)
        for member in record.members {
          add(member.name, as: .name)
          add(member.value)
        }
        end(place)
      }
    }

    private mutating func add(_ kind: Kind, _ payload: UInt64) {
      entries.append(Entry(kind, at: bytes.count, payload))
    }

    private mutating func add(_ text: String, as kind: Kind) {
      add(kind, UInt64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }

    private mutating func begin(_ kind: Kind) -> Int {
      add(kind, 0)
      return entries.count - 1
    }

    private mutating func end(_ place: Int) {
      entries[place].payload = UInt64(entries.count)
    }
  }
}

extension JSONTape {
  /// Makes a value of what is at a place, by its own initialiser.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self, at place: Int) throws -> Value {
    try TapeSource(tape: self, place: place).decode(type)
  }
}
