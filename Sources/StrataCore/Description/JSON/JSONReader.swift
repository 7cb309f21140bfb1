import PersistentCollections

/// Reads JSON from front to back, strictly and value by value: the shape that knows the type of the next value makes it where
/// it stands, with nothing in between.
///
/// Strict means: no comments, no trailing commas, no name twice in a record, valid UTF-8, and no nesting beyond a limit,
/// so that no stack depends on a stranger's file.
package struct JSONReader {
  let text: Bytes
  /// The position of the next byte.
  package internal(set) var position = 0
  /// The position of the innermost value that is not of its type, or of its name for a member; nil while there is none.
  package internal(set) var misfit: Int?
  /// Whether what is read is to the byte what was saved: a type that makes something else of it is not to have it.
  package var isAsSaved = false
  var depth: Int
  private let depthLimit: Int
  /// The meter that counts the bytes that are read; nil where the caller does not ask.
  private let meter: WorkMeter?
  /// How far was counted, and from where on more is.
  private var counted = 0
  private var landmark: Int

  /// - Parameter isFile: Whether the value stands in the record of a file, which is no level.
  package init(
    _ text: Bytes,
    depthLimit: Int = jsonDepthLimit,
    isFile: Bool = false
  ) throws(PatchError) {
    (self.text, self.depthLimit, depth) = (text, depthLimit, isFile ? -1 : 0)
    // A short text is not counted: it is read too quickly for a look at the meter to be worth it.
    meter = text.count < Self.countedAtOnce ? nil : WorkMeter.current
    landmark = meter == nil ? .max : Self.countedAtOnce
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark, at: 0) }
  }

  /// Lets `read` read a text to its end.
  static func reading<Result>(
    _ text: some Sequence<UInt8>,
    depthLimit: Int = jsonDepthLimit,
    _ read: (inout JSONReader) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    func result(of text: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, PatchError> {
      Swift.Result { () throws(PatchError) in
        var reader = try JSONReader(Bytes(text), depthLimit: depthLimit)
        let result = try read(&reader)
        try reader.finish()
        return result
      }
    }
    let found =
      text.withContiguousStorageIfAvailable(result) ?? ContiguousArray(text).withUnsafeBufferPointer(result)
    return try found.get()
  }

  /// Sees to it that nothing follows but space.
  package mutating func finish() throws(PatchError) {
    skipSpace()
    if position < text.count { throw error(.trailing) }
  }

  private static var countedAtOnce: Int { 1 << 16 }

  @inline(never)
  private mutating func count() {
    meter?.add(position - counted)
    (counted, landmark) = (position, position + Self.countedAtOnce)
  }
}

/// The number of levels that a value may have, in all that is read and written.
///
/// Each list and each record of the JSON form is a level; the state itself is the first. A set is a list, and a map is a list
/// or a record. An enum with cases is two records: the name of the case, and what the case carries. The line around the state
/// in its file, and the forms of a patch, are no levels.
package var jsonDepthLimit: Int { 128 }

/// The number of lists and records that a reader goes into for the JSON of a patch, which has two or three for each level.
package var patchDepthLimit: Int { 5 * jsonDepthLimit }

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
    if position >= landmark { count() }
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

  /// Whether a text begins here.
  var isTextNext: Bool { position < text.count && text[position] == UInt8(ascii: "\"") }

  /// Goes to a value in the record of a file.
  package mutating func resume(at place: Int) {
    (position, depth) = (place, 0)
  }

  /// Goes past a member's name and its colon, if they stand here exactly as given, in quotes and without space.
  @inline(__always)
  mutating func skipName(_ quoted: Bytes) -> Bool {
    skipSpace()
    guard text.has(quoted, at: position) else { return false }
    position += quoted.count
    return true
  }

  /// Reads a member's name that is a whole number as `Int` writes it, with its colon; nil, and nothing is read, for any
  /// other.
  @inline(__always)
  mutating func numberedName() -> Int? {
    skipSpace()
    let start = position
    guard position < text.count, text[position] == UInt8(ascii: "\"") else { return nil }
    position += 1
    if position < text.count, let digits = shortInteger(), let number = Int(exactly: digits),
      text.count - position >= 2, text[position] == UInt8(ascii: "\""),
      text[position + 1] == UInt8(ascii: ":")
    {
      position += 2
      return number
    }
    position = start
    return nil
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

  /// A name that was read before, given where it begins.
  func nameRead(at start: Int) -> String {
    var reader = self
    reader.position = start
    return (try? reader.name()).map { string($0) } ?? ""
  }

  package func string(_ name: JSONName) -> String {
    JSONText.string(text.part(name.range), isEscaped: name.isEscaped)
  }
}

/// The range of a name in a text, without its quotes.
package struct JSONName {
  package let range: Range<Int>
  let isEscaped: Bool
}

extension JSONReader {
  /// Goes past `null` if that is next.
  @inline(__always)
  mutating func skipNull() throws(PatchError) -> Bool {
    try skipToValue()
    guard text[position] == UInt8(ascii: "n") else { return false }
    if !skip("null") { try word("null") }
    return true
  }

  @inline(__always)
  mutating func bool() throws(PatchError) -> Bool {
    skipSpace()
    if skip("true") { return true }
    if skip("false") { return false }
    throw noBool()
  }

  @inline(never)
  private mutating func noBool() -> PatchError {
    do throws(PatchError) {
      try skipToValue()
      switch text[position] {
      case UInt8(ascii: "t"): try word("true")
      case UInt8(ascii: "f"): try word("false")
      default: break
      }
      return mismatch("truth value")
    } catch {
      return error
    }
  }

  /// Goes past a word if it is next.
  @inline(__always)
  private mutating func skip(_ word: StaticString) -> Bool {
    guard text.has(Bytes(word), at: position) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  mutating func string() throws(PatchError) -> String {
    let (range, isEscaped) = try textValue()
    return JSONText.string(text.part(range), isEscaped: isEscaped)
  }

  /// Reads a text without making a string of it.
  mutating func persistentText(limit: Int) throws(PatchError) -> PersistentText {
    let (range, isEscaped) = try textValue()
    let written = text.part(range)
    func made(of bytes: Bytes) -> Result<PersistentText, PatchError> {
      bytes.count > limit
        ? .failure(PatchError(tooLong: bytes.count, limit: limit))
        : .success(bytes.withUnsafeBytes { PersistentText(utf8: $0) })
    }
    if !isEscaped { return try made(of: written).get() }
    let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: written.count) { unescaped in
      let count = JSONText.unescape(written, to: unescaped)
      return made(of: Bytes(UnsafeRawBufferPointer(unescaped)).part(0..<count))
    }
    return try result.get()
  }

  private mutating func textValue() throws(PatchError) -> (Range<Int>, isEscaped: Bool) {
    try skipToValue()
    guard text[position] == UInt8(ascii: "\"") else { throw mismatch("text") }
    return try textRange()
  }
}
