/// Takes packed steps apart: into outlines, which are a step without its values, and the values.
///
/// Steps of one kind have the same outline. In it, a tag with the number 0 stands where a value was; what collections hold
/// has outlines of its own, so that one of a thousand entries has the outline of one of two.
///
///     packed     fields 1 │ "todos" │ entries 1 │ step 2 │ whole 7 │ fields 1 │ "done" │ replaced 0 │ word 1 │ word 2
///     outlines   fields 1 │ "todos" │ entries 0          and of the entry
///                step 2 │ whole 0 │ fields 1 │ "done" │ replaced 0 │ word 0 │ word 0
///     values     1, 7, 0, 1, 2
struct StepScanner {
  /// A value, or the number of an outline; of letters, how many there are and where they begin.
  struct Slot {
    var number: Int64
    var start = 0
  }

  /// The outlines of all steps so far.
  private(set) var outlines = ByteTable()
  /// The values of the last step, those of an outline behind its number.
  private(set) var slots: [Slot] = []
  /// The outlines that are being read, each in the one around it.
  private var open: [UInt8] = []

  /// Takes a step apart.
  mutating func scan(_ step: Bytes) throws(PatchError) {
    slots.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    var reader = PackedReader(step)
    try element { scanner throws(PatchError) in
      if !reader.isAtEnd { try scanner.node(&reader) }
    }
    guard reader.isAtEnd else { throw reader.malformed }
  }

  private mutating func element(_ read: (inout Self) throws(PatchError) -> Void) throws(PatchError) {
    let (slot, start) = (slots.count, open.count)
    slots.append(Slot(number: 0))
    try read(&self)
    slots[slot].number = Int64(outlines.number(of: open[start...]))
    open.removeSubrange(start...)
  }

  private mutating func elements(
    _ tag: PackedTag,
    _ count: UInt64,
    _ reader: inout PackedReader,
    _ read: (inout Self, inout PackedReader) throws(PatchError) -> Void
  ) throws(PatchError) {
    open.appendHead(tag, 0)
    slots.append(Slot(number: Int64(try reader.count(count))))
    for _ in 0..<count {
      try element { scanner throws(PatchError) in try read(&scanner, &reader) }
    }
  }

  /// Reads letters whose length was read.
  private mutating func letters(
    _ tag: PackedTag,
    _ count: UInt64,
    _ reader: inout PackedReader
  ) throws(PatchError) {
    open.appendHead(tag, 0)
    slots.append(Slot(number: Int64(try reader.count(count)), start: reader.position))
    _ = try reader.textBytes(count)
  }

  private mutating func number(_ tag: PackedTag, _ number: Int64) {
    open.appendHead(tag, 0)
    slots.append(Slot(number: number))
  }

  private mutating func name(_ reader: inout PackedReader) throws(PatchError) {
    let name = try reader.textBytes(try reader.head(.text))
    open.appendHead(.text, UInt64(name.count))
    open += name
  }

  private mutating func value(_ reader: inout PackedReader) throws(PatchError) {
    let (tag, count) = try reader.head()
    switch tag {
    case .word: number(.word, Int64(truncatingIfNeeded: count))
    case .whole:
      // One of 64 bits is part of the outline.
      if let whole = Int64(exactly: count) { number(.whole, whole) } else { open.appendHead(.whole, count) }
    case .negative:
      guard let below = Int64(exactly: count) else { throw reader.malformed }
      number(.whole, ~below)
    case .number: try letters(.number, 8, &reader)
    case .text: try letters(.text, count, &reader)
    case .list: try reader.nested { reader throws(PatchError) in try list(count, &reader) }
    case .record:
      open.appendHead(.record, count)
      try reader.nested { reader throws(PatchError) in
        for _ in 0..<(try reader.count(count)) {
          try name(&reader)
          try value(&reader)
        }
      }
    default: throw reader.malformed
    }
  }

  private mutating func list(_ count: UInt64, _ reader: inout PackedReader) throws(PatchError) {
    try elements(.list, count, &reader) { scanner, reader throws(PatchError) in try scanner.value(&reader) }
  }

  private mutating func node(_ reader: inout PackedReader) throws(PatchError) {
    let (tag, count) = try reader.head()
    try reader.nested(in: tag) { reader throws(PatchError) in try node(tag, count, &reader) }
  }

  private mutating func node(
    _ tag: PackedTag,
    _ count: UInt64,
    _ reader: inout PackedReader
  ) throws(PatchError) {
    switch tag {
    case .replaced:
      number(.replaced, Int64(truncatingIfNeeded: count))
      try value(&reader)
      try value(&reader)
    case .fields:
      open.appendHead(.fields, count)
      for _ in 0..<(try reader.count(count)) {
        try name(&reader)
        try node(&reader)
      }
    case .entries:
      try elements(.entries, count, &reader) { scanner, reader throws(PatchError) in
        let step = try reader.head(.step)
        scanner.open.appendHead(.step, step)
        try scanner.value(&reader)
        if step == 2 { try scanner.node(&reader) } else { try scanner.value(&reader) }
      }
    case .members:
      try elements(.members, count, &reader) { scanner, reader throws(PatchError) in
        scanner.open.appendHead(.step, try reader.head(.step))
        try scanner.value(&reader)
      }
    case .runs:
      open.appendHead(.runs, count)
      for _ in 0..<(try reader.count(count)) {
        let (tag, kind) = try reader.head()
        if tag == .whole {
          number(.whole, Int64(truncatingIfNeeded: kind))
        } else {
          open.appendHead(.step, kind)
          // The elements of a run stand in the list that changes.
          if kind == 2 { try node(&reader) } else { try list(try reader.head(.list), &reader) }
        }
      }
    case .splice:
      open.appendHead(.splice, count)
      for _ in 0..<(try reader.count(count)) {
        let (tag, length) = try reader.head()
        if tag == .whole {
          number(.whole, Int64(truncatingIfNeeded: length))
        } else {
          try letters(tag, length, &reader)
        }
      }
    default: throw reader.malformed
    }
  }
}
