/// Writes packed steps as columns: what values of one place there are in all of them stands together.
///
///     outlines │ which ones the steps have │ for each column its numbers, or how many letters │ all letters
///
/// Outlines and letters are packed as one. Steps that are alike cost what their values differ by: a keystroke about two
/// bytes.
struct StepColumnsWriter {
  private var scanner = StepScanner()
  private let root = ColumnRole(.node)
  private var uses = NumberColumn()
  private var columns: [Column] = []
  /// How many bytes all steps have.
  private var length = 0

  private struct Column {
    var numbers = NumberColumn()
    var letters: [UInt8] = []
  }

  /// Adds a step.
  mutating func append(_ step: UnsafeBufferPointer<UInt8>) throws(PatchError) {
    try scanner.scan(step)
    length += step.count
    var place = 0
    uses.append(scanner.slots[0].number)
    try append(root, step, &place)
  }

  /// Adds what an outline has, whose number stands at a place among the slots.
  private mutating func append(
    _ role: ColumnRole,
    _ step: UnsafeBufferPointer<UInt8>,
    _ place: inout Int
  ) throws(PatchError) {
    let number = Int(scanner.slots[place].number)
    place += 1
    var count = columns.count
    let program = try scanner.outlines.withOutline(number) { outline throws(PatchError) in
      try role.program(number, { _ in outline }, columns: &count)
    }
    while columns.count < count { columns.append(Column()) }
    for piece in program.pieces {
      if case .outline = piece { continue }
      let slot = scanner.slots[place]
      place += 1
      switch piece {
      case .outline: break
      case .number(_, let column), .whole(let column): columns[column].numbers.append(slot.number)
      case .letters(_, let column):
        columns[column].numbers.append(slot.number)
        columns[column].letters += step[slot.start..<slot.start + Int(slot.number)]
      case .double(let column): columns[column].letters += step[slot.start..<slot.start + 8]
      case .elements(_, let count, let outlines, let element):
        columns[count].numbers.append(slot.number)
        for _ in 0..<slot.number {
          columns[outlines].numbers.append(scanner.slots[place].number)
          try append(element, step, &place)
        }
      }
    }
  }

  /// The bytes of all steps so far.
  var finished: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendGroups(of: UInt64(length))
    bytes.append(part: uses.finished)
    bytes.appendGroups(of: UInt64(columns.count))
    var letters: [UInt8] = []
    for column in columns {
      bytes.append(part: column.numbers.finished)
      bytes.appendGroups(of: UInt64(column.letters.count))
      letters += column.letters
    }
    let outlines = scanner.outlines
    bytes.appendGroups(of: UInt64(outlines.ends.count))
    var ends = NumberColumn()
    for end in outlines.ends { ends.append(Int64(end)) }
    bytes.append(part: ends.finished)
    bytes.append(packing: outlines.bytes + letters)
    return bytes
  }
}

extension OutlineTable {
  fileprivate func withOutline<Result>(
    _ number: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    let range = range(of: number)
    return try bytes.withUnsafeBufferPointer { bytes throws(PatchError) in
      try body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }
}

/// Steps that were columns, packed again, one after the other in one block.
struct UnpackedSteps: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  /// Reads what a ``StepColumnsWriter`` wrote, of bytes that may be anything.
  ///
  /// - Parameters:
  ///   - count: How many steps are wanted, from the first one on.
  ///   - limit: How many bytes all steps may have.
  init(_ columns: UnsafeBufferPointer<UInt8>, count: Int, limit: Int = .max) throws(PatchError) {
    var head = ByteReader(columns)
    let length = head.groups()
    let uses = NumberColumnReader(head.part())
    let columnCount = head.count()
    let columns = UnsafeMutableBufferPointer<StepColumnsReader.Column>.allocate(capacity: columnCount)
    defer { columns.deallocate() }
    for index in 0..<columnCount {
      columns.initializeElement(at: index, to: StepColumnsReader.Column(&head))
    }
    var outlines = (count: head.count(), ends: NumberColumnReader(head.part()))
    guard !head.isBroken, length <= UInt64(limit), let letters = head.unpacked(limit: limit) else {
      throw .malformedColumns
    }
    let outlineEnds = (0..<outlines.count).map { _ in Int(truncatingIfNeeded: outlines.ends.next()) }
    ends.reserveCapacity(count)
    try letters.withUnsafeBufferPointer { letters throws(PatchError) in
      var reader = try StepColumnsReader(uses, columns, outlineEnds: outlineEnds, letters)
      var failure: PatchError?
      bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { bytes, written in
        var output = StepOutput(bytes)
        do throws(PatchError) {
          for _ in 0..<count {
            try reader.readStep(to: &output)
            ends.append(output.count)
          }
        } catch {
          failure = error
        }
        written = output.count
      }
      if let failure { throw failure }
      if reader.isBroken { throw .malformedColumns }
    }
  }
}

extension PatchError {
  fileprivate static var malformedColumns: PatchError { PatchError(.malformed(offset: 0)) }
}

/// Puts steps together again of their outlines and values.
private struct StepColumnsReader {
  /// The values of a column that are still to be read.
  struct Column {
    var numbers: NumberColumnReader
    let letterCount: UInt64
    var letters = ByteReader(UnsafeBufferPointer(start: nil, count: 0))

    init(_ head: inout ByteReader) {
      numbers = NumberColumnReader(head.part())
      letterCount = head.groups()
    }
  }

  private var uses: NumberColumnReader
  private let columns: UnsafeMutableBufferPointer<Column>
  private let outlines: UnsafeBufferPointer<UInt8>
  private let outlineEnds: [Int]
  private let root = ColumnRole(.node)
  /// How many columns the outlines so far have.
  private var known = 0

  /// - Parameter bytes: The outlines, and then the letters of all columns.
  init(
    _ uses: NumberColumnReader,
    _ columns: UnsafeMutableBufferPointer<Column>,
    outlineEnds: [Int],
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(PatchError) {
    var reader = ByteReader(bytes)
    outlines = reader.take(outlineEnds.last ?? 0)
    (self.uses, self.columns, self.outlineEnds) = (uses, columns, outlineEnds)
    for index in columns.indices {
      let count = Int(truncatingIfNeeded: columns[index].letterCount)
      columns[index].letters = ByteReader(reader.take(count))
    }
    if reader.isBroken { throw .malformedColumns }
  }

  /// Whether something was asked for that is not there.
  var isBroken: Bool {
    uses.isBroken || columns.contains { $0.numbers.isBroken || $0.letters.isBroken }
  }

  mutating func readStep(to output: inout StepOutput) throws(PatchError) {
    try read(root, outline: uses.next(), depth: 0, to: &output)
    if output.isBroken { throw .malformedColumns }
  }

  private func outline(_ number: Int) -> UnsafeBufferPointer<UInt8>? {
    guard outlineEnds.indices.contains(number) else { return nil }
    let (start, end) = (number == 0 ? 0 : outlineEnds[number - 1], outlineEnds[number])
    guard 0 <= start, start <= end, end <= outlines.count else { return nil }
    return UnsafeBufferPointer(rebasing: outlines[start..<end])
  }

  private mutating func read(
    _ role: ColumnRole,
    outline number: Int64,
    depth: Int,
    to output: inout StepOutput
  ) throws(PatchError) {
    let program = try role.program(Int(truncatingIfNeeded: number), outline, columns: &known)
    guard known <= columns.count, let outline = outline(program.number) else { throw .malformedColumns }
    for piece in program.pieces {
      switch piece {
      case .outline(let range): output.append(UnsafeBufferPointer(rebasing: outline[range]))
      case .number(let tag, let column):
        output.appendHead(tag, UInt64(bitPattern: columns[column].numbers.next()))
      case .whole(let column):
        let number = columns[column].numbers.next()
        if number < 0 {
          output.appendHead(.negative, UInt64(~number))
        } else {
          output.appendHead(.whole, UInt64(number))
        }
      case .letters(let tag, let column):
        let count = columns[column].numbers.next()
        output.appendHead(tag, UInt64(bitPattern: count))
        output.append(columns[column].letters.take(Int(count)))
      case .double(let column):
        output.appendHead(.number, 0)
        output.append(columns[column].letters.take(8))
      case .elements(let tag, let count, let outlines, let element):
        let count = columns[count].numbers.next()
        output.appendHead(tag, UInt64(bitPattern: count))
        guard count >= 0, depth < PackedReader.depthLimit else { throw .malformedColumns }
        for _ in 0..<count {
          // Each takes at least a byte, so that no few bytes become endless.
          if output.isBroken { throw .malformedColumns }
          try read(element, outline: columns[outlines].numbers.next(), depth: depth + 1, to: &output)
        }
      }
    }
  }
}

/// Writes packed bytes to a place that has room for so many.
private struct StepOutput {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0
  /// Whether there was more than fits.
  private(set) var isBroken = false

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    guard count < bytes.count else {
      isBroken = true
      return
    }
    bytes.initializeElement(at: count, to: byte)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ letters: UnsafeBufferPointer<UInt8>) {
    guard let source = letters.baseAddress, let start = bytes.baseAddress else { return }
    guard letters.count <= bytes.count &- count else {
      isBroken = true
      return
    }
    (start + count).initialize(from: source, count: letters.count)
    count &+= letters.count
  }

  @inline(__always)
  mutating func appendHead(_ tag: PackedTag, _ number: UInt64) {
    let kind = tag.rawValue << 4
    if number < 15 { return append(kind | UInt8(truncatingIfNeeded: number)) }
    append(kind | 15)
    appendGroups(of: number &- 15)
  }

  private mutating func appendGroups(of number: UInt64) {
    if number >= 0x80 {
      var shift = (63 - number.leadingZeroBitCount) / 7 * 7
      while shift > 0 {
        append(UInt8(truncatingIfNeeded: number >> UInt64(shift)) | 0x80)
        shift -= 7
      }
    }
    append(UInt8(truncatingIfNeeded: number) & 0x7F)
  }
}
