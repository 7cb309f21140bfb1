/// A text of JSON that was read to its end and found in order: what is where in it, before any value is made of it.
///
/// Each value is one entry, so is each name; a list or record is followed by what is in it, and knows where that ends.
///
///     {"a":[1,"x"]}     record → 5   name "a"   list → 5   number 1   text "x"
package final class JSONTape: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, bool, integer, unsigned, number, text, name, list, record
  }

  struct Entry: Sendable {
    /// Where the text or name begins, and for the others, the last of those before it; in the lowest byte the kind, and
    /// whether there are escapes.
    private let head: UInt64
    /// The number's bits, the text's length, or where what is in the list or record ends.
    var payload: UInt64

    init(_ kind: Kind, at start: Int, isEscaped: Bool = false, _ payload: UInt64) {
      head = UInt64(start) << 8 | UInt64(kind.rawValue) << 1 | (isEscaped ? 1 : 0)
      self.payload = payload
    }

    var kind: Kind {
      guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: head >> 1) & 0x7F) else {
        preconditionFailure("An entry is made with a kind")
      }
      return kind
    }
    var start: Int { Int(head >> 8) }
    var isEscaped: Bool { head & 1 == 1 }
    /// The bytes of a text or name, without its quotes.
    var range: Range<Int> { start..<start + Int(payload) }
  }

  /// The text.
  package let bytes: [UInt8]
  let entries: [Entry]

  init(bytes: [UInt8], entries: [Entry]) {
    (self.bytes, self.entries) = (bytes, entries)
  }

  /// Reads a text strictly; see ``PlainValue/init(json:)``.
  package init(_ bytes: [UInt8], depthLimit: Int = jsonDepthLimit) throws(JSONError) {
    let read: Result<[Entry], JSONError> = bytes.withUnsafeBufferPointer { text in
      Result { () throws(JSONError) in
        try JSONScanner.scan(text, depthLimit: depthLimit, with: TapeBuilder(expecting: text.count)).entries
      }
    }
    self.bytes = bytes
    entries = try read.get()
  }

  /// The place behind a value and all that is in it.
  func end(of place: Int) -> Int {
    switch entries[place].kind {
    case .list, .record: Int(entries[place].payload)
    default: place + 1
    }
  }

  func text(at place: Int) -> String {
    let entry = entries[place]
    return bytes.withUnsafeBufferPointer { JSONText.string($0[entry.range], isEscaped: entry.isEscaped) }
  }

  /// Whether a name or text is made of the bytes of `text`.
  func isText(_ text: String, at place: Int) -> Bool {
    let entry = entries[place]
    if entry.isEscaped { return self.text(at: place).isWritten(as: text) }
    guard text.utf8.count == Int(entry.payload) else { return false }
    return text.utf8.withContiguousStorageIfAvailable { text in
      bytes.withUnsafeBufferPointer { areSameBytes(text, $0, entry) }
    } ?? text.utf8.elementsEqual(bytes[entry.range])
  }

  private func areSameBytes(
    _ text: UnsafeBufferPointer<UInt8>,
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ entry: Entry
  ) -> Bool {
    guard let text = text.baseAddress, let bytes = bytes.baseAddress else { return true }
    return Strata.areSameBytes(text, bytes + entry.start, Int(entry.payload))
  }
}

extension JSONTape {
  /// Where something is under a name in the outermost record; nil when it is not.
  package func place(ofMember name: String) -> Int? {
    entries[0].kind == .record ? member(PlainCodingKey(name), of: 0) : nil
  }

  /// The value at a place, with all that is in it.
  package func plain(at place: Int) -> PlainValue {
    let entry = entries[place]
    switch entry.kind {
    case .null: return .null
    case .bool: return .bool(entry.payload == 1)
    case .integer: return .integer(Int64(bitPattern: entry.payload))
    case .unsigned: return .unsigned(entry.payload)
    case .number: return .number(Double(bitPattern: entry.payload))
    case .text, .name: return .text(text(at: place))
    case .list:
      var values: [PlainValue] = []
      var element = place + 1
      while element < end(of: place) {
        values.append(plain(at: element))
        element = end(of: element)
      }
      return .list(values)
    case .record:
      var members: [PlainRecord.Member] = []
      var name = place + 1
      while name < end(of: place) {
        members.append(PlainRecord.Member(text(at: name), plain(at: name + 1)))
        name = end(of: name + 1)
      }
      return .record(PlainRecord(members: members))
    }
  }

  /// The line and the column of the innermost thing on a way that there is; of its name, where it has one.
  package func position(at path: [any CodingKey]) -> (line: Int, column: Int) {
    var (place, shown) = (0, 0)
    for key in path {
      guard let member = member(key, of: place) else { break }
      (place, shown) = (member, entries[place].kind == .record ? member - 1 : member)
    }
    let before = bytes[..<max(0, entries[shown].start - 1)]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (line, before.endIndex - lineStart + 1)
  }

  private func member(_ key: any CodingKey, of place: Int) -> Int? {
    var next = place + 1
    switch entries[place].kind {
    case .record:
      while next < end(of: place) {
        if isText(key.stringValue, at: next) { return next + 1 }
        next = end(of: next + 1)
      }
    case .list:
      var index = 0
      while next < end(of: place) {
        if index == key.intValue { return next }
        (next, index) = (end(of: next), index + 1)
      }
    default: break
    }
    return nil
  }

  /// The way to a place, as coding keys.
  func codingPath(to place: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var container = 0
    while container < place {
      let isRecord = entries[container].kind == .record
      var (member, index) = (container + 1, 0)
      while true {
        let value = isRecord ? member + 1 : member
        guard value <= place, value < entries.count else { return path }
        let next = end(of: value)
        if place < next {
          path.append(isRecord ? PlainCodingKey(text(at: member)) : PlainCodingKey(index: index))
          container = value
          break
        }
        (member, index) = (next, index + 1)
        if member >= end(of: container) { return path }
      }
    }
    return path
  }
}

/// Writes down what a scanner tells.
private struct TapeBuilder: JSONHandler {
  private(set) var entries: [JSONTape.Entry] = []
  private var open: [Int] = []
  private var last = 0

  init(expecting byteCount: Int) {
    // Files of small records have an entry for every eight bytes or so.
    entries.reserveCapacity(byteCount / 8 + 1)
  }

  private mutating func add(_ kind: JSONTape.Kind, _ payload: UInt64) {
    entries.append(JSONTape.Entry(kind, at: last, payload))
  }

  private mutating func begin(_ kind: JSONTape.Kind) {
    open.append(entries.count)
    add(kind, 0)
  }

  private mutating func end() {
    entries[open.removeLast()].payload = UInt64(entries.count)
  }

  mutating func beginRecord() { begin(.record) }
  mutating func endRecord() { end() }
  mutating func beginList() { begin(.list) }
  mutating func endList() { end() }

  mutating func name(_ range: Range<Int>, isEscaped: Bool, in text: UnsafeBufferPointer<UInt8>) {
    last = range.lowerBound
    entries.append(JSONTape.Entry(.name, at: last, isEscaped: isEscaped, UInt64(range.count)))
  }

  mutating func text(_ range: Range<Int>, isEscaped: Bool, in text: UnsafeBufferPointer<UInt8>) {
    last = range.lowerBound
    entries.append(JSONTape.Entry(.text, at: last, isEscaped: isEscaped, UInt64(range.count)))
  }

  mutating func number(_ number: PlainValue) {
    switch number {
    case .integer(let value): add(.integer, UInt64(bitPattern: value))
    case .unsigned(let value): add(.unsigned, value)
    case .number(let value): add(.number, value.bitPattern)
    default: preconditionFailure("A number is a number")
    }
  }

  mutating func bool(_ value: Bool) { add(.bool, value ? 1 : 0) }
  mutating func null() { add(.null, 0) }
}
