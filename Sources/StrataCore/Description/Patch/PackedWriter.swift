import PersistentCollections

/// Writes plain values and patches as few bytes.
///
/// Everything begins with a byte whose upper half says what it is. The lower half is a number from 0 to 14, or 15 when
/// the number follows in groups of seven bits, highest first: so numbers that are near each other begin alike. The number is
/// a length, a count, or the value itself.
struct PackedWriter {
  private var scratch: [UInt8]
  /// The number of bytes beyond which texts are left out.
  private let limit: Int
  /// Whether a text was left out.
  private(set) var isOverLimit = false

  init(limit: Int = .max) {
    (scratch, self.limit) = ([], limit)
    // Most patches fit, so that none is moved while it grows.
    scratch.reserveCapacity(224)
  }

  /// The bytes that were written, in an array of just their length.
  var bytes: [UInt8] { scratch.trimmed }

  mutating func write(_ tag: PackedTag, _ number: UInt64) { scratch.appendHead(tag, number) }

  mutating func write(_ tag: PackedTag, count: Int) { write(tag, UInt64(count)) }

  mutating func write(_ text: String, as tag: PackedTag = .text) {
    var text = text
    text.withUTF8 {
      write(tag, count: $0.count)
      if $0.count > limit - scratch.count { isOverLimit = true } else { scratch.append(contentsOf: $0) }
    }
  }

  mutating func write(_ value: PlainValue) {
    switch value {
    case .null: write(.word, 0)
    case .bool(let value): write(.word, value ? 2 : 1)
    case .integer(let value):
      // The sign comes last, so that small numbers of either sign are short.
      let isNegative = value < 0
      write(isNegative ? .negative : .whole, UInt64(isNegative ? ~value : value))
    case .unsigned(let value): write(.whole, value)
    case .number(let value):
      write(.number, 0)
      withUnsafeBytes(of: value.writtenBits.littleEndian) { scratch.append(contentsOf: $0) }
    case .text(let text): write(text)
    case .list(let values):
      write(.list, count: values.count)
      for value in values { write(value) }
    case .record(let record):
      write(.record, count: record.members.count)
      for member in record.members {
        write(member.name)
        write(member.value)
      }
    }
  }

  mutating func write(_ node: Patch.Node) {
    switch node {
    case .replaced(.text(let old), .text(let new)):
      // The newer text without what both begin with, whose length stands in front.
      let shared = old.sharedEnds(with: new).start
      write(.replaced, count: shared)
      write(old)
      write(shared == 0 ? new : String(new.utf8.dropFirst(shared)) ?? new)
    case .replaced(let old, let new):
      write(.replaced, 0)
      write(old)
      write(new)
    case .fields(let fields):
      write(.fields, count: fields.count)
      for field in fields {
        write(field.name)
        write(field.node)
      }
    case .entries(let entries):
      write(.entries, count: entries.count)
      for entry in entries { write(entry) }
    case .members(let members):
      write(.members, count: members.count)
      for member in members {
        write(.step, member.isInserted ? 1 : 0)
        write(member.value)
      }
    case .list(let runs):
      write(.runs, count: runs.count)
      for run in runs { write(run) }
    case .text(let runs):
      write(.splice, count: runs.count)
      for run in runs { write(run) }
    }
  }

  private mutating func write(_ entry: Patch.Node.Entry) {
    switch entry.change {
    case .removed(let value):
      write(.step, 0)
      write(entry.key)
      write(value)
    case .inserted(let value):
      write(.step, 1)
      write(entry.key)
      write(value)
    case .changed(let node):
      write(.step, 2)
      write(entry.key)
      write(node)
    }
  }

  private mutating func write(_ run: Patch.Node.Run) {
    switch run {
    case .removed(let values):
      write(.step, 0)
      write(.list(values))
    case .inserted(let values):
      write(.step, 1)
      write(.list(values))
    case .changed(let node):
      write(.step, 2)
      write(node)
    case .kept(let count): write(.whole, count: count)
    }
  }

  private mutating func write(_ run: Patch.Node.TextRun) {
    switch run {
    case .removed(let text): write(text, as: .step)
    case .inserted(let text): write(text)
    case .kept(let count): write(.whole, count: count)
    }
  }
}

/// Something that bytes are appended to.
protocol ByteOutput {
  mutating func append(_ byte: UInt8)
}

extension [UInt8]: ByteOutput {}

extension ByteOutput {
  /// Appends a number in groups of seven bits, highest first; all but the last have their upper bit set.
  @inline(__always)
  mutating func appendGroups(of number: UInt64) {
    if number >= 0x80 {
      var shift = (63 - number.leadingZeroBitCount) / 7 * 7
      while shift > 0 {
        append(UInt8(truncatingIfNeeded: number >> UInt64(shift)) | 0x80)
        shift -= 7
      }
    }
    append(UInt8(truncatingIfNeeded: number) & 0x7F)
  }

  /// Appends the byte that a packed piece begins with, and its number.
  @inline(__always)
  mutating func appendHead(_ tag: PackedTag, _ number: UInt64) {
    let kind = tag.rawValue << 4
    if number < 15 { return append(kind | UInt8(truncatingIfNeeded: number)) }
    append(kind | 15)
    appendGroups(of: number &- 15)
  }
}

/// The kind of a packed piece.
enum PackedTag: UInt8 {
  /// Null, false or true.
  case word
  /// A whole number from 0 up.
  case whole
  /// A whole number below 0, as how far it is below -1.
  case negative
  /// A number, as its eight bytes.
  case number
  case text
  case list
  case record
  case replaced
  case fields
  case entries
  case members
  case runs
  /// The change of an entry, member or run; in a splice, text that was removed.
  case step
  case splice
}
