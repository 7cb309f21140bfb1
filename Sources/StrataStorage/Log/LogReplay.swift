import StrataCore

/// Takes in a log: the history from its lines, and the state from those that the state file does not have yet.
struct LogReplay<Whole>: LogScanner.Reader {
  let mark: LogMark
  let schema: Int
  let source: any LogLines
  /// How many bytes of memory reading a change may take.
  let memoryLimit: Int
  let change: (inout Whole, Patch) throws(PatchError) -> Void
  /// The state, as far as it was made.
  private(set) var state: Whole
  /// The history, as long as no line of it is missing.
  private var unbroken: HistoryReplay?
  /// The history behind lines that are missing; nil where none are.
  private var behind: HistoryBehind?
  /// The number of changes that the state file did not have.
  private(set) var replayed = 0
  /// How long they are.
  private(set) var replayedBytes = 0
  /// The number of lines.
  private(set) var lines = 1
  /// The state as it was at the change that ``watch(_:)`` named.
  private(set) var watched: Whole?
  private var watchedNumber: Int?
  /// The last change that the state has.
  private(set) var last: Int
  /// What the first line says; nil as long as it was not read.
  private(set) var header: LogHeader?
  /// The history; nil where not all moments are there that it was begun with, or none is named behind damage.
  var history: HistoryReplay? {
    guard let header else { return nil }
    if var behind { return behind.finish() }
    return lines > header.kept ? unbroken : nil
  }
  /// Whether the state is of the present types, which may be others than those that wrote the log; every change fits a
  /// plain value that followed on it.
  let isTyped: Bool
  /// Whether a change does not fit the state; the history has it.
  private(set) var hasMisfit = false
  /// What looks for names that only a newer version of the app knows; nil where there can be none.
  private var names: LogNames?

  /// - Parameters:
  ///   - state: The state of the file, typed or plain.
  ///   - mark: Where the file says that it stands in the log.
  ///   - schema: The shape of the state in the file.
  ///   - source: What reads the steps of the history later on.
  ///   - memoryLimit: How many bytes of memory reading a change may take.
  ///   - isTyped: Whether the state is of the present types.
  ///   - names: What looks for names that only a newer version of the app knows; nil where that is not to be asked.
  ///   - change: Changes the state by a patch.
  init(
    _ state: Whole,
    at mark: LogMark,
    schema: Int,
    stepsFrom source: any LogLines,
    memoryLimit: Int,
    typed isTyped: Bool = false,
    names: LogNames? = nil,
    change: @escaping (inout Whole, Patch) throws(PatchError) -> Void
  ) {
    (self.state, self.mark, self.schema, self.source, self.change) = (state, mark, schema, source, change)
    (self.memoryLimit, self.isTyped, last) = (memoryLimit, isTyped, mark.sequence)
    self.names = names
  }

  /// What was taken in, with another state than the one that was made.
  func with<Other>(_ state: Other) -> LogReplay<Other> {
    var replay = LogReplay<Other>(
      state,
      at: mark,
      schema: schema,
      stepsFrom: source,
      memoryLimit: memoryLimit
    ) {
      _,
      _ in
    }
    (replay.unbroken, replay.behind, replay.header, replay.lines) = (unbroken, behind, header, lines)
    (replay.replayed, replay.replayedBytes, replay.last) = (replayed, replayedBytes, last)
    return replay
  }

  /// Keeps the state as it is at a change.
  mutating func watch(_ number: Int) {
    (watchedNumber, watched) = (number, number == mark.sequence ? state : nil)
  }

  mutating func begin(_ header: LogHeader) throws {
    guard header.id == mark.id, header.schema == schema else { throw LogMisfit.otherLog }
    guard header.base <= mark.sequence else { throw LogMisfit.laterThanState }
    self.header = header
    if header.shape == names?.shape { names = nil }
    if let place = header.shape.companionPlace { names?.companionPlace = place }
  }

  /// Sees to it that the state is of this branch of the log.
  func reached(_ number: Int, _ line: Checksum) throws {
    if number == mark.sequence, let own = mark.line, own != line { throw LogMisfit.otherBranch }
  }

  mutating func kept(_ json: UnsafeRawBufferPointer, at place: Int) throws {
    lines += 1
    try names?.look(at: json)
    let head = RecordHead(json)
    let source = source
    if behind != nil, let header, let head {
      behind?.keep(head, at: place, of: header, stepsFrom: source)
      return
    }
    let moment: Moment.ID
    switch (head?.event, unbroken) {
    case (.begun(let id, let label, let time, let provenance)?, nil):
      moment = id
      let place = UInt64(place)
      unbroken = HistoryReplay(id, label: label, at: time, provenance, place: place, stepsFrom: source)
    case (.made(let id, let parent, let label, let time, let provenance)?, .some):
      moment = id
      try replay { history throws(HistoryReplay.Impossible) in
        try history.make(id, after: parent, label, at: time, provenance, place: UInt64(place))
      }
    default: throw LogScanner.Nonsense(reason: "a moment that was kept makes no sense")
    }
    if let name = head?.checkpoint {
      try replay { history throws(HistoryReplay.Impossible) in try history.name(moment, name) }
    }
    guard let header, lines == header.kept + 1 else { return }
    try replay { history throws(HistoryReplay.Impossible) in try history.restore(header.marks) }
  }

  mutating func change(_ number: Int, _ json: UnsafeRawBufferPointer, at place: Int) throws {
    _ = try take(number, json, at: place)
  }

  /// Takes a change in; returns what its line says beside the patch.
  mutating func take(_ number: Int, _ json: UnsafeRawBufferPointer, at place: Int) throws -> RecordHead {
    lines += 1
    guard let head = RecordHead(json) else {
      throw LogScanner.Nonsense(reason: "change \(number) makes no sense")
    }
    try names?.look(at: json)
    let source = source
    if behind != nil {
      behind?.take(head, at: place, stepsFrom: source)
    } else {
      if let start = head.start, start != unbroken?.timeline.present.id {
        throw LogScanner.Nonsense(
          reason: "change \(number) goes from moment \(start), which is not the present"
        )
      }
      try replay { history throws(HistoryReplay.Impossible) in
        try history.take(head, at: place, stepsFrom: source)
      }
    }
    if number > mark.sequence { try apply(number, json, head) }
    return head
  }

  /// Begins the history anew: what led to the next line is not known.
  mutating func skipped() { behind = HistoryBehind() }

  private mutating func apply(_ number: Int, _ json: UnsafeRawBufferPointer, _ head: RecordHead) throws {
    defer { if number == watchedNumber { watched = state } }
    guard let patch = head.patch else { return took(number, json.count) }
    guard PlainValue.isReadable(UnsafeRawBufferPointer(rebasing: json[patch]), within: memoryLimit) else {
      throw OverMemory()
    }
    var count = json.count
    do {
      if let start = head.start { count += try go(from: start, head.event) }
      try change(&state, Patch(json: json[patch]))
    } catch let error as PatchError {
      if let unknown = UnknownField(error) { throw unknown }
      hasMisfit = true
      throw LogScanner.Nonsense(reason: "change \(number) does not fit the state: \(error)")
    } catch let nonsense as LogScanner.Nonsense {
      hasMisfit = true
      throw nonsense
    }
    took(number, count)
  }

  /// Takes the steps on the way of a movement; returns how long their lines are.
  private mutating func go(from start: Moment.ID, _ event: HistoryEvent) throws -> Int {
    guard case .moved(_, let end) = event else { return 0 }
    let timeline = behind.map(\.timeline) ?? unbroken?.timeline
    let way = try LogWay(from: start, to: end, in: timeline, header)
    var count = 0
    try way.forEachChange(source) { patch, bytes in
      try change(&state, patch)
      count += bytes
    }
    return count
  }

  private mutating func took(_ number: Int, _ count: Int) {
    last = number
    (replayed, replayedBytes) = (replayed + 1, replayedBytes + count)
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
  mutating func take(
    _ head: RecordHead,
    at place: Int,
    stepsFrom source: any StepSource
  ) throws(Impossible) {
    try evict(head.evicted)
    switch head.event {
    case .nothing: break
    case .made(let id, let parent, let label, let time, let provenance):
      try make(id, after: parent, label, at: time, provenance, place: UInt64(place))
    case .extended(let id, let label, let time): try extend(id, label, at: time, place: UInt64(place))
    case .moved(let movement, let id): try move(movement, to: id)
    case .begun(let id, let label, let time, let provenance):
      self = HistoryReplay(id, label: label, at: time, provenance, place: UInt64(place), stepsFrom: source)
    case .saved(let id): try markSaved(id)
    case .named(let id, let checkpoint): try name(id, checkpoint)
    case .forgotten(let id): try forget(id, place: UInt64(place))
    }
  }
}
