import StrataCore

/// Takes in a log: the history from its pages and lines, and the state from the changes that the state file does not have yet.
struct LogReplay<Whole>: LogScanner.Reader {
  let mark: LogMark
  /// The shape of the state in the file; nil for one who has no state.
  let schema: Int?
  /// How many bytes of memory reading a change, or a page, may take.
  let memoryLimit: Int
  let change: (inout Whole, Patch) throws(PatchError) -> Void
  /// The state, as far as it was made.
  private(set) var state: Whole
  /// The history, as long as no line of it is missing.
  private var unbroken: HistoryReplay?
  /// The history behind lines that are missing; nil where none are.
  private var behind: RemainingHistory?
  /// The number of changes that the state file did not have.
  private(set) var replayed = 0
  /// How long they are.
  private(set) var replayedBytes = 0
  /// How many bytes the head and the pages have.
  private(set) var sealedBytes = 0
  /// The state as it was at the change that ``watch(_:)`` named.
  private(set) var watched: Whole?
  private var watchedNumber: Int?
  /// The last change that the state has.
  private(set) var last: Int
  /// The content of the first line; nil as long as that line was not read.
  private(set) var header: LogHeader?
  private(set) var misfit: LogMisfit?
  /// The history; nil where not all moments are there that it was begun with, or none is named behind damage.
  var history: HistoryReplay? {
    if header == nil { return nil }
    if var behind { return behind.finish() }
    return sealedBytes > 0 ? unbroken : nil
  }
  /// The fields that lead to what undo covers at present; nil for one who knows no types.
  private let wanted: PartFields?
  /// The fields that lead to what the log's history is about.
  private var fields: PartFields
  /// Whether the state is of the present types, which may be others than those that wrote the log; every change fits a
  /// plain value that followed on it.
  let isTyped: Bool
  /// Whether a change does not fit the state, which may have some of it.
  private(set) var hasMisfit = false
  /// Looks for names that only a newer version of the app knows; nil where there can be none.
  private var names: LogNames?

  /// - Parameters:
  ///   - state: The state of the file, typed or plain.
  ///   - mark: The state file's place in the log, as the file says.
  ///   - schema: The shape of the state in the file; nil for one who has no state.
  ///   - fields: The fields that lead to what undo covers; nil for one who knows no types.
  ///   - memoryLimit: How many bytes of memory reading a change, or a page, may take.
  ///   - isTyped: Whether the state is of the present types.
  ///   - names: Looks for names that only a newer version of the app knows; nil to skip the search.
  ///   - change: Changes the state by a patch.
  init(
    _ state: Whole,
    at mark: LogMark,
    schema: Int?,
    _ fields: PartFields? = nil,
    memoryLimit: Int,
    typed isTyped: Bool = false,
    names: LogNames? = nil,
    change: @escaping (inout Whole, Patch) throws(PatchError) -> Void
  ) {
    (self.state, self.mark, self.schema, wanted, self.change) = (state, mark, schema, fields, change)
    (self.memoryLimit, self.isTyped, last) = (memoryLimit, isTyped, mark.sequence)
    self.fields = fields ?? PartFields(places: [[]])
    self.names = names
  }

  /// Returns a replay of the same lines, with another state than the one that this replay made.
  func with<Other>(_ state: Other) -> LogReplay<Other> {
    var replay = LogReplay<Other>(
      state,
      at: mark,
      schema: schema,
      wanted,
      memoryLimit: memoryLimit
    ) {
      _,
      _ in
    }
    (replay.unbroken, replay.behind, replay.header, replay.misfit) = (unbroken, behind, header, misfit)
    (replay.sealedBytes, replay.fields) = (sealedBytes, fields)
    (replay.replayed, replay.replayedBytes, replay.last) = (replayed, replayedBytes, last)
    return replay
  }

  /// Keeps the state as it is at a change.
  mutating func watch(_ number: Int) {
    (watchedNumber, watched) = (number, number == mark.sequence ? state : nil)
  }

  mutating func begin(_ header: LogHeader) {
    guard header.id == mark.id, schema == nil || header.schema == schema else { return misfit = .otherLog }
    guard header.base <= mark.sequence else { return misfit = .laterThanState }
    self.header = header
    if header.shape == names?.shape { names = nil }
    if let place = header.shape.restoredPlace { names?.restoredPlace = place }
    if wanted?.places != header.shape.partPlaces { fields = PartFields(places: header.shape.partPlaces) }
  }

  /// Sees to it that the state is of this branch of the log.
  mutating func reached(_ number: Int, _ line: Checksum) {
    if number == mark.sequence, let own = mark.line, own != line { misfit = .otherBranch }
  }

  mutating func page(_ bytes: Bytes) throws {
    let page: WrittenPage
    do throws(PatchError) {
      page = try WrittenPage(reading: bytes, limit: memoryLimit)
    } catch {
      if case .overMemory = error.reason { throw MemoryLimitExceeded() }
      throw LogScanner.Nonsense(reason: "a page makes no sense: \(error)")
    }
    if let names {
      do {
        try page.forEachStep { patch, restoredValues in
          try names.look(at: fields.whole(of: patch), restoredValues)
        }
      } catch let error as PatchError {
        throw LogScanner.Nonsense(reason: "a page makes no sense: \(error)")
      }
    }
    if behind != nil, let header {
      behind?.take(page, header.marks)
      return
    }
    do throws(HistoryReplay.Impossible) {
      if unbroken == nil {
        unbroken = try HistoryReplay(page)
        if !takesRestoredValues { unbroken?.leaveRestoredValues() }
      } else {
        try unbroken?.append(page)
      }
    } catch {
      throw LogScanner.Nonsense(reason: error.description)
    }
  }

  mutating func begun(_ bytes: Int) throws {
    sealedBytes = bytes
    guard behind == nil, let header else { return }
    try replay { history throws(HistoryReplay.Impossible) in try history.restore(header.marks) }
  }

  /// Whether what the log has beside the steps is of the field that undo takes along.
  private var takesRestoredValues: Bool {
    guard let place = header?.shape.restoredPlace, let wanted, wanted.restoredPlace != nil else {
      return true
    }
    return wanted.hasRestoredValue(at: place)
  }

  mutating func change(_ number: Int, _ json: Bytes) throws {
    _ = try taking(number, json)
  }

  /// Takes a change in; returns what its line says.
  mutating func taking(_ number: Int, _ json: Bytes) throws -> Line {
    let line = try line(number, json)
    behind?.mark()
    if number > mark.sequence { try apply(number, json, line) }
    try take(number, line)
    return line
  }

  /// The content of a change's line.
  struct Line {
    var head: RecordHead
    /// The change of the whole state; for a movement whose way has the steps, only the change beside the part that undo
    /// covers.
    var patch: Patch?
    var restoredValues: RestoredValues?
  }

  /// Reads the line of a change.
  ///
  /// - Throws: ``MemoryLimitExceeded``, and `LogScanner.Nonsense` for what is no such line.
  func line(_ number: Int, _ json: Bytes) throws -> Line {
    guard let head = RecordHead(json) else {
      throw LogScanner.Nonsense(reason: "change \(number) makes no sense")
    }
    guard head.patch == nil && head.restoredValues == nil || PlainValue.isReadable(json, within: memoryLimit)
    else {
      throw MemoryLimitExceeded()
    }
    do throws(PatchError) {
      var line = Line(head: head)
      if let range = head.patch {
        line.patch = try Patch(json: json.part(range))
      }
      if let range = head.restoredValues {
        line.restoredValues = try RestoredValues(json: json.part(range))
      }
      return line
    } catch {
      throw LogScanner.Nonsense(reason: "change \(number) makes no sense: \(error)")
    }
  }

  /// Takes in what a change means for the history.
  mutating func take(_ number: Int, _ line: Line) throws {
    try names?.look(at: line.patch ?? Patch(), line.restoredValues)
    if let start = line.head.start, let present = known?.present, start != present {
      throw LogScanner.Nonsense(
        reason: "change \(number) goes from moment \(start), which is not the present"
      )
    }
    let part = line.patch.map(fields.part) ?? Patch()
    let step = PackedStep(part, restoredValues: takesRestoredValues ? line.restoredValues : nil)
    if behind != nil {
      behind?.take(line.head, step)
    } else {
      try replay { history throws(HistoryReplay.Impossible) in try history.take(line.head, step) }
    }
  }

  /// The history as far as it is known, behind damage, too.
  private var known: HistoryReplay? { behind.map { $0.history } ?? unbroken }

  /// Begins the history anew: what led to the next line is not known.
  mutating func skipped() { behind = RemainingHistory() }

  private mutating func apply(_ number: Int, _ json: Bytes, _ line: Line) throws {
    var count = json.count
    do {
      try forEachPatch(of: line, number) { patch, bytes in
        try change(&state, patch)
        count += bytes
      }
    } catch let error as PatchError {
      if let unknown = UnknownField(error) { throw unknown }
      hasMisfit = true
      throw LogScanner.Nonsense(reason: "change \(number) does not fit the state: \(error)")
    } catch let nonsense as LogScanner.Nonsense {
      hasMisfit = true
      throw nonsense
    }
    last = number
    (replayed, replayedBytes) = (replayed + 1, replayedBytes + count)
    if number == watchedNumber { watched = state }
  }

  /// Hands over what a change made different in the whole state, one patch after the other, with the bytes of those that are not
  /// in its line: the steps on the way of a movement, and then the rest.
  func forEachPatch(of line: Line, _ number: Int, _ body: (Patch, _ bytes: Int) throws -> Void) throws {
    if line.head.start != nil, case .moved(_, let end) = line.head.event {
      // Without the first line, nothing says what the steps are about.
      guard header != nil else {
        throw LogScanner.Nonsense(reason: "change \(number) cannot be read without the first line")
      }
      let isThere = try known?.forEachChange(onWayTo: end) { patch, bytes in
        try body(fields.whole(of: patch), bytes)
      }
      guard isThere == true else {
        throw LogScanner.Nonsense(reason: "no steps lead to moment \(end), where change \(number) goes")
      }
    }
    if let patch = line.patch { try body(patch, 0) }
  }

  private mutating func replay(
    _ body: (inout HistoryReplay) throws(HistoryReplay.Impossible) -> Void
  ) throws {
    guard unbroken != nil else { throw LogScanner.Nonsense(reason: "there is no moment to begin with") }
    do throws(HistoryReplay.Impossible) {
      // Forced, because that is how something optional is changed where it lies; it was just seen to be there.
      try body(&unbroken!)
    } catch {
      throw LogScanner.Nonsense(reason: error.description)
    }
  }
}

extension HistoryReplay {
  /// Does what a line says.
  ///
  /// - Parameter step: The change of the part that undo covers, and the restored values beside it.
  mutating func take(_ head: RecordHead, _ step: PackedStep) throws(Impossible) {
    try evict(head.evicted)
    switch head.event {
    case .nothing: break
    case .made(let id, let parent, let label, let time, let provenance):
      try make(id, after: parent, label, at: time, provenance, step)
    case .extended(let id, let label, let time): try extend(id, label, at: time, step)
    case .moved(let movement, let id): try move(movement, to: id)
    case .begun(let id, let label, let time, let provenance):
      self = HistoryReplay(id, label: label, at: time, provenance, restoredValues: step.restoredValues)
    case .saved(let id): try markSaved(id)
    case .named(let id, let checkpoint): try name(id, checkpoint)
    case .forgotten(let id): try forget(id, restoredValues: step.restoredValues)
    }
  }
}
