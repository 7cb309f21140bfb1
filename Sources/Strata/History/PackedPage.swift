import PersistentCollections

/// Neighbouring moments as one block of bytes: labels, times and what each step changed, told as differences to the
/// moment before.
///
/// A record a moment, one after the other:
///
///     kind │ time since the one before │ label │ origin and author, where there is more to say │ step
///
/// Labels, authors and steps say how many bytes they have in common with those before, and which follow: paths repeat, and
/// so do the beginnings of labels.
package final class PackedPage: Sendable {
  /// The number of the first moment.
  let first: UInt32
  /// The number of moments, also of those that are gone.
  let count: Int
  private let bytes: [UInt8]
  /// What goes beside the part at each step, where anything does.
  private let companions: [AnySnapshot]
  /// What reads the steps that are not here.
  private let source: (any StepSource)?

  /// What a record is about.
  private enum Kind: UInt8 {
    case gone, packed, elsewhere
  }

  /// A step in a page, on the way to being packed.
  struct Content {
    /// What the step changed, packed, and the companions on both of its sides; or the places where to read it.
    enum Step {
      case packed([UInt8], companions: AnySnapshot?)
      case elsewhere([UInt64], any StepSource)
    }

    let entry: MomentPages.Entry
    let step: Step

    init(_ entry: MomentPages.Entry, _ step: Step) {
      (self.entry, self.step) = (entry, step)
    }
  }

  /// Packs the moments of a page; nil for one that is gone.
  init(first: UInt32, _ contents: [Content?]) {
    (self.first, count) = (first, contents.count)
    var writer = PageWriter(first: first)
    var companions: [AnySnapshot] = []
    var source: (any StepSource)?
    for content in contents {
      guard let content else {
        writer.writeGone(kind: Kind.gone.rawValue)
        continue
      }
      let entry = content.entry
      let toldBit = entry.provenance == nil ? 0 : Self.toldBit
      switch content.step {
      case .packed(let bytes, let beside):
        if let beside { companions.append(beside) }
        writer.write(
          kind: Kind.packed.rawValue | toldBit | (beside == nil ? 0 : Self.besideBit),
          entry,
          bytes
        )
      case .elsewhere(let places, let reader):
        source = reader
        writer.write(kind: Kind.elsewhere.rawValue | toldBit, entry, PageWriter.bytes(of: places))
      }
    }
    // No larger than what is in it: an array that has grown has room to spare.
    bytes = writer.bytes.withUnsafeBufferPointer { Array($0) }
    (self.companions, self.source) = (companions, source)
  }

  /// The companions go with it.
  private static let besideBit: UInt8 = 0x80
  /// It says where it came from.
  private static let toldBit: UInt8 = 0x40
  private static let kindBits: UInt8 = 0x3F

  /// What the page takes on the heap, without its companions.
  var heapBytes: Int {
    let object =
      2 * MemoryLayout<Int>.size + 5 * MemoryLayout<Int>.size + MemoryLayout<(any StepSource)?>.size
    return Footprint.block(of: object) + Footprint.block(of: 4 * MemoryLayout<Int>.size + bytes.count)
      + (companions.isEmpty ? 0 : Footprint.block(of: (4 + companions.count) * MemoryLayout<Int>.size))
  }

  /// The place of a moment in the page; nil when it is elsewhere, or not among those that are there.
  func index(_ number: UInt32, _ alive: UInt64 = .max) -> Int? {
    guard number >= first else { return nil }
    let index = Int(number - first)
    return index < count && alive & (1 &<< UInt64(index)) != 0 ? index : nil
  }

  /// What a moment is called, when it was made and where it came from.
  func words(_ index: Int) -> MomentWords {
    var reader = PageReader(bytes)
    var isTold = false
    for _ in 0...index { isTold = readWords(&reader) ?? isTold }
    return MomentWords(
      label: String(decoding: reader.label, as: UTF8.self),
      time: reader.time,
      provenance: isTold ? reader.provenance(of: first + UInt32(index)) : nil
    )
  }

  /// When the moments were made; for one that is gone, when the one before was.
  var times: [Timestamp] {
    var reader = PageReader(bytes)
    return (0..<count).map { _ in
      _ = readWords(&reader)
      return reader.time
    }
  }

  /// Reads the words of the next moment, and passes over its step; returns whether they say where it came from, and nil
  /// for one that is gone.
  private func readWords(_ reader: inout PageReader) -> Bool? {
    let byte = reader.byte()
    if byte & Self.kindBits == Kind.gone.rawValue { return nil }
    let isTold = byte & Self.toldBit != 0
    reader.readWords(isTold: isTold)
    return isTold
  }

  /// The steps of the page up to one of them, those of moments that are gone as nil.
  ///
  /// - Parameter isAlone: Whether only the last of them is wanted.
  func steps(through last: Int, isAlone: Bool = false) -> [PackedStep?] {
    var reader = PageReader(bytes)
    var beside = companions.makeIterator()
    var found: [(kind: Kind, range: Range<Int>, companions: AnySnapshot?)] = []
    if !isAlone { found.reserveCapacity(last + 1) }
    for index in 0...last {
      let byte = reader.byte()
      let kind = Kind(rawValue: byte & Self.kindBits) ?? .gone
      if kind != .gone {
        reader.skipWords(isTold: byte & Self.toldBit != 0)
        reader.readStep(isAlone: isAlone)
      }
      let companions = byte & Self.besideBit == 0 ? nil : beside.next()
      if !isAlone || index == last { found.append((kind, reader.step, companions)) }
    }
    // One block for all of them.
    let bytes = reader.steps
    return found.map { kind, range, companions in
      switch kind {
      case .gone: nil
      case .packed: .packed(bytes[range], companions: companions)
      case .elsewhere: source.map { .elsewhere(PageReader.places(in: Array(bytes[range])), $0) }
      }
    }
  }
}

/// What one step changed, and the companions on both of its sides, or where to read that.
package enum PackedStep: Sendable {
  case packed(ArraySlice<UInt8>, companions: AnySnapshot?)
  case elsewhere([UInt64], any StepSource)

  /// What goes beside the part.
  var companions: AnySnapshot? {
    get throws(PatchError) {
      if case .packed(_, let companions) = self { companions } else { try read().companions }
    }
  }

  /// The change that was made, and what goes beside the part.
  package func read() throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
    switch self {
    case .packed(let bytes, let companions): (try Patch(packed: bytes), companions)
    case .elsewhere(let places, let source): try source.step(at: places)
    }
  }
}

/// Writes the records of a page.
private struct PageWriter {
  private(set) var bytes: [UInt8] = []
  private var time: Int64 = 0
  private var label: [UInt8] = []
  private var author: [UInt8] = []
  private var step: [UInt8] = []
  /// The number of the next moment.
  private var number: UInt32

  init(first: UInt32) {
    number = first
  }

  mutating func writeGone(kind: UInt8) {
    bytes.append(kind)
    number += 1
  }

  mutating func write(kind: UInt8, _ entry: MomentPages.Entry, _ step: [UInt8]) {
    bytes.append(kind)
    let passed = entry.time.nanosecondsSince1970 &- time
    // The sign comes last, so that short times of either sign are short.
    Self.write(UInt64(bitPattern: passed << 1 ^ passed >> 63), to: &bytes)
    time = entry.time.nanosecondsSince1970
    Self.write(Array(entry.label.utf8), after: &label, to: &bytes)
    if let provenance = entry.provenance { write(provenance) }
    Self.write(step, after: &self.step, to: &bytes)
    number += 1
  }

  private mutating func write(_ provenance: Provenance) {
    bytes.append(provenance.origin.kind)
    // What it is about came before it, and mostly not long ago.
    if let link = provenance.origin.link { Self.write(UInt64(number - link.raw), to: &bytes) }
    Self.write(Array(provenance.author.rawValue.utf8), after: &author, to: &bytes)
  }

  private static func write(_ new: [UInt8], after old: inout [UInt8], to bytes: inout [UInt8]) {
    var shared = 0
    while shared < min(old.count, new.count), old[shared] == new[shared] { shared += 1 }
    write(UInt64(shared), to: &bytes)
    write(UInt64(new.count - shared), to: &bytes)
    bytes += new[shared...]
    old = new
  }

  private static func write(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Places in a log as few bytes.
  static func bytes(of places: [UInt64]) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in places { write(place, to: &bytes) }
    return bytes
  }
}

extension Moment.Origin {
  /// What it is in a page.
  fileprivate var kind: UInt8 {
    switch self {
    case .sent: 0
    case .outside: 1
    case .undo: 2
    case .redo: 3
    case .takingBack: 4
    case .merge: 5
    }
  }

  fileprivate static func hasLink(kind: UInt8) -> Bool { kind >= 2 }

  fileprivate init(kind: UInt8, _ link: Moment.ID) {
    switch kind {
    case 1: self = .outside
    case 2: self = .undo(of: link)
    case 3: self = .redo(of: link)
    case 4: self = .takingBack(link)
    case 5: self = .merge(of: link)
    default: self = .sent
    }
  }
}

/// Reads what a ``PageWriter`` wrote in this process: it is not data from outside.
private struct PageReader {
  private let bytes: [UInt8]
  private var position = 0
  private var nanoseconds: Int64 = 0
  private(set) var label: [UInt8] = []
  private var author: [UInt8] = []
  /// What the last origin that was read is, and how many moments before it that lies which it is about.
  private var origin: (kind: UInt8, distance: UInt32) = (0, 0)
  /// The steps that were read, one after the other.
  private(set) var steps: [UInt8] = []
  /// Where the last of them is.
  private(set) var step = 0..<0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var time: Timestamp { Timestamp(nanosecondsSince1970: nanoseconds) }

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func number() -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let next = byte()
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads time, label and where the moment came from, and passes over the step.
  mutating func readWords(isTold: Bool) {
    readTime()
    label = text(after: label)
    if isTold {
      readOrigin()
      author = text(after: author)
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
    }
  }

  /// Where the moment came from that was read last.
  func provenance(of id: UInt32) -> Provenance? {
    Provenance(
      Author(rawValue: String(decoding: author, as: UTF8.self)),
      Moment.Origin(kind: origin.kind, Moment.ID(raw: id - origin.distance))
    )
  }

  private mutating func readOrigin() {
    let kind = byte()
    origin = (kind, Moment.Origin.hasLink(kind: kind) ? UInt32(number()) : 0)
  }

  /// Reads a text, given the one before.
  private mutating func text(after old: consuming [UInt8]) -> [UInt8] {
    let (shared, count) = (Int(number()), Int(number()))
    old.replaceSubrange(shared..., with: bytes[position..<position + count])
    position += count
    return old
  }

  private mutating func skipText() {
    _ = number()
    position += Int(number())
  }

  private mutating func readTime() {
    let passed = number()
    nanoseconds &+= Int64(bitPattern: passed >> 1) ^ -Int64(bitPattern: passed & 1)
  }

  /// Reads a step, in the place of the one before where that is not wanted.
  mutating func readStep(isAlone: Bool) {
    let (shared, count) = (Int(number()), Int(number()))
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

  static func places(in bytes: [UInt8]) -> [UInt64] {
    var reader = PageReader(bytes)
    var places: [UInt64] = []
    while reader.position < reader.bytes.count { places.append(reader.number()) }
    return places
  }
}
