import PersistentCollections

/// Neighbouring moments as one block of bytes: what they are called, and what each step changed, both in columns.
///
/// Words and steps are each read as a whole: who goes on to other moments of the page keeps what was read.
package final class PackedPage: Sendable {
  /// The number of the first moment.
  let first: UInt32
  /// The number of moments, also of those that are gone.
  let count: Int
  /// The words, the steps, and the places of steps that are elsewhere, each with its length in front.
  private let bytes: [UInt8]
  /// The moments that say where they came from, that have something beside the part, and whose steps are elsewhere.
  private let (told, beside, elsewhere): (PageMarks, PageMarks, PageMarks)
  /// The fields beside the part, at the steps that have some.
  private let companions: [DomainSnapshot]
  /// The reader of the steps that are elsewhere.
  private let source: (any StepSource)?

  /// A moment on the way to being packed.
  struct Content {
    let words: MomentWords
    let step: PackedStep
  }

  /// Packs the moments of a page; nil for one that is gone.
  ///
  /// - Throws: ``PatchError`` where a step is none.
  init(first: UInt32, _ contents: [Content?]) throws(PatchError) {
    var (words, steps) = (PageWordsWriter(), StepColumnsWriter())
    var (placeCounts, places) = (NumberColumn(), NumberColumn())
    var (told, beside, elsewhere) = (PageMarks(), PageMarks(), PageMarks())
    var companions: [DomainSnapshot] = []
    var source: (any StepSource)?
    for (index, content) in contents.enumerated() {
      guard let content else {
        words.appendGone()
        try steps.append([])
        continue
      }
      words.append(content.words, number: first + UInt32(index))
      told[index] = content.words.provenance != nil
      switch content.step {
      case .packed(let step, let sides):
        try steps.append(step)
        if let sides {
          companions.append(sides)
          beside[index] = true
        }
      case .elsewhere(let found, let reader):
        try steps.append([])
        placeCounts.append(Int64(found.count))
        for place in found { places.append(Int64(bitPattern: place)) }
        source = reader
        elsewhere[index] = true
      }
    }
    var bytes: [UInt8] = []
    for part in [words.finished, steps.finished, placeCounts.finished, places.finished] {
      bytes.append(part: part)
    }
    // No larger than what is in it: an array that has grown has room to spare.
    self.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    (self.first, count) = (first, contents.count)
    (self.told, self.beside, self.elsewhere) = (told, beside, elsewhere)
    (self.companions, self.source) = (companions, source)
  }

  /// What the page takes on the heap, without its companions.
  var heapBytes: Int {
    let object =
      2 * MemoryLayout<Int>.size + 4 * MemoryLayout<Int>.size + 3 * MemoryLayout<PageMarks>.size
      + MemoryLayout<(any StepSource)?>.size
    return Footprint.block(of: object) + Footprint.block(of: 4 * MemoryLayout<Int>.size + bytes.count)
      + (companions.isEmpty ? 0 : Footprint.block(of: (4 + companions.count) * MemoryLayout<Int>.size))
  }

  /// The place of a moment in the page; nil when it is elsewhere, or not among those that are there.
  func index(_ number: UInt32, _ alive: PageMarks? = nil) -> Int? {
    guard number >= first else { return nil }
    let index = Int(number - first)
    return index < count && alive?[index] ?? true ? index : nil
  }

  /// Whether all steps are here, and none is to be read elsewhere.
  var hasAllSteps: Bool { elsewhere.isEmpty }

  /// Calls `read` with the parts of the page.
  private func reading<Result>(_ read: (inout ByteReader) -> Result?) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(bytes)
      guard let result = read(&reader) else {
        preconditionFailure("A page reads what this process wrote to it")
      }
      return result
    }
  }

  /// The labels, times and origins of all its moments.
  var words: PageWords {
    reading { PageWords($0.part(), count: count, first: first) }
  }

  /// Where a moment came from; nil where the app's user sent it.
  func provenance(_ index: Int) -> Provenance? {
    told[index] ? words.provenance(index) : nil
  }

  /// The same of all its moments.
  var provenances: [Provenance?] {
    told.isEmpty ? Array(repeating: nil, count: count) : words.provenances
  }

  /// The steps of the page, at least up to one of them.
  func steps(through last: Int? = nil) -> PageSteps {
    reading { steps(of: &$0, count: last.map { $0 + 1 } ?? count, limit: .max) }
  }

  /// All steps of the page; nil where they take more than some bytes.
  func steps(limit: Int) -> PageSteps? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(bytes)
      return steps(of: &reader, count: count, limit: limit)
    }
  }

  private func steps(of reader: inout ByteReader, count: Int, limit: Int) -> PageSteps? {
    _ = reader.part()
    let steps = try? UnpackedSteps(reader.part(), count: count, limit: limit)
    var (counts, places) = (NumberColumnReader(reader.part()), NumberColumnReader(reader.part()))
    let all = (0..<elsewhere.count).map { _ in
      (0..<counts.next()).map { _ in UInt64(bitPattern: places.next()) }
    }
    return steps.map { PageSteps(page: self, steps: $0, places: all) }
  }

  fileprivate func step(_ index: Int, of steps: UnpackedSteps, _ places: [[UInt64]]) -> PackedStep {
    if elsewhere[index], let source { return .elsewhere(places[elsewhere.count(before: index)], source) }
    return .packed(steps[index], companions: beside[index] ? companions[beside.count(before: index)] : nil)
  }

  /// The companions of a moment.
  func companions(_ index: Int) throws(PatchError) -> DomainSnapshot? {
    if elsewhere[index] { return try steps(through: index)[index].companions }
    return beside[index] ? companions[beside.count(before: index)] : nil
  }
}

/// The steps of a page that was read.
struct PageSteps: Sendable {
  let page: PackedPage
  fileprivate let steps: UnpackedSteps
  fileprivate let places: [[UInt64]]

  /// The step to a moment of the page; of one that is gone, none that can be read.
  subscript(index: Int) -> PackedStep { page.step(index, of: steps, places) }

  /// How many bytes they take.
  var heapBytes: Int { steps.bytes.count }

  /// Adds the steps to some moments to a run, in the order in which these are given.
  func add(_ moments: ArraySlice<Moment.ID>, to run: inout PackedRun) {
    let indices = moments.map { Int($0.raw - page.first) }
    guard let first = indices.min(), let last = indices.max() else { return }
    // One block for all of them.
    let (start, end) = (steps.range(of: first).lowerBound, steps.range(of: last).upperBound)
    let place = steps.bytes[start..<end].withUnsafeBufferPointer { run.add($0) } - start
    for index in indices {
      let range = steps.range(of: index)
      run.append(stepAt: place + range.lowerBound, length: range.count)
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

extension PackedPage {
  /// How many bytes all its steps have where they are not in columns.
  var stepBytes: Int {
    reading { reader in
      _ = reader.part()
      var steps = ByteReader(reader.part())
      return UnpackedSteps.byteCount(&steps)
    }
  }

  /// The moments of the page that are still there, unpacked; nil for removed ones.
  func contents(alive: PageMarks) -> [Content?] {
    let (words, steps) = (words, steps())
    return (0..<count).map { index in
      alive[index] ? words[index].map { Content(words: $0, step: steps[index]) } : nil
    }
  }
}

extension StepColumnsWriter {
  fileprivate mutating func append(_ step: ArraySlice<UInt8>) throws(PatchError) {
    try step.withUnsafeBufferPointer { step throws(PatchError) in try append(step) }
  }
}
