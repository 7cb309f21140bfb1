/// What a scanner of JSON tells of a text, piece by piece and in order.
///
/// Positions are offsets in the text. Texts are without their quotes; `isEscaped` says whether a backslash is in them.
package protocol JSONHandler {
  mutating func beginRecord()
  mutating func endRecord()
  mutating func beginList()
  mutating func endList()
  mutating func name(_ range: Range<Int>, isEscaped: Bool, in text: UnsafeBufferPointer<UInt8>)
  mutating func text(_ range: Range<Int>, isEscaped: Bool, in text: UnsafeBufferPointer<UInt8>)
  mutating func number(_ number: PlainValue)
  mutating func bool(_ value: Bool)
  mutating func null()
}

/// Reads JSON strictly and without recursion: no comments, no trailing commas, no name twice in a record, valid UTF-8,
/// and no nesting beyond a limit, so that nobody's stack depends on a stranger's file.
package struct JSONScanner<Handler: JSONHandler> {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var handler: Handler
  private var open: [Container] = []
  private var names: [Range<Int>] = []
  private let depthLimit: Int

  /// A list or record that has begun and not ended.
  private struct Container {
    var isRecord: Bool
    /// Where the names of this record begin among all names of open records.
    var firstName = 0
    var order = NameOrder()
  }

  /// Scans a whole text and returns the handler with what it made of it.
  package static func scan(
    _ text: UnsafeBufferPointer<UInt8>,
    depthLimit: Int = jsonDepthLimit,
    with handler: consuming Handler
  ) throws(JSONError) -> Handler {
    var scanner = JSONScanner(text, depthLimit, handler)
    try scanner.run()
    return scanner.handler
  }

  private init(_ text: UnsafeBufferPointer<UInt8>, _ depthLimit: Int, _ handler: consuming Handler) {
    self.text = text
    self.depthLimit = depthLimit
    self.handler = handler
    // A short text, such as a patch, would else take as long to make room as to read.
    open.reserveCapacity(16)
    names.reserveCapacity(32)
  }

  private mutating func run() throws(JSONError) {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark, at: 0) }
    repeat {
      try value()
      try afterValue()
    } while !open.isEmpty
    skipSpace()
    if position < text.count { throw error(.trailing) }
  }
}

/// How deep lists and records may be nested, unless somebody asks for another limit.
package var jsonDepthLimit: Int { 128 }

extension JSONScanner {
  /// Reads up to the end of the next value that is no list or record, or into a list or record that has elements.
  private mutating func value() throws(JSONError) {
    while true {
      skipSpace()
      switch try peek() {
      case UInt8(ascii: "{"):
        try enter(isRecord: true)
        handler.beginRecord()
        if skip(UInt8(ascii: "}")) { return leave() }
        try name()
      case UInt8(ascii: "["):
        try enter(isRecord: false)
        handler.beginList()
        if skip(UInt8(ascii: "]")) { return leave() }
      case UInt8(ascii: "\""):
        let (range, isEscaped) = try string()
        return handler.text(range, isEscaped: isEscaped, in: text)
      case UInt8(ascii: "t"):
        try word("true")
        return handler.bool(true)
      case UInt8(ascii: "f"):
        try word("false")
        return handler.bool(false)
      case UInt8(ascii: "n"):
        try word("null")
        return handler.null()
      default:
        return handler.number(try number())
      }
    }
  }

  /// Closes what ends here, up to where the next value begins.
  private mutating func afterValue() throws(JSONError) {
    while let container = open.last {
      let bracket = container.isRecord ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if skip(UInt8(ascii: ",")) {
        if container.isRecord { try name() }
        return
      }
      _ = try peek()
      guard skip(bracket) else {
        throw error(.unexpected(expected: container.isRecord ? "a comma or }" : "a comma or ]"))
      }
      if container.isRecord { try checkNames(of: container) }
      leave()
    }
  }

  private mutating func enter(isRecord: Bool) throws(JSONError) {
    guard open.count < depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
    open.append(Container(isRecord: isRecord, firstName: names.count))
    position += 1
  }

  private mutating func leave() {
    let container = open.removeLast()
    if container.isRecord {
      names.removeSubrange(container.firstName...)
      handler.endRecord()
    } else {
      handler.endList()
    }
  }

  private mutating func name() throws(JSONError) {
    skipSpace()
    guard try peek() == UInt8(ascii: "\"") else { throw error(.unexpected(expected: "a name in quotes")) }
    let (range, isEscaped) = try string()
    let last = open.count - 1
    open[last].order.add(
      range,
      isEscaped: isEscaped,
      after: names.last,
      isFirst: names.count == open[last].firstName,
      in: text
    )
    names.append(range)
    handler.name(range, isEscaped: isEscaped, in: text)
    skipSpace()
    guard try peek() == UInt8(ascii: ":") else { throw error(.unexpected(expected: "a colon")) }
    position += 1
  }

  /// Looks for a name that stands twice, unless the order of the names rules that out.
  private func checkNames(of container: Container) throws(JSONError) {
    if container.order.rulesOutDuplicates { return }
    var known: Set<[UInt8]> = []
    for range in names[container.firstName...] {
      let name = Array(JSONText.unescaped(text[range]).utf8)
      guard known.insert(name).inserted else {
        throw error(.duplicate(name: String(decoding: name, as: UTF8.self)), at: range.lowerBound - 1)
      }
    }
  }
}

/// The order in which the names of a record came: in most files one that shows that none came twice.
private struct NameOrder {
  private var isByBytes = true
  private var isByLength = true
  private var isPlain = true

  var rulesOutDuplicates: Bool { isPlain && (isByBytes || isByLength) }

  mutating func add(
    _ name: Range<Int>,
    isEscaped: Bool,
    after last: Range<Int>?,
    isFirst: Bool,
    in text: UnsafeBufferPointer<UInt8>
  ) {
    if isEscaped { isPlain = false }
    guard let last, !isFirst, isPlain, isByBytes || isByLength else { return }
    let precedes = areBytesInOrder(text[last], text[name])
    if !precedes { isByBytes = false }
    if last.count > name.count || (last.count == name.count && !precedes) { isByLength = false }
  }
}

extension JSONScanner {
  private mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private func peek() throws(JSONError) -> UInt8 {
    guard position < text.count else { throw error(.endsEarly) }
    return text[position]
  }

  /// Goes past a byte, and space before it, if it is there.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard position + offset < text.count else { throw error(.endsEarly, at: text.count) }
      guard text[position + offset] == word.utf8Start[offset] else {
        throw error(.unexpected(expected: "a value"))
      }
    }
    position += word.utf8CodeUnitCount
  }

  private mutating func string() throws(JSONError) -> (Range<Int>, isEscaped: Bool) {
    let start = position + 1
    guard let end = JSONText.end(of: text, from: start) else { throw error(.endsEarly, at: text.count) }
    switch end {
    case .success(let end):
      position = end.position + 1
      return (start..<end.position, end.isEscaped)
    case .failure(let failure): throw error(failure.reason, at: failure.position)
    }
  }

  private mutating func number() throws(JSONError) -> PlainValue {
    let start = position
    let number = JSONNumber(text, from: start)
    guard let number else { throw error(.unexpected(expected: "a value")) }
    if number.end < text.count || !number.endsEarly { position = number.end }
    if number.endsEarly {
      throw number.end < text.count
        ? error(.unexpected(expected: "a digit"), at: number.end) : error(.endsEarly, at: number.end)
    }
    guard let value = number.value(in: text) else { throw error(.numberOutOfRange, at: start) }
    return value
  }

  private func error(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
    let before = text[..<(place ?? position)]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(line: line, column: before.endIndex - lineStart + 1, reason: reason)
  }
}
