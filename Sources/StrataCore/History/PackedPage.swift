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
  private let companions: [DomainSnapshot]
  /// The moments that say where they came from, as bits: few do, so that most need not be read.
  private let told: UInt64
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
      case packed([UInt8], companions: DomainSnapshot?)
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
    var companions: [DomainSnapshot] = []
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
    told = contents.enumerated().reduce(0) { told, content in
      content.element?.entry.provenance == nil ? told : told | 1 &<< UInt64(content.offset)
    }
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
    reading { reader in
      var isTold = false
      for _ in 0...index { isTold = readWords(&reader) ?? isTold }
      return MomentWords(
        label: String(decoding: reader.label, as: UTF8.self),
        time: reader.time,
        provenance: isTold ? reader.provenance(of: first + UInt32(index)) : nil
      )
    }
  }

  /// The same of all its moments, of those that are gone as nil: they are read once, and each tells only how it differs from
  /// the one before.
  var words: [MomentWords?] {
    reading { reader in
      (0..<UInt32(count)).map { index in
        readWords(&reader).map { isTold in
          MomentWords(
            label: String(decoding: reader.label, as: UTF8.self),
            time: reader.time,
            provenance: isTold ? reader.provenance(of: first + index) : nil
          )
        }
      }
    }
  }

  private func reading<Result>(_ read: (inout PageReader) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = PageReader(bytes)
      return read(&reader)
    }
  }

  /// Where a moment came from; nil where the app's user sent it.
  func provenance(_ index: Int) -> Provenance? {
    told & (1 &<< UInt64(index)) == 0 ? nil : words(index).provenance
  }

  /// The same of all its moments.
  var provenances: [Provenance?] {
    told == 0 ? Array(repeating: nil, count: count) : words.map { $0?.provenance }
  }

  /// When the moments were made; for one that is gone, when the one before was.
  var times: [Timestamp] {
    reading { reader in
      (0..<count).map { _ in
        _ = readWords(&reader)
        return reader.time
      }
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
    reading { steps(through: last, isAlone: isAlone, &$0) }
  }

  private func steps(through last: Int, isAlone: Bool, _ reader: inout PageReader) -> [PackedStep?] {
    var beside = companions.makeIterator()
    var found: [(kind: Kind, range: Range<Int>, companions: DomainSnapshot?)] = []
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
      case .elsewhere: source.map { .elsewhere(PageReader.places(in: bytes[range]), $0) }
      }
    }
  }
}

extension PackedPage {
  /// Whether all steps are here, and none is to be read elsewhere.
  var hasAllSteps: Bool { source == nil }

  /// Adds the steps to some of its moments to a run, in the order in which these are given.
  func add(_ moments: ArraySlice<Moment.ID>, to run: inout PackedRun) {
    // One step by itself is put together in one place: to undo a step is mostly this.
    let isAlone = moments.count == 1
    let last = moments.reduce(0) { max($0, Int($1.raw - first)) }
    withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: last + 1) { places in
      reading { reader in
        var step = run.length..<run.length
        for index in 0...last {
          let byte = reader.byte()
          if byte & Self.kindBits != Kind.gone.rawValue {
            reader.skipWords(isTold: byte & Self.toldBit != 0)
            step = reader.readStep(after: step, to: &run, isAlone: isAlone)
          }
          places.initializeElement(at: index, to: step)
        }
      }
      for moment in moments {
        let step = places[Int(moment.raw - first)]
        run.append(stepAt: step.lowerBound, length: step.count)
      }
    }
  }
}

/// What one step changed, and the companions on both of its sides, or where to read that.
package enum PackedStep: Sendable {
  case packed(ArraySlice<UInt8>, companions: DomainSnapshot?)
  case elsewhere([UInt64], any StepSource)

  /// What goes beside the part.
  var companions: DomainSnapshot? {
    get throws(PatchError) {
      switch self {
      case .packed(_, let companions): companions
      case .elsewhere(let places, let source): try source.companions(at: places)
      }
    }
  }

  /// The change that was made.
  var patch: Patch {
    get throws(PatchError) {
      switch self {
      case .packed(let bytes, _): try Patch(packed: bytes)
      case .elsewhere(let places, let source): try source.patch(at: places)
      }
    }
  }

  /// The change that was made, and what goes beside the part.
  package func read() throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
    switch self {
    case .packed(let bytes, let companions): (try Patch(packed: bytes), companions)
    case .elsewhere(let places, let source): try source.step(at: places)
    }
  }
}
