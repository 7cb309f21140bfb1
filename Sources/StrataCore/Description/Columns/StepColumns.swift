/// Writes packed steps as columns: what values of one place there are in all of them stands together.
///
///     outlines │ which ones the steps have │ for each column its numbers, or how many letters │ all letters
///
/// Outlines and letters are packed as one. Steps that are alike cost what their values differ by: a keystroke about two
/// bytes.
struct StepColumnsWriter {
  private var scanner = StepScanner()
  private var plan = ColumnPlan()
  private var uses = NumberColumn()
  private var columns: [Column] = []
  /// How many bytes all steps have.
  private var length = 0

  private struct Column {
    var numbers = NumberColumn()
    var letters: [UInt8] = []
  }

  /// Adds a step.
  mutating func append(_ step: Bytes) throws(PatchError) {
    try scanner.scan(step)
    length += step.count
    var place = 0
    uses.append(scanner.slots[0].number)
    try append(role: 0, step, &place)
  }

  /// Adds what an outline has, whose number stands at a place among the slots.
  private mutating func append(
    role: Int,
    _ step: Bytes,
    _ place: inout Int
  ) throws(PatchError) {
    let outline = Int(scanner.slots[place].number)
    place += 1
    let pieces = try scanner.outlines.withBytes { outlines throws(PatchError) in
      try plan.pieces(role, outline) { number in
        let range = scanner.outlines.range(of: number)
        return (outlines.part(range), range.lowerBound)
      }
    }
    while columns.count < plan.columnCount { columns.append(Column()) }
    for index in pieces {
      let piece = plan.pieces[index]
      if piece.kind == .outline { continue }
      let slot = scanner.slots[place]
      place += 1
      if piece.kind != .double { columns[piece.column].numbers.append(slot.number) }
      switch piece.kind {
      case .outline, .number, .whole: break
      case .letters: columns[piece.column].letters += step[slot.start..<slot.start + Int(slot.number)]
      case .double: columns[piece.column].letters += step[slot.start..<slot.start + 8]
      case .elements:
        for _ in 0..<slot.number {
          columns[piece.second].numbers.append(scanner.slots[place].number)
          try append(role: piece.role, step, &place)
        }
      }
    }
  }

  /// Returns the bytes of all steps.
  consuming func finish() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendGroups(of: UInt64(length))
    bytes.append(part: uses.finished)
    bytes.appendGroups(of: UInt64(columns.count))
    let outlines = scanner.outlines
    var letters = outlines.bytes
    letters.reserveCapacity(letters.count + columns.reduce(0) { $0 + $1.letters.count })
    for index in columns.indices {
      bytes.append(part: columns[index].numbers.finished)
      bytes.appendGroups(of: UInt64(columns[index].letters.count))
      letters += columns[index].letters
      // Long letters are there once.
      columns[index].letters = []
    }
    bytes.appendGroups(of: UInt64(outlines.ends.count))
    var ends = NumberColumn()
    for end in outlines.ends { ends.append(Int64(end)) }
    bytes.append(part: ends.finished)
    bytes.append(packing: consume letters)
    return bytes
  }
}

extension ByteTable {
  fileprivate func withBytes<Result>(
    _ body: (Bytes) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    try bytes.withBytes(body)
  }
}

/// Steps that were columns, packed again, one after the other in one block.
struct UnpackedSteps: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  /// How many bytes the steps of columns have, which stands in front of them.
  static func byteCount(_ columns: inout ByteReader) -> Int { Int(truncatingIfNeeded: columns.groups()) }

  /// Reads what a ``StepColumnsWriter`` wrote, of bytes that may be anything.
  ///
  /// - Parameters:
  ///   - count: How many steps are wanted, from the first one on.
  ///   - limit: How many bytes all steps may have.
  init(_ columns: Bytes, count: Int, limit: Int = .max) throws(PatchError) {
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
    try letters.withBytes { letters throws(PatchError) in
      var reader = try StepColumnsReader(uses, columns, outlineEnds: outlineEnds, letters)
      var failure: PatchError?
      // Room for one at least: an array that is made empty so writes its count to the one that all threads share.
      bytes = [UInt8](unsafeUninitializedCapacity: max(1, Int(length))) { bytes, written in
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
    var letters = ByteReader(Bytes())

    init(_ head: inout ByteReader) {
      numbers = NumberColumnReader(head.part())
      letterCount = head.groups()
    }
  }

  private var uses: NumberColumnReader
  private let columns: UnsafeMutableBufferPointer<Column>
  private let outlines: Bytes
  private let outlineEnds: [Int]
  private var plan = ColumnPlan()

  /// - Parameter bytes: The outlines, and then the letters of all columns.
  init(
    _ uses: NumberColumnReader,
    _ columns: UnsafeMutableBufferPointer<Column>,
    outlineEnds: [Int],
    _ bytes: Bytes
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
    try read(role: 0, outline: uses.next(), depth: 0, to: &output)
    if output.isBroken { throw .malformedColumns }
  }

  private mutating func read(
    role: Int,
    outline: Int64,
    depth: Int,
    to output: inout StepOutput
  ) throws(PatchError) {
    let pieces = try plan.pieces(role, Int(truncatingIfNeeded: outline)) { number in
      guard outlineEnds.indices.contains(number) else { return nil }
      let (start, end) = (number == 0 ? 0 : outlineEnds[number - 1], outlineEnds[number])
      guard 0 <= start, start <= end, end <= outlines.count else { return nil }
      return (outlines.part(start..<end), start)
    }
    guard plan.columnCount <= columns.count else { throw .malformedColumns }
    for index in pieces {
      let piece = plan.pieces[index]
      switch piece.kind {
      case .outline:
        output.append(outlines.part(piece.column..<piece.column + piece.second))
      case .number:
        output.appendHead(piece.tag, UInt64(bitPattern: columns[piece.column].numbers.next()))
      case .whole:
        let number = columns[piece.column].numbers.next()
        output.appendHead(number < 0 ? .negative : .whole, UInt64(number < 0 ? ~number : number))
      case .letters:
        let count = columns[piece.column].numbers.next()
        output.appendHead(piece.tag, UInt64(bitPattern: count))
        output.append(columns[piece.column].letters.take(Int(count)))
      case .double:
        output.appendHead(.number, 0)
        output.append(columns[piece.column].letters.take(8))
      case .elements:
        let count = columns[piece.column].numbers.next()
        output.appendHead(piece.tag, UInt64(bitPattern: count))
        guard count >= 0, depth < jsonDepthLimit else { throw .malformedColumns }
        for _ in 0..<count {
          // Each takes at least a byte, so that no few bytes become endless.
          if output.isBroken { throw .malformedColumns }
          let outline = columns[piece.second].numbers.next()
          try read(role: piece.role, outline: outline, depth: depth + 1, to: &output)
        }
      }
    }
  }
}

/// Writes packed bytes to a place that has room for so many.
private struct StepOutput: ByteOutput {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0
  /// Whether there was more than fits.
  private(set) var isBroken = false

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard count < bytes.count else {
      isBroken = true
      return
    }
    bytes.initializeElement(at: count, to: byte)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ letters: Bytes) {
    guard let start = bytes.baseAddress else { return }
    guard letters.count <= bytes.count &- count else {
      isBroken = true
      return
    }
    letters.copy(to: start + count)
    count &+= letters.count
  }
}
