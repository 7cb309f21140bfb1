import PersistentCollections

/// Reads what a ``PackedWriter`` wrote, from bytes that may be anything.
///
/// Nothing is believed: counts are no larger than the bytes that are left, nesting has a limit, and what is read twice
/// would be written once is an error, so that a patch has one packed form.
///
/// It holds no reference to them: counting one at each byte would take longer than reading it.
struct PackedReader {
  let bytes: Bytes
  var position = 0
  private var depth = 0

  /// Lets `read` read bytes, for as long as they are held.
  static func reading<Result>(
    _ bytes: ArraySlice<UInt8>,
    _ read: (inout PackedReader) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    try bytes.withBytes { bytes throws(PatchError) in
      var reader = PackedReader(bytes)
      return try read(&reader)
    }
  }

  /// - Parameter bytes: The bytes to read, which must outlive the reader.
  init(_ bytes: Bytes) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The error that the bytes make no sense here.
  var malformed: PatchError {
    @inline(never) get { PatchError(.malformed(offset: position)) }
  }

  @inline(__always)
  private mutating func byte() throws(PatchError) -> UInt8 {
    guard position < bytes.count else { throw malformed }
    defer { position &+= 1 }
    return bytes[position]
  }

  @inline(__always)
  mutating func head() throws(PatchError) -> (PackedTag, UInt64) {
    let first = try byte()
    guard let tag = PackedTag(rawValue: first >> 4) else { throw malformed }
    let small = UInt64(first & 15)
    return (tag, small < 15 ? small : try largeNumber())
  }

  private mutating func largeNumber() throws(PatchError) -> UInt64 {
    var next = try byte()
    // A group of zeros in front would be a second way to write it.
    guard next != 0x80 else { throw malformed }
    var number = UInt64(next & 0x7F)
    while next >= 0x80 {
      next = try byte()
      guard number >> 57 == 0 else { throw malformed }
      number = number << 7 | UInt64(next & 0x7F)
    }
    let (sum, isOver) = number.addingReportingOverflow(15)
    guard !isOver else { throw malformed }
    return sum
  }

  @inline(__always)
  mutating func head(_ expected: PackedTag) throws(PatchError) -> UInt64 {
    let (tag, number) = try head()
    guard tag == expected else { throw malformed }
    return number
  }

  /// A count of things that take at least a byte each.
  @inline(__always)
  func count(_ number: UInt64) throws(PatchError) -> Int {
    guard number <= UInt64(bytes.count &- position) else { throw malformed }
    return Int(truncatingIfNeeded: number)
  }

  /// Reads the old and the new value of a replacement: texts may share a beginning, which is written once.
  mutating func replacement(sharing count: Int) throws(PatchError) -> (old: PlainValue, new: PlainValue) {
    let (old, new) = (try value(), try value())
    if count == 0 { return (old, new) }
    guard case .text(let old) = old, case .text(let rest) = new,
      let beginning = String(old.utf8.prefix(count)), beginning.utf8.count == count
    else { throw malformed }
    return (.text(old), .text(beginning + rest))
  }

  mutating func text(_ number: UInt64) throws(PatchError) -> String {
    let start = position
    if let text = Self.text(of: try textBytes(number)) { return text }
    position = start
    throw malformed
  }

  /// Reads what is to be a text.
  mutating func textBytes(_ number: UInt64) throws(PatchError) -> Bytes {
    let count = try count(number)
    defer { position += count }
    return bytes.part(position..<position + count)
  }

  /// The bytes that were read since a position.
  @inline(__always)
  func bytes(from start: Int) -> Bytes {
    bytes.part(start..<position)
  }

  /// The text that bytes are; nil when they are none.
  static func text(of bytes: Bytes) -> String? {
    // `String(validating:)` is generic, which takes longer than what it does: what had to be mended is not the same.
    var text = bytes.text
    return text.withUTF8 { Bytes($0).isSame(as: bytes) } ? text : nil
  }

  /// Reads what a list or a record has inside.
  mutating func nested<Result>(
    _ read: (inout PackedReader) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    guard depth < jsonDepthLimit else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  /// Reads what a node has inside: a replaced value and the edits of a text are no level of their own.
  mutating func nested<Result>(
    in tag: PackedTag,
    _ read: (inout PackedReader) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    tag == .replaced || tag == .splice ? try read(&self) : try nested(read)
  }

  mutating func value() throws(PatchError) -> PlainValue {
    let (tag, number) = try head()
    switch tag {
    case .word:
      switch number {
      case 0: return .null
      case 1: return .bool(false)
      case 2: return .bool(true)
      default: throw malformed
      }
    case .whole: return Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
    case .negative:
      guard let number = Int64(exactly: number) else { throw malformed }
      return .integer(~number)
    case .number:
      guard number == 0 else { throw malformed }
      var bits: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 8) { bits |= UInt64(try byte()) << UInt64(shift) }
      let value = Double(bitPattern: bits)
      guard value.writtenBits == bits else { throw malformed }
      return .number(value)
    case .text: return .text(try text(number))
    case .list:
      let count = try count(number)
      return .list(try nested { reader throws(PatchError) in try reader.values(count) })
    case .record:
      let count = try count(number)
      return .record(try nested { reader throws(PatchError) in try reader.record(count) })
    default: throw malformed
    }
  }

  private mutating func values(_ count: Int) throws(PatchError) -> [PlainValue] {
    var values: [PlainValue] = []
    for _ in 0..<count { values.append(try value()) }
    return values
  }

  private mutating func record(_ count: Int) throws(PatchError) -> PlainRecord {
    var members: [PlainRecord.Member] = []
    for _ in 0..<count {
      let name = try text(try head(.text))
      if let last = members.last, !last.name.isWritten(before: name) { throw malformed }
      members.append(PlainRecord.Member(name, try value()))
    }
    return PlainRecord(members: members)
  }

  mutating func node() throws(PatchError) -> Patch.Node {
    let (tag, number) = try head()
    let count = try count(number)
    return try nested(in: tag) { reader throws(PatchError) in try reader.node(tag, count) }
  }

  private mutating func node(_ tag: PackedTag, _ count: Int) throws(PatchError) -> Patch.Node {
    guard tag == .replaced || count > 0 else { throw malformed }
    switch tag {
    case .replaced:
      let (old, new) = try replacement(sharing: count)
      if case (.text(let old), .text(let new)) = (old, new), old.sharedEnds(with: new).start != count {
        throw malformed
      }
      guard old != new else { throw malformed }
      return .replaced(old: old, new: new)
    case .fields:
      return .fields(
        try inOrder(count) {
          .text($0.name)
        } _: { reader throws(PatchError) in
          let name = try reader.text(try reader.head(.text))
          return Patch.Node.Field(name: name, node: try reader.node())
        }
      )
    case .entries:
      return .entries(
        try inOrder(count) {
          $0.key
        } _: { reader throws(PatchError) in
          try reader.entry()
        }
      )
    case .members:
      return .members(
        try inOrder(count) {
          $0.value
        } _: { reader throws(PatchError) in
          let step = try reader.head(.step)
          guard step < 2 else { throw reader.malformed }
          return Patch.Node.Member(value: try reader.value(), isInserted: step == 1)
        }
      )
    case .runs:
      var runs: [Patch.Node.Run] = []
      for _ in 0..<count { runs.append(try run()) }
      guard NormalRuns.areNormal(runs) else { throw malformed }
      return .list(runs)
    case .splice:
      var runs: [Patch.Node.TextRun] = []
      for _ in 0..<count { runs.append(try textRun()) }
      guard NormalRuns.areNormal(runs) else { throw malformed }
      return .text(runs)
    default: throw malformed
    }
  }

  private mutating func inOrder<Change>(
    _ count: Int,
    by key: (Change) -> PlainValue,
    _ read: (inout PackedReader) throws(PatchError) -> Change
  ) throws(PatchError) -> [Change] {
    var changes: [Change] = []
    for _ in 0..<count {
      let change = try read(&self)
      if let last = changes.last, !key(last).precedes(key(change)) { throw malformed }
      changes.append(change)
    }
    return changes
  }

  private mutating func entry() throws(PatchError) -> Patch.Node.Entry {
    let step = try head(.step)
    let key = try value()
    switch step {
    case 0: return Patch.Node.Entry(key: key, change: .removed(try value()))
    case 1: return Patch.Node.Entry(key: key, change: .inserted(try value()))
    case 2: return Patch.Node.Entry(key: key, change: .changed(try node()))
    default: throw malformed
    }
  }

  private mutating func run() throws(PatchError) -> Patch.Node.Run {
    switch try head() {
    case (.step, 0): return .removed(try list())
    case (.step, 1): return .inserted(try list())
    case (.step, 2): return .changed(try node())
    case (.whole, let number): return .kept(try keptCount(number))
    default: throw malformed
    }
  }

  private mutating func textRun() throws(PatchError) -> Patch.Node.TextRun {
    switch try head() {
    case (.whole, let number): return .kept(try keptCount(number))
    case (.step, let number): return .removed(try text(number))
    case (.text, let number): return .inserted(try text(number))
    default: throw malformed
    }
  }

  private func keptCount(_ number: UInt64) throws(PatchError) -> Int {
    guard let count = Int(exactly: number) else { throw malformed }
    return count
  }

  /// Reads the elements of a run, which stand in the list that changes.
  private mutating func list() throws(PatchError) -> [PlainValue] {
    let number = try head(.list)
    let count = try count(number)
    guard count > 0 else { throw malformed }
    return try values(count)
  }
}
