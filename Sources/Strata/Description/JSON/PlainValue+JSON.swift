extension PlainValue {
  /// Reads JSON.
  ///
  /// Reading is strict: a name that stands twice, bad UTF-8, a trailing comma and nesting beyond 128 levels are
  /// errors. Numbers without fraction and exponent are whole numbers if 64 bits hold them.
  ///
  /// - Throws: ``JSONError`` with line and column.
  public init(json: some Sequence<UInt8>) throws(JSONError) {
    func read(_ text: UnsafeBufferPointer<UInt8>) -> Result<PlainValue?, JSONError> {
      Result { () throws(JSONError) in try JSONScanner.scan(text, with: PlainBuilder()).value }
    }
    let result =
      json.withContiguousStorageIfAvailable(read) ?? ContiguousArray(json).withUnsafeBufferPointer(read)
    guard let value = try result.get() else {
      preconditionFailure("A text that was read to its end has a value")
    }
    self = value
  }

  /// Writes the value as JSON without spaces, names in the order of their bytes.
  ///
  /// - Returns: nil when a number in it is infinite or none, for which JSON has no word.
  public var json: [UInt8]? {
    var writer = JSONWriter()
    writer.write(self)
    return writer.hasUnspeakable ? nil : writer.bytes
  }
}

/// Makes a plain value of what a scanner tells.
private struct PlainBuilder: JSONHandler {

  private(set) var value: PlainValue?
  private var elements: [[PlainValue]] = []
  private var members: [[PlainRecord.Member]] = []
  private var names: [String] = []
  /// For every open container, whether it is a record.
  private var kinds: [Bool] = []

  private mutating func add(_ value: PlainValue) {
    switch kinds.last {
    case nil: self.value = value
    case true?: members[members.count - 1].append(PlainRecord.Member(names.removeLast(), value))
    case false?: elements[elements.count - 1].append(value)
    }
  }

  mutating func beginRecord() {
    kinds.append(true)
    members.append([])
  }

  mutating func endRecord() {
    kinds.removeLast()
    add(.record(PlainRecord(members: members.removeLast())))
  }

  mutating func beginList() {
    kinds.append(false)
    elements.append([])
  }

  mutating func endList() {
    kinds.removeLast()
    add(.list(elements.removeLast()))
  }

  mutating func name(_ range: Range<Int>, isEscaped: Bool, in text: UnsafeBufferPointer<UInt8>) {
    names.append(JSONText.string(text[range], isEscaped: isEscaped))
  }

  mutating func text(_ range: Range<Int>, isEscaped: Bool, in text: UnsafeBufferPointer<UInt8>) {
    add(.text(JSONText.string(text[range], isEscaped: isEscaped)))
  }

  mutating func number(_ number: PlainValue) { add(number) }
  mutating func bool(_ value: Bool) { add(.bool(value)) }
  mutating func null() { add(.null) }
}
