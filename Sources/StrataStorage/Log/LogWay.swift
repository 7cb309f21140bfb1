import StrataCore

/// The way of a movement whose line says where it went from: the steps on it say what changed.
///
/// An import of a hundred thousand todos is in the log once, however often it is undone and redone. The price: where damage
/// takes the line of a step, it takes the movements over that step, too, that no state file has yet.
struct LogWay {
  private let timeline: Timeline
  private let way: WayThroughTree
  private let parts: [[String]]

  /// - Parameters:
  ///   - timeline: The moments of the log, before the movement or behind it.
  ///   - header: The head of the log, which says what undo covers.
  /// - Throws: `LogScanner.Nonsense` where no way leads there.
  init(from start: Moment.ID, to end: Moment.ID, in timeline: Timeline?, _ header: LogHeader?) throws {
    guard let timeline, let parts = header?.shape.partPlaces,
      let way = WayThroughTree(from: start, to: end, { timeline[$0]?.parent })
    else { throw LogScanner.Nonsense(reason: "no steps lead from moment \(start) to \(end)") }
    (self.timeline, self.way, self.parts) = (timeline, way, parts)
  }

  /// Hands on what each step changed in what undo covers, as it was gone over, and how long its lines are.
  ///
  /// - Throws: What `body` throws; ``OverMemory``, `SystemError` and `LogScanner.Nonsense` where a step cannot be read.
  func forEachChange(_ lines: any LogLines, _ body: (Patch, _ bytes: Int) throws -> Void) throws {
    for id in way.back {
      for place in try places(of: id).reversed() {
        let (patch, bytes) = try lines.patch(writtenAt: place)
        try body(patch.inside(parts: parts).inverted, bytes)
      }
    }
    for id in way.forth {
      for place in try places(of: id) {
        let (patch, bytes) = try lines.patch(writtenAt: place)
        try body(patch.inside(parts: parts), bytes)
      }
    }
  }

  private func places(of id: Moment.ID) throws -> [UInt64] {
    guard case .elsewhere(let places, _)? = timeline.step(to: id) else {
      throw LogScanner.Nonsense(reason: "no line has the step to moment \(id)")
    }
    return places
  }
}

/// Reads what the lines of a log say that changed, as they say it.
protocol LogLines: StepSource {
  /// What the line at a place says, and how long it is.
  ///
  /// - Throws: ``OverMemory``, `SystemError`, and `LogScanner.Nonsense` for what is no such line.
  func patch(writtenAt place: UInt64) throws -> (Patch, bytes: Int)
}

extension LogFile {
  /// How long the line at a place says that it is.
  func bytes(ofLineAt place: UInt64) -> Int {
    guard let place = Int(exactly: place), let head = try? bytes(place..<place + LogLine.headLimit) else {
      return 0
    }
    return head.withUnsafeBytes { LogLine(headOf: $0, at: 0)?.end ?? 0 }
  }

  /// What the line at a place says that changed, and how long it is; see ``LogLines``.
  func patch(writtenAt place: UInt64, within memoryLimit: Int) throws -> (Patch, bytes: Int) {
    guard let place = Int(exactly: place) else { throw LogScanner.Nonsense(reason: "no line stands there") }
    let (json, end) = try line(at: place)
    guard let head = json.withUnsafeBytes({ RecordHead($0) }) else {
      throw LogScanner.Nonsense(reason: "no line of a log stands at byte \(place)")
    }
    guard let range = head.patch else { return (Patch(), end - place) }
    guard json.withUnsafeBytes({ PlainValue.isReadable($0, within: memoryLimit) }) else { throw OverMemory() }
    do throws(PatchError) {
      return (try Patch(json: json[range]), end - place)
    } catch {
      throw LogScanner.Nonsense(reason: "\(error)")
    }
  }
}

extension LogFile {
  /// What the steps on the way of a movement changed whose line stands at a place, one after the other.
  ///
  /// - Complexity: O(log before the place).
  func changes(
    from start: Moment.ID,
    _ event: HistoryEvent,
    before place: Int,
    within memoryLimit: Int
  ) throws -> [Patch] {
    guard case .moved(_, let end) = event else { return [] }
    let steps = ChangesAlone(file: self, memoryLimit: memoryLimit)
    guard let header = LogHeader(try first()) else { throw LogMisfit.otherLog }
    // Behind all changes, so that none is made.
    let mark = LogMark(id: header.id, sequence: .max)
    var replay = LogReplay<Void>(
      (),
      at: mark,
      schema: header.schema,
      stepsFrom: steps,
      memoryLimit: memoryLimit
    ) { _, _ in }
    let scanner = LogScanner(fileSystem: fileSystem, file: descriptor, size: place, longestLine: memoryLimit)
    var progress = LogProgress()
    try scanner.goOn(&progress, handing: &replay)
    var changes: [Patch] = []
    let way = try LogWay(from: start, to: end, in: replay.history?.timeline, header)
    try way.forEachChange(steps) { patch, _ in changes.append(patch) }
    return changes
  }
}

/// Reads what changed, for one who knows no types.
private final class ChangesAlone: LogLines {
  private let file: LogFile
  private let memoryLimit: Int

  init(file: LogFile, memoryLimit: Int) { (self.file, self.memoryLimit) = (file, memoryLimit) }

  func patch(writtenAt place: UInt64) throws -> (Patch, bytes: Int) {
    try file.patch(writtenAt: place, within: memoryLimit)
  }

  func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
    throw PatchError(.unreadable(reason: "it is read as it is written"))
  }

  func companions(at places: [UInt64]) -> DomainSnapshot? { nil }
}
