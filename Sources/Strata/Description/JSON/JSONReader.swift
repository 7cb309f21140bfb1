import PersistentCollections

/// Reads JSON from front to back, strictly and value by value: the shape that knows the type of the next value makes it where
/// it stands, with nothing in between.
///
/// Strict means: no comments, no trailing commas, no name twice in a record, valid UTF-8, and no nesting beyond a limit,
/// so that no stack depends on a stranger's file.
package struct JSONReader {
  let text: UnsafeBufferPointer<UInt8>
  /// Where the next byte is read.
  package internal(set) var position = 0
  /// Where that begins whose value was not one of its type, a member with its name; nil as long as all were.
  package internal(set) var misfit: Int?
  private var depth = 0
  private let depthLimit: Int

  package init(_ text: UnsafeBufferPointer<UInt8>, depthLimit: Int = jsonDepthLimit) throws(PatchError) {
    (self.text, self.depthLimit) = (text, depthLimit)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark, at: 0) }
  }

  /// Sees to it that nothing follows but space.
  package mutating func finish() throws(PatchError) {
    skipSpace()
    if position < text.count { throw error(.trailing) }
  }
}

/// How deep lists and records may be nested, in what is read and so in what is written.
package var jsonDepthLimit: Int { 128 }

extension JSONReader {
  package enum Container: UInt8 {
    case record = 0x7B
    case list = 0x5B

    /// Two behind the opening bracket, as ASCII has it.
    @inline(__always)
    var closing: UInt8 { rawValue + 2 }
  }

  /// Goes into a list or record.
  package mutating func enter(_ container: Container) throws(PatchError) {
    try skipToValue()
    guard text[position] == container.rawValue else {
      throw mismatch(container == .record ? "record" : "list")
    }
    try open()
  }

  mutating func open() throws(PatchError) {
    guard depth < depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
    depth += 1
    position += 1
  }

  /// Goes on to the next element or member; false behind the last one, and the list or record is left then.
  @inline(__always)
  package mutating func next(in container: Container, isFirst: inout Bool) throws(PatchError) -> Bool {
    skipSpace()
    guard position < text.count else { throw error(.endsEarly) }
    let byte = text[position]
    if byte == container.closing {
      position += 1
      depth -= 1
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard byte == UInt8(ascii: ",") else {
      throw error(.unexpected(expected: container == .record ? "a comma or }" : "a comma or ]"))
    }
    position += 1
    return true
  }

  /// Whether a list or record begins here.
  func isNext(_ container: Container) -> Bool {
    position < text.count && text[position] == container.rawValue
  }

  /// Goes to a value in the outermost record.
  package mutating func resume(at place: Int) {
    (position, depth) = (place, 1)
  }

  /// Goes past a member's name and its colon, if they stand here exactly as given, in quotes and without space.
  @inline(__always)
  mutating func skipName(_ quoted: UnsafeBufferPointer<UInt8>) -> Bool {
    skipSpace()
    guard quoted.count <= text.count - position, let start = text.baseAddress, let name = quoted.baseAddress,
      areSameBytes(start + position, name, quoted.count)
    else { return false }
    position += quoted.count
    return true
  }

  /// Reads a member's name, with its colon, and returns where it stands.
  package mutating func name() throws(PatchError) -> JSONName {
    skipSpace()
    guard try peek() == UInt8(ascii: "\"") else {
      throw error(.unexpected(expected: "a name in quotes"))
    }
    let (range, isEscaped) = try textRange()
    skipSpace()
    guard try peek() == UInt8(ascii: ":") else { throw error(.unexpected(expected: "a colon")) }
    position += 1
    return JSONName(range: range, isEscaped: isEscaped)
  }

  package func string(_ name: JSONName) -> String {
    JSONText.string(text[name.range], isEscaped: name.isEscaped)
  }
}

/// Where a name stands in a text, without its quotes.
package struct JSONName {
  package let range: Range<Int>
  let isEscaped: Bool
}

extension JSONReader {
  /// Goes past `null` if that is next.
  mutating func skipNull() throws(PatchError) -> Bool {
    try skipToValue()
    guard text[position] == UInt8(ascii: "n") else { return false }
    try word("null")
    return true
  }

  mutating func bool() throws(PatchError) -> Bool {
    try skipToValue()
    switch text[position] {
    case UInt8(ascii: "t"):
      try word("true")
      return true
    case UInt8(ascii: "f"):
      try word("false")
      return false
    default: throw mismatch("truth value")
    }
  }

  mutating func string() throws(PatchError) -> String {
    let (range, isEscaped) = try textValue()
    return JSONText.string(text[range], isEscaped: isEscaped)
  }

  /// Reads a text without making a string of it.
  mutating func persistentText(limit: Int) throws(PatchError) -> PersistentText {
    let (range, isEscaped) = try textValue()
    let written = UnsafeBufferPointer(rebasing: text[range])
    func made(of bytes: UnsafeRawBufferPointer) -> Result<PersistentText, PatchError> {
      bytes.count > limit
        ? .failure(PatchError(tooLong: bytes.count, limit: limit)) : .success(PersistentText(utf8: bytes))
    }
    if !isEscaped { return try made(of: UnsafeRawBufferPointer(written)).get() }
    let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: written.count) { unescaped in
      let count = JSONText.unescape(written, to: unescaped)
      return made(of: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(unescaped)[..<count]))
    }
    return try result.get()
  }

  private mutating func textValue() throws(PatchError) -> (Range<Int>, isEscaped: Bool) {
    try skipToValue()
    guard text[position] == UInt8(ascii: "\"") else { throw mismatch("text") }
    return try textRange()
  }
}
