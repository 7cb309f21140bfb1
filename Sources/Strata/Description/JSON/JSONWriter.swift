/// Writes JSON, byte by byte, into memory.
///
/// The same values in the same order are the same bytes. The caller puts names in order; the writer puts the commas.
package struct JSONWriter {
  /// What has been written, as UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether a comma has to come before the next element or name.
  private var needsComma = false
  /// Whether something was written that JSON has no word for: an infinite number, or none.
  package private(set) var hasUnspeakable = false

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

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

  package mutating func beginRecord() { open(UInt8(ascii: "{")) }
  package mutating func endRecord() { close(UInt8(ascii: "}")) }
  package mutating func beginList() { open(UInt8(ascii: "[")) }
  package mutating func endList() { close(UInt8(ascii: "]")) }

  private mutating func open(_ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func beginValue() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes the name of the value that comes next.
  package mutating func writeName(_ name: String) {
    write(name)
    endName()
  }

  /// Writes a name that was put in quotes and escaped before.
  package mutating func writeName(quoted name: [UInt8]) {
    beginValue()
    bytes.append(contentsOf: name)
    endName()
  }

  /// Writes a number as a name.
  package mutating func writeName(number: Int) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(of: UInt64(number.magnitude))
    bytes.append(UInt8(ascii: "\""))
    endName()
  }

  private mutating func endName() {
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a value that was written as JSON before.
  package mutating func write(raw json: [UInt8]) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  package mutating func writeNull() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  package mutating func write(_ value: Bool) {
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func write(_ value: Int64) {
    beginValue()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(of: value.magnitude)
  }

  package mutating func write(_ value: UInt64) {
    beginValue()
    appendDigits(of: value)
  }

  /// Writes a number so that reading gives the same bits back: with a fraction or an exponent, by which readers tell
  /// it from a whole number.
  package mutating func write(_ value: Double) {
    beginValue()
    if !value.isFinite { hasUnspeakable = true }
    bytes.append(contentsOf: value.description.utf8)
  }

  private mutating func appendDigits(of value: UInt64) {
    let start = bytes.count
    var rest = value
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }
}

extension JSONWriter {
  /// Writes a text in quotes, with the escapes that JSON asks for and no others.
  package mutating func write(_ text: String) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { append(escaping: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") { continue }
      bytes.append(contentsOf: text[start..<index])
      start = index + 1
      append(escapeOf: byte)
    }
    bytes.append(contentsOf: text[start...])
  }

  private mutating func append(escapeOf byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
