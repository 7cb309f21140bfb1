import PersistentCollections

/// Neighbouring moments as one block of bytes: their labels and the patches of their steps, both in columns.
///
/// The same bytes are the history in a log. The bytes describe themselves, so they can be decoded without the app's types.
/// Words and steps are each decoded as a whole: a reader that goes on to other moments of the page keeps the decoded columns.
package final class PackedPage: Sendable {
  /// The number of the first moment.
  let first: UInt32
  /// The number of moments, also of those that are gone.
  let count: Int
  /// The words and the steps, each with its length in front.
  let bytes: [UInt8]
  /// The moments that have a provenance, and the moments that have restored values.
  private let (provenanceMarks, restoredMarks): (PageMarks, PageMarks)
  /// The fields beside the part where they are not in the bytes, at the steps that have some.
  private let restoredValues: [RestoredValues]
  /// The number of bytes that the steps may take.
  private let limit: Int

  /// A moment on the way to being packed.
  struct Content {
    let words: MomentWords
    let step: PackedStep
  }

  /// Packs the moments of a page; nil for one that is gone. A step is released when it is in its columns.
  ///
  /// - Throws: ``PatchError`` where a step is none.
  init(first: UInt32, _ contents: consuming [Content?]) throws(PatchError) {
    var (words, steps) = (PageWordsWriter(), StepColumnsWriter())
    var (provenanceMarks, restoredMarks) = (PageMarks(), PageMarks())
    var restoredValues: [RestoredValues] = []
    for index in contents.indices {
      guard let content = contents[index].take() else {
        words.appendGone()
        try steps.append([])
        continue
      }
      provenanceMarks[index] = content.words.provenance != nil
      if let sides = content.step.restoredValues {
        restoredValues.append(sides)
        restoredMarks[index] = true
      }
      words.append(content.words, content.step.restoredValues, number: first + UInt32(index))
      try steps.append(content.step.bytes)
    }
    var bytes: [UInt8] = []
    bytes.append(part: words.finished)
    bytes.append(part: (consume steps).finish())
    self.bytes = bytes.trimmed
    (self.first, count, limit) = (first, contents.count, .max)
    (self.provenanceMarks, self.restoredMarks) = (provenanceMarks, restoredMarks)
    self.restoredValues = restoredValues.allSatisfy(\.isWritten) ? [] : restoredValues
  }

  /// Takes up bytes that may be anything.
  ///
  /// - Parameters:
  ///   - alive: The moments that have to be in it.
  ///   - limit: The number of bytes that the words, and the steps, may take.
  /// - Throws: ``PatchError`` where they are no page. Whether each step makes sense is seen when it is read.
  init(first: UInt32, count: Int, alive: PageMarks, reading bytes: [UInt8], limit: Int) throws(PatchError) {
    let found = try bytes.withBytes { bytes throws(PatchError) in
      var reader = ByteReader(bytes)
      let (words, _) = (reader.part(), reader.part())
      if reader.isBroken || reader.left > 0 { throw PatchError(.malformed(offset: 0)) }
      return try PageWords(words, count: count, first: first, limit: limit)
    }
    guard count <= PageMarks.capacity, alive.places.allSatisfy({ found.time($0) != nil }) else {
      throw PatchError(.malformed(offset: 0))
    }
    (self.first, self.count, self.bytes, self.limit) = (first, count, bytes, limit)
    (provenanceMarks, restoredMarks, restoredValues) = (found.provenanceMarks, found.restoredMarks, [])
    if stepBytes > limit { throw PatchError(.overMemory(limit: limit)) }
  }

  /// The bytes that the page occupies on the heap, without its restored values.
  var heapBytes: Int {
    let object = 6 * MemoryLayout<Int>.size + 2 * MemoryLayout<PageMarks>.size
    return Footprint.block(of: object) + Footprint.block(of: 4 * MemoryLayout<Int>.size + bytes.count)
      + (restoredValues.isEmpty
        ? 0 : Footprint.block(of: (4 + 9 * restoredValues.count) * MemoryLayout<Int>.size))
  }

  /// The place of a moment in the page; nil when it is in none of its places, or not among those that are there.
  func index(_ number: UInt32, _ alive: PageMarks? = nil) -> Int? {
    guard number >= first else { return nil }
    let index = Int(number - first)
    return index < count && alive?[index] ?? true ? index : nil
  }

  /// Calls `read` with the words and the steps.
  private func reading<Result, Failure: Error>(
    _ read: (_ words: Bytes, _ steps: Bytes) throws(Failure) ->
      Result
  ) throws(Failure) -> Result {
    try bytes.withBytes { bytes throws(Failure) in
      var reader = ByteReader(bytes)
      return try read(reader.part(), reader.part())
    }
  }

  /// The labels, times and origins of all its moments.
  var words: PageWords {
    guard
      let words = reading({ words, _ in try? PageWords(words, count: count, first: first, limit: limit) })
    else {
      preconditionFailure("A page reads what it wrote, or saw to be words when it was read")
    }
    return words
  }

  /// Returns the provenance of a moment; nil where the app's user sent the step.
  func provenance(_ index: Int) -> Provenance? {
    provenanceMarks[index] ? words.provenance(index) : nil
  }

  /// The provenances of all moments of the page.
  var provenances: [Provenance?] {
    provenanceMarks.isEmpty ? Array(repeating: nil, count: count) : words.provenances
  }

  /// The steps of the page, at least up to one of them.
  ///
  /// - Throws: ``PatchError`` where a log had something else in their place.
  func steps(through last: Int? = nil) throws(PatchError) -> PageSteps {
    try reading { _, steps throws(PatchError) in
      PageSteps(
        page: self,
        steps: try UnpackedSteps(steps, count: last.map { $0 + 1 } ?? count, limit: limit)
      )
    }
  }

  /// All steps of the page; nil where they take more than some bytes, or cannot be read.
  func steps(limit: Int) -> PageSteps? { stepBytes > limit ? nil : try? steps() }

  /// How many bytes all its steps have where they are not in columns.
  var stepBytes: Int {
    reading { _, steps in
      var steps = ByteReader(steps)
      return UnpackedSteps.byteCount(&steps)
    }
  }

  /// Whether a step has restored values.
  func hasRestoredValues(_ index: Int) -> Bool { restoredMarks[index] }

  /// The restored values of a step; nil where it has none.
  ///
  /// - Parameter words: The words of the page.
  func restoredValues(_ index: Int, _ words: @autoclosure () -> PageWords) throws(PatchError)
    -> RestoredValues?
  {
    guard restoredMarks[index] else { return nil }
    return restoredValues.isEmpty
      ? try words().restoredValues(index) : restoredValues[restoredMarks.count(before: index)]
  }

  /// The page with other steps.
  func mapped(alive: PageMarks, _ change: (Patch) throws(PatchError) -> Patch) throws(PatchError)
    -> PackedPage
  {
    var contents = try contents(alive: alive)
    for (index, content) in contents.enumerated() {
      guard let content else { continue }
      let step = PackedStep(try change(content.step.patch), restoredValues: content.step.restoredValues)
      contents[index] = Content(words: content.words, step: step)
    }
    return try PackedPage(first: first, contents)
  }

  /// The moments of the page that are still there, unpacked; nil for removed ones.
  func contents(alive: PageMarks) throws(PatchError) -> [Content?] {
    let (words, steps) = (words, try steps())
    var contents: [Content?] = []
    for index in 0..<count {
      guard alive[index], let moment = words[index] else {
        contents.append(nil)
        continue
      }
      let step = PackedStep(steps[index], restoredValues: try restoredValues(index, words))
      contents.append(Content(words: moment, step: step))
    }
    return contents
  }
}

/// The steps of a page that was read.
struct PageSteps: Sendable {
  let page: PackedPage
  fileprivate let steps: UnpackedSteps

  /// The step to a moment of the page; of one that is gone, none that can be read.
  subscript(index: Int) -> ArraySlice<UInt8> { steps[index] }

  /// How many bytes they take.
  var heapBytes: Int { steps.bytes.count }

  /// Adds the steps to some moments to a run, in the order in which these are given.
  func add(_ moments: ArraySlice<Moment.ID>, to run: inout PackedRun) {
    let indices = moments.map { Int($0.raw - page.first) }
    guard let first = indices.min(), let last = indices.max() else { return }
    // One block for all of them.
    let (start, end) = (steps.range(of: first).lowerBound, steps.range(of: last).upperBound)
    let place = steps.bytes[start..<end].withBytes { run.add($0) } - start
    for index in indices {
      let range = steps.range(of: index)
      run.append(stepAt: place + range.lowerBound, length: range.count)
    }
  }
}

extension RestoredValues {
  fileprivate var isWritten: Bool { if case .written = self { true } else { false } }
}

extension StepColumnsWriter {
  fileprivate mutating func append(_ step: ArraySlice<UInt8>) throws(PatchError) {
    try step.withBytes { step throws(PatchError) in try append(step) }
  }
}
