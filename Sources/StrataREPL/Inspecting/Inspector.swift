import Strata
import StrataInspection
import StrataStorage
import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Answers questions about one history.
struct Inspector {
  let inspection: Inspection
  let path: String
  /// What a page is called.
  let title: String

  init(_ options: InspectOptions, at path: String) throws {
    if FileNumber(path) == nil { throw NoFile(path: path) }
    let whole = try Inspection(of: path, limit: options.isUnlimited ? .max : 1 << 30)
    // What leads nowhere would leave out nothing.
    let omitted = try options.omitted.map { path throws(InspectionError) in
      guard let found = whole.ways(to: path).first(where: whole.hasHeld) else { throw .noValue(path) }
      return found
    }
    self.init(omitted.isEmpty ? whole : whole.omitting(omitted), at: path, title: options.title)
  }

  init(_ inspection: Inspection, at path: String, title: String? = nil) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    (self.inspection, self.path, self.title) = (inspection, path, title ?? name)
  }

  func answer(_ command: InspectCommand) throws -> InspectAnswer {
    switch command {
    case .timeline(let last): return .timeline(inspection, last: last)
    case .show(let words, let path):
      // A path may stand without a moment.
      if let words, path == .whole, (try? moment(words)) == nil,
        let path = ValuePath(words.text).flatMap(inspection.place)
      {
        return .value(path, try inspection.value(at: path, at: inspection.present))
      }
      let id = try words.map(moment)?.id ?? inspection.present
      let place = inspection.place(path) ?? path
      return .value(place, try inspection.value(at: place, at: id))
    case .diff(let first, let second, let path):
      let start = try moment(first)
      if let second, path == .whole, (try? moment(second)) == nil,
        let path = ValuePath(second.text).flatMap(inspection.place)
      {
        return try step(to: start, path)
      }
      let path = inspection.place(path) ?? path
      guard let second else { return try step(to: start, path) }
      let end = try moment(second)
      return .differences(
        start,
        end,
        try inspection.differences(from: start.id, to: end.id, at: path)
      )
    case .blame(let path, let words):
      let place = inspection.place(path) ?? path
      return .blame(place, try inspection.blame(place, from: words.map(moment)?.id))
    case .find(let text): return .found(text, inspection.moments(touching: text))
    case .at(let text):
      guard let time = Timestamp(onTheWall: text) else {
        throw NotInspected("'\(text)' is no time. A time is such as 2026-11-20T18:30, or a day.")
      }
      let moment = try self.moment(at: time, text)
      return .moment(moment, bytes: inspection.bytes(of: moment.id))
    case .stats: return .statistics(inspection.statistics())
    case .page(let file): return .done(try writePage(to: file))
    case .help: return .help
    case .quit: return .done("")
    }
  }

  /// Writes the page, and says so.
  func writePage(to file: String) throws -> String {
    let html = HistoryPage(of: inspection, title: title).html
    do throws(StateFileError) {
      try PlainFile.write(html, to: file, replacing: .nothing)
    } catch .conflict(_, .appeared) {
      throw NoAnswer("There is a file \(file) already. Name another one.")
    }
    return
      "\(file): \(grouped(inspection.moments.count)) moments, \(grouped(html.count)) bytes. Open it in a browser."
  }

  private func step(to moment: Moment, _ path: ValuePath) throws -> InspectAnswer {
    guard let parent = moment.parent, let before = inspection[parent] else {
      throw NoAnswer("Moment \(moment.id) is the oldest: nothing led there.")
    }
    let found = try inspection.differences(from: parent, to: moment.id, at: path)
    return .differences(before, moment, found)
  }

  /// The moment that a person means: by its number, by steps before the present, by a name, or by a time.
  func moment(_ words: MomentWords) throws -> Moment {
    let text = words.text
    let named = inspection.moments.last { $0.checkpoint == text }
    switch text {
    case "present": return try moment(inspection.present, text)
    case "oldest": if let oldest = inspection.moments.first { return oldest }
    case "saved": return try moment(inspection.saved, "The saved moment")
    case _ where text.hasPrefix("~"):
      guard let count = Int(text.dropFirst()), count >= 0 else { break }
      var here = try moment(inspection.present, text)
      for _ in 0..<count { here = try moment(here.parent, "Moment \(text)") }
      return here
    default: break
    }
    if let number = Int(text), let id = Moment.ID(number: number) {
      return try moment(inspection[id] == nil ? nil : id, "Moment \(number)")
    }
    if let named { return named }
    if let time = Timestamp(onTheWall: text) { return try moment(at: time, text) }
    throw NoAnswer(
      "'\(text)' is no moment: it is a number, ~3, present, saved, oldest, a name, or such as 2026-11-20T18:30. See: timeline"
    )
  }

  private func moment(at time: Timestamp, _ text: String) throws(NoAnswer) -> Moment {
    if let moment = inspection.moment(at: time) { return moment }
    throw NoAnswer("The history began after \(text). See: show oldest")
  }

  private func moment(_ id: Moment.ID?, _ name: String) throws -> Moment {
    guard let id, let moment = inspection[id] else { throw InspectionError.noMoment(name) }
    return moment
  }
}

extension Inspection {
  /// Where a path may lead to: from the whole state, or from a part that undo covers.
  func ways(to path: ValuePath) -> [ValuePath] {
    ([ValuePath.whole] + undone).map { ValuePath($0.components + path.components) }
  }

  /// A path as it leads from the whole state, where a person has left out the way to what undo covers: `journal.todos` for
  /// `document.journal.todos`; nil where neither leads anywhere at the present.
  fileprivate func place(_ path: ValuePath) -> ValuePath? {
    guard let first = path.components.first, first != "*", let state = try? state(at: present) else {
      return path
    }
    return ways(to: path).first { way in
      state.value(at: ValuePath(way.components.dropLast(path.components.count - 1))) != nil
    }
  }
}

extension Timestamp {
  /// What a clock here showed, such as `2026-11-20T18:30`, to the end of what is named; nil for anything else.
  init?(onTheWall text: String) {
    let seconds: Int64
    var wall: WallTime
    if let day = Day(text) {
      guard let end = WallTime(day, hour: 23, minute: 59, second: 59) else { return nil }
      (wall, seconds) = (end, 1)
    } else if let time = WallTime(text.replacing(" ", with: "T")) {
      (wall, seconds) = (time, text.split(separator: ":").count > 2 ? 1 : 60)
    } else {
      return nil
    }
    let clock = wall.timeOfDay.split(separator: ":").compactMap { Int32($0.prefix(2)) }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
      Int32(wall.day.year) - 1900, Int32(wall.day.month) - 1, Int32(wall.day.day)
    )
    (parts.tm_hour, parts.tm_min) = (clock.first ?? 0, clock.count > 1 ? clock[1] : 0)
    parts.tm_sec = clock.count > 2 ? clock[2] : 0
    parts.tm_isdst = -1
    let found = mktime(&parts)
    guard found != -1 else { return nil }
    let (end, isBeyond) = (Int64(found) + seconds).multipliedReportingOverflow(by: 1_000_000_000)
    // What no timestamp can hold is the nearest one that can.
    self.init(nanosecondsSince1970: isBeyond ? (found < 0 ? .min : .max) : end - 1)
  }
}
