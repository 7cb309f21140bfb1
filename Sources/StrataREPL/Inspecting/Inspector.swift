import Strata
import StrataInspection
import Workspace

/// A history of any app, and the names that questions about it use.
final class Inspector: CommandSubject {
  let inspection: Inspection
  private let path: String
  let title: String

  static let prompt = "inspect> "

  convenience init(_ options: Options, at path: String) throws {
    if FileNumber(path) == nil { throw MissingFile(path: path) }
    let whole = try Inspection(of: path, limit: options.isUnlimited ? .max : 1 << 30)
    let omitted = try options.omitted.map { path in
      // A path that leads nowhere would omit nothing.
      guard let found = whole.ways(to: path).first(where: whole.hasHeld) else {
        throw InspectionError.noValue(path)
      }
      return found
    }
    self.init(omitted.isEmpty ? whole : whole.omitting(omitted), at: path, title: options.title)
  }

  init(_ inspection: Inspection, at path: String, title: String? = nil) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    (self.inspection, self.path, self.title) = (inspection, path, title ?? name)
  }

  var context: Context { Context(state: AppState(), now: .now) }

  func greeting(_ style: Style) -> [String] {
    [
      "\(printable(title)): \(counted(inspection.moments.count, "moment")). help shows the commands; quit leaves."
    ]
  }

  func values(of placeholder: Placeholder, for command: String) -> [Completion] {
    let names = ["present", "saved", "oldest"] + inspection.moments.compactMap(\.checkpoint)
    if placeholder == .moment { return names.map { Completion($0) } }
    guard placeholder == .path, let state = try? inspection.state(at: inspection.present) else { return [] }
    return paths(in: state, at: .whole, depth: 3).prefix(200).map { Completion($0) }
  }

  /// The paths to the fields of a value, with and without the part that undo covers.
  private func paths(in value: PlainValue, at path: ValuePath, depth: Int) -> [String] {
    guard depth > 0, case .record(let record) = value else { return [] }
    return record.members.flatMap { member in
      let place = ValuePath(path.components + [member.name])
      if inspection.undone.contains(place) { return paths(in: member.value, at: .whole, depth: depth) }
      return ["\(place)"] + paths(in: member.value, at: place, depth: depth - 1)
    }
  }

  func explain(_ error: any Error) -> String {
    let next: String? =
      switch error {
      case InspectionError.noMoment: "See: timeline"
      case InspectionError.noValue: "See: show"
      default: advice(for: error, .inspect, at: path)
      }
    return printable([happening(of: error), next].compactMap { $0 }.joined(separator: " "))
  }

  /// The moment of a name: a number, `~3` before the present, a word, a checkpoint's name, or a time.
  func moment(_ text: String) throws -> Moment {
    func known(_ id: Moment.ID?, _ name: String) throws -> Moment {
      guard let id, let moment = inspection[id] else { throw InspectionError.noMoment(name) }
      return moment
    }
    switch text {
    case "present": return try known(inspection.present, text)
    case "saved": return try known(inspection.saved, "The saved moment")
    case "oldest": return try known(inspection.moments.first?.id, "The oldest moment")
    default: break
    }
    if text.hasPrefix("~"), let count = Int(text.dropFirst()), count >= 0 {
      var here = try known(inspection.present, text)
      for _ in 0..<count { here = try known(here.parent, "Moment \(text)") }
      return here
    }
    if let number = Int(text), let id = Moment.ID(number: number) { return try known(id, "Moment \(number)") }
    if let named = inspection.moments.last(where: { $0.checkpoint == text }) { return named }
    if let time = Timestamp(onClock: text) {
      if let moment = inspection.moment(at: time) { return moment }
      throw NoAnswer("The history begins after \(text). See: show oldest")
    }
    throw NoAnswer(
      "'\(text)' is not a moment: a number, ~3, present, saved, oldest, a name or a time. See: timeline"
    )
  }

  /// The path that a text names in the present state; nil if it leads nowhere.
  ///
  /// The way to the part that undo covers may be left out: `journal.todos` for `document.journal.todos`.
  func place(_ text: String) -> ValuePath? {
    guard let path = ValuePath(text) else { return nil }
    guard let first = path.components.first, first != "*",
      let state = try? inspection.state(at: inspection.present)
    else { return path }
    return inspection.ways(to: path).first { way in
      state.value(at: ValuePath(way.components.dropLast(path.components.count - 1))) != nil
    }
  }
}

extension Inspection {
  /// The paths that may be meant: from the whole state, or from a part that undo covers.
  fileprivate func ways(to path: ValuePath) -> [ValuePath] {
    ([ValuePath.whole] + undone).map { ValuePath($0.components + path.components) }
  }
}

/// A question that was understood and has no answer.
struct NoAnswer: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Timestamp {
  /// The end of a day, minute or second of local time: `2026-11-20`, `2026-11-20T18:30`; nil for any other text.
  init?(onClock text: String) {
    let (wall, seconds): (WallTime, Int64)
    if let day = Day(text) {
      (wall, seconds) = (.lastSecond(of: day), 1)
    } else if let time = WallTime(text.replacing(" ", with: "T")) {
      (wall, seconds) = (time, text.split(separator: ":").count > 2 ? 1 : 60)
    } else {
      return nil
    }
    var parts = tm()
    (parts.tm_year, parts.tm_mon) = (Int32(wall.day.year) - 1900, Int32(wall.day.month) - 1)
    (parts.tm_mday, parts.tm_hour, parts.tm_min) = (Int32(wall.day.day), Int32(wall.hour), Int32(wall.minute))
    (parts.tm_sec, parts.tm_isdst) = (Int32(wall.second), -1)
    let found = mktime(&parts)
    guard found != -1 else { return nil }
    let (end, isOverflow) = (Int64(found) + seconds).multipliedReportingOverflow(by: 1_000_000_000)
    // The nearest timestamp for a time beyond all of them.
    self.init(nanosecondsSince1970: isOverflow ? (found < 0 ? .min : .max) : end - 1)
  }
}
