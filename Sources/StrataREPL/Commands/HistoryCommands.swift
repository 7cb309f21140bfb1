import Strata
import Workspace

extension WorkspaceSession {
  static let historyCommands: [Command<WorkspaceSession>] = [
    Command(
      "undo",
      "[STEPS] | only MOMENT [--anyway] | by NAME",
      "undo steps, one step by itself, or an author's last step",
      "undo",
      "undo 3",
      "undo only 12",
      "undo by agent"
    ) { try step(&$0, .undo) },
    Command(
      "redo",
      "[STEPS] | only MOMENT [--anyway] | by NAME",
      "redo undone steps, one step by itself, or an author's last",
      "redo",
      "redo 2",
      "redo only 12",
      "redo by agent"
    ) { try step(&$0, .redo) },
    Command(
      "as",
      "NAME COMMAND…",
      "run a command in the name of an author",
      "as agent add Water the plants",
      "as agent undo"
    ) {
      arguments in
      let (name, context) = (try arguments.text(.name), arguments.context)
      let action = try commands.action(for: try arguments.line(.command), in: context)
      return { session in
        let own = session.author
        session.author = Author(rawValue: name)
        defer { session.author = own }
        return try action(session)
      }
    },
    Command(
      "history",
      "[COUNT]",
      "show the moments of all branches, or the newest few",
      "history",
      "history 20"
    ) { arguments in
      let count = try arguments.isEmpty ? nil : arguments.number(.count)
      return { $0.history(last: count) }
    },
    Command("branches", "", "show where each branch begins and ends") { _ in { $0.branches() } },
    Command("jump", "MOMENT…", "go to any moment", "jump 4", "jump oldest") { arguments in
      let name = try arguments.endingMoment()
      return { session in
        let moment = try session.moment(name)
        return try session.changing({ "At \(moment.id): \(moment.label)" }) {
          try session.moving("Jumping") { try $0.jump(to: moment.id) }
        }
      }
    },
    Command("checkpoint", "NAME…", "name the present moment", "checkpoint Before the trip") { arguments in
      let name = try arguments.ending(.name)
      return { session in
        if MomentName(name) != nil {
          throw CommandError("'\(name)' names another moment. Such as: checkpoint \(quoted("at \(name)"))")
        }
        try session.store.checkpoint(name)
        return .done("Moment \(session.store.timeline.present.id) is \"\(name)\". To come back: back \(name)")
      }
    },
    Command(
      "back",
      "MOMENT…",
      "go back to a moment by a step, which can be undone",
      "back Before the trip",
      "back 12"
    ) {
      arguments in
      let name = try arguments.endingMoment()
      return { session in
        let (moment, author) = (try session.moment(name), session.author)
        return try session.changing({ "Back at: \(moment.checkpoint ?? moment.label)" }) {
          try session.moving("Going back") { try $0.goBack(to: moment.id, as: author) }
        }
      }
    },
    Command("memory", "", "show the memory of state and history, and how much they share") { _ in
      { MemoryReport(of: $0.store).answer }
    },
  ]

  /// One of the two directions of undo.
  private enum Side: String {
    case undo, redo

    var done: String { self == .undo ? "Undone" : "Redone" }
  }

  private static func step(_ arguments: inout Arguments, _ side: Side) throws
    -> Command<WorkspaceSession>.Action
  {
    if arguments.takes("only") {
      let anyway = arguments.flag("--anyway")
      let name = try arguments.moment()
      return { try $0.step(side, only: try $0.moment(name), anyway) }
    }
    if arguments.takes("by") {
      let author = Author(rawValue: try arguments.text(.name))
      return { try $0.step(side, by: author) }
    }
    let count = try arguments.isEmpty ? 1 : arguments.number(.steps)
    return { try $0.steps(side, count) }
  }

  /// Undoes or redoes one step by itself.
  private func step(_ side: Side, only moment: Moment, _ anyway: Bool) throws -> Answer {
    try changing({ "\(side.done): \(moment.label)" }) {
      try decide(side.rawValue, "\(side.rawValue) only \(moment.id) --anyway") {
        if side == .undo {
          try store.undo(only: moment.id, as: author) { _ in anyway ? .restored : nil }
        } else {
          try store.redo(only: moment.id, as: author) { _ in anyway ? .restored : nil }
        }
      }
    }
  }

  /// Undoes or redoes an author's last step.
  private func step(_ side: Side, by author: Author) throws -> Answer {
    let label = label(side, by: author)
    return try changing({ "\(side.done): \(label ?? "")" }) { try move(side, by: author) }
  }

  private func move(_ side: Side, by author: Author) throws {
    if side == .undo { try store.undo(by: author) } else { try store.redo(by: author) }
  }

  private func label(_ side: Side, by author: Author) -> String? {
    let timeline = store.timeline
    guard author == .user else {
      return side == .undo ? timeline.undoMoment(by: author)?.label : timeline.redoMoment(by: author)?.label
    }
    return side == .undo ? store.historyStatus.undoLabel : store.historyStatus.redoLabel
  }

  /// Undoes or redoes some steps, or all when there are fewer.
  private func steps(_ side: Side, _ count: Int) throws -> Answer {
    var (labels, taken) = ([String](), 0)
    return try changing({
      let names = labels.joined(separator: ", ") + (taken > 5 ? " and \(taken - 5) more" : "")
      let number = taken > 1 || taken < count ? " \(counted(taken, "step"))" : ""
      return "\(side.done)\(number)\(taken < count ? ", all there were" : ""): \(names)"
    }) {
      while taken < count {
        let label = label(side, by: author)
        if taken > 0 && label == nil { break }
        try step(side)
        if taken < 5 { labels.append(label ?? "") }
        taken += 1
      }
    }
  }

  private func step(_ side: Side) throws {
    if author != .user { return try move(side, by: author) }
    try moving(side == .undo ? "Undoing" : "Redoing") { side == .undo ? try $0.undo() : try $0.redo() }
  }

  /// The moment of a name.
  func moment(_ name: MomentName) throws -> Moment {
    let timeline = store.timeline
    let (found, words): (Moment?, String) =
      switch name {
      case .present: (timeline.present, "The present")
      case .oldest: (timeline.oldest, "The oldest moment")
      case .checkpoint(let name): (timeline.checkpoint(name), "Checkpoint \"\(name)\"")
      case .number(let number): (Moment.ID(number: number).flatMap { timeline[$0] }, "Moment \(number)")
      }
    guard let found else { throw MissingMoment(description: "\(words) is not in the history. See: history") }
    return found
  }

  private func history(last: Int?) -> Answer {
    let (tree, present) = (HistoryTree(store.timeline), store.timeline.present.id)
    func phrases(_ moments: [Moment]) throws -> [Moment: String] {
      // From the end: each state is made from the one after it.
      let unknown = moments.reversed().filter { self.phrases[$0] == nil }
      var found: [Moment: String] = [:]
      if !unknown.isEmpty {
        let phrases = try work.run("Looking up the changes") { [store] in
          var phrases: [Moment.ID: String] = [:]
          store.forEachStep(to: unknown.lazy.map(\.id)) { id, before, after in
            phrases[id] = DocumentChange(from: before, to: after, at: store.timeline.present).phrase
          }
          return phrases
        }
        for moment in unknown { found[moment] = phrases[moment.id] ?? "" }
        // The step to the present can be added to within a tick of the clock, and would look the same then.
        self.phrases.merge(found.filter { $0.key.id != present }) { _, new in new }
      }
      return Dictionary(uniqueKeysWithValues: moments.map { ($0, found[$0] ?? self.phrases[$0] ?? "") })
    }
    return Answer({
      let moments = tree.timeline.moments(tree.rows.map(\.id).sorted().suffix(last ?? .max))
      let phrases = try phrases(moments)
      let values = moments.map { moment in
        var plain = moment.plain()
        plain["isPresent"] = .bool(moment.id == present)
        plain["change"] = phrases[moment].flatMap { $0.isEmpty ? nil : .text($0) }
        return PlainValue.record(plain)
      }
      return .record(["history": .list(values)])
    }) { style in
      let count = tree.rows.count
      // A person at a terminal first sees the newest moments.
      let shown = tree.rows.suffix(last ?? style.height.map { max(5, $0 - 3) } ?? count)
      let hidden = count - shown.count
      let ids = shown.map(\.id)
      let days = tree.timeline.moments([ids.first, ids.last].compactMap { $0 }).map { WallTime($0.time)?.day }
      let width = "\(ids.max()?.number ?? 0)".count
      let rows = Rows(count: shown.count) { range in
        let part = shown.dropFirst(range.lowerBound).prefix(range.count)
        let moments = tree.timeline.moments(part.map(\.id))
        let phrases = try phrases(moments)
        return zip(part, moments).map { row, moment in
          MomentRow(
            moment: moment,
            depth: row.depth,
            isFirst: row.isFirst,
            phrase: phrases[moment] ?? "",
            marks: moment.id == present ? ["present"] : []
          ).line(width, hasDay: days.first != days.last, style)
        }
      }
      return rows.after(hidden > 0 ? ["  … \(grouped(hidden)) earlier lines. See: history \(count)"] : [])
    }
  }

  /// The ends of all branches: the present line, then the others from the newest.
  private func branches() -> Answer {
    let timeline = store.timeline
    let line = Set(timeline.line)
    let ends = timeline.tips.compactMap { timeline[$0] }.map { tip in
      // The moment where the branch leaves the present line, and the steps from there.
      var (origin, steps) = (tip, 0)
      while !line.contains(origin.id), let parent = origin.parent.flatMap({ timeline[$0] }) {
        (origin, steps) = (parent, steps + 1)
      }
      return (tip: tip, origin: origin.id, steps: steps)
    }
    let sorted = ends.filter { $0.steps == 0 } + ends.filter { $0.steps > 0 }.reversed()
    return .text { style in
      style.columns(
        sorted.map { end in
          let label = printable(end.tip.label)
          let place = "\(label)  (\(counted(end.steps, "step")) from \(end.origin))"
          return (end.tip.id.number, end.steps == 0 ? style.strong("\(label)  ← the present line") : place)
        }
      )
    }
  }
}

/// The moments of a history in the order of their tree, which is drawn from the top.
struct HistoryTree {
  let timeline: Timeline
  private(set) var rows: [(id: Moment.ID, depth: Int, isFirst: Bool)] = []

  /// Puts the branches that leave at a moment below it, and then the moment's own line again.
  ///
  /// - Complexity: O(moments).
  init(_ timeline: Timeline) {
    self.timeline = timeline
    let line = Set(timeline.line)
    // A stack of its own: a history may be deeper than the thread's stack.
    var open = [(id: timeline.oldest.id, depth: 0, isFirst: false)]
    while let row = open.popLast() {
      rows.append(row)
      let next = timeline.idsOfBranches(after: row.id)
      let main = next.count > 1 ? next.first { line.contains($0) } ?? next.first : next.first
      if let main { open.append((main, row.depth, false)) }
      for id in next where id != main { open.append((id, row.depth + 1, true)) }
    }
  }
}

/// A moment on a line of a drawn history.
struct MomentRow {
  let moment: Moment
  /// The branches between the moment's line and the present line.
  let depth: Int
  /// Whether a branch begins with the moment.
  let isFirst: Bool
  /// The change of its step.
  var phrase = ""
  var marks: [String]

  /// The branches, the number, the time, the label with the change, and the marks.
  func line(_ width: Int, hasDay: Bool, _ style: Style) -> String {
    let depth = min(depth, 8)
    let tree = depth > 0 ? String(repeating: "│  ", count: depth - 1) + (isFirst ? "├─ " : "│  ") : ""
    let clock = WallTime(moment.time).map { (hasDay ? "\($0.day) " : "") + $0.timeOfDay } ?? ""
    let marks = marks + (moment.checkpoint.map { ["\"\(printable($0))\""] } ?? [])
    let body =
      printable(moment.label) + (phrase.isEmpty ? "" : ": \(printable(phrase))")
      + (moment.remark.map { "  (\(printable($0)))" } ?? "")
      + (marks.isEmpty ? "" : "  ← " + marks.joined(separator: ", "))
    return tree + padded("\(moment.id)", depth == 0 ? width : 0) + "  \(style.faint(clock))  "
      + (marks.contains("present") ? style.strong(body) : body)
  }
}

/// A moment that the history does not have.
struct MissingMoment: Error, Equatable, CustomStringConvertible {
  let description: String
}
