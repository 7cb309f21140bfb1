/// Reads what a ``PageWriter`` wrote in this process: it is not data from outside.
struct PageReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var nanoseconds: Int64 = 0
  private(set) var label: [UInt8] = []
  private var author: [UInt8] = []
  private var note: [UInt8] = []
  private var ownChanges: [UInt8] = []
  /// What the last origin that was read is, how many moments before it that lies which it merges, and whether the app noted
  /// something, and the step has changes of its own.
  private var origin: (kind: UInt8, distance: UInt32, hasNote: Bool, hasOwn: Bool) = (0, 0, false, false)
  /// The switches that it moves: how many moments before it, the number of the change and the state as one number.
  private var switches: [(distance: UInt32, state: UInt64)] = []
  /// The steps that were read, one after the other.
  private(set) var steps: [UInt8] = []
  /// Where the last of them is.
  private(set) var step = 0..<0

  /// - Parameter bytes: What is not to go before the reader does.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var time: Timestamp { Timestamp(nanosecondsSince1970: nanoseconds) }

  @inline(__always)
  mutating func byte() -> UInt8 {
    defer { position &+= 1 }
    return bytes[position]
  }

  private mutating func number() -> UInt64 {
    var number: UInt64 = 0
    while true {
      let next = byte()
      number = number << 7 | UInt64(next & 0x7F)
      if next < 0x80 { return number }
    }
  }

  /// Reads how many bytes a text has in common with the one before, and how many follow.
  @inline(__always)
  private mutating func lengths() -> (shared: Int, added: Int) {
    let both = byte()
    var (shared, added) = (Int(both >> 4), Int(both & 15))
    if shared == 15 { shared += Int(number()) }
    if added == 15 { added += Int(number()) }
    return (shared, added)
  }

  /// Reads time, label and where the moment came from, and passes over the step.
  mutating func readWords(isTold: Bool) {
    readTime()
    label = text(after: label)
    if isTold {
      readOrigin()
      author = text(after: author)
      if origin.hasNote { note = text(after: note) }
      if origin.hasOwn { ownChanges = text(after: ownChanges) }
    }
    skipText()
  }

  /// Passes over time, label and where the moment came from.
  mutating func skipWords(isTold: Bool) {
    readTime()
    skipText()
    if isTold {
      readOrigin()
      skipText()
      if origin.hasNote { skipText() }
      if origin.hasOwn { skipText() }
    }
  }

  /// Where the moment came from that was read last.
  func provenance(of id: UInt32) -> Provenance? {
    let switches = switches.map { distance, state in
      StepSwitch(
        Moment.ID(raw: id - distance),
        change: state < 2 ? nil : Int(state >> 1) - 1,
        isOn: state & 1 == 1
      )
    }
    return Provenance(
      Author(rawValue: String(decoding: author, as: UTF8.self)),
      Moment.Origin(kind: origin.kind, Moment.ID(raw: id - origin.distance), switches),
      own: origin.hasOwn ? ownChanges : [],
      note: origin.hasNote ? note : []
    )
  }

  private mutating func readOrigin() {
    let byte = byte()
    let kind = byte & ~(Moment.Origin.noteBit | Moment.Origin.ownBit)
    origin.kind = kind
    (origin.hasNote, origin.hasOwn) = (byte & Moment.Origin.noteBit != 0, byte & Moment.Origin.ownBit != 0)
    origin.distance = Moment.Origin.hasLink(kind: kind) ? UInt32(number()) : 0
    switches =
      Moment.Origin.hasSwitches(kind: kind) ? (0..<number()).map { _ in (UInt32(number()), number()) } : []
  }

  /// Reads a text, given the one before.
  private mutating func text(after old: consuming [UInt8]) -> [UInt8] {
    let (shared, count) = lengths()
    old.replaceSubrange(shared..., with: bytes[position..<position + count])
    position += count
    return old
  }

  private mutating func skipText() {
    position += lengths().added
  }

  private mutating func readTime() {
    let elapsed = number()
    nanoseconds &+= Int64(bitPattern: elapsed >> 1) ^ -Int64(bitPattern: elapsed & 1)
  }

  /// Reads a step, in the place of the one before where that is not wanted.
  mutating func readStep(isAlone: Bool) {
    let (shared, count) = lengths()
    if isAlone {
      steps.replaceSubrange(shared..., with: bytes[position..<position + count])
      step = 0..<steps.count
      position += count
      return
    }
    let start = steps.count
    // What steps have in common is all that a page is shorter by.
    if start == 0 { steps.reserveCapacity(3 * bytes.count) }
    for index in step.lowerBound..<step.lowerBound + shared { steps.append(steps[index]) }
    steps += bytes[position..<position + count]
    step = start..<steps.count
    position += count
  }

  /// Reads a step, and adds it to the bytes of a run, where the one before lies at `last`; returns where it lies.
  ///
  /// - Parameter isAlone: Whether the one before is not wanted: then this one is put into its place.
  mutating func readStep(after last: Range<Int>, to run: inout PackedRun, isAlone: Bool) -> Range<Int> {
    let (shared, count) = lengths()
    let rest = UnsafeBufferPointer(rebasing: bytes[position..<position + count])
    position += count
    var start = last.lowerBound
    if isAlone {
      run.removeAll(from: start + shared)
      _ = run.add(0, from: 0, rest)
    } else {
      start = run.add(shared, from: start, rest)
    }
    return start..<start + shared + count
  }

  static func places(in bytes: ArraySlice<UInt8>) -> [UInt64] {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = PageReader(bytes)
      var places: [UInt64] = []
      while reader.position < bytes.count { places.append(reader.number()) }
      return places
    }
  }
}
