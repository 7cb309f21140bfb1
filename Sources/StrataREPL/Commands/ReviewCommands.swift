import Strata
import Workspace

extension WorkspaceSession {
  static let reviewCommands: [Command<WorkspaceSession>] = [
    Command(
      "diff",
      "[MOMENT [MOMENT]]",
      "show the changes of the last step, since a moment, or between two",
      "diff",
      "diff 3",
      "diff \"Before the trip\" 12"
    ) { arguments in
      let from = try arguments.isEmpty ? nil : arguments.moment()
      let to = try arguments.isEmpty ? MomentName.present : arguments.moment()
      return { try $0.difference(from: from, to: to) }
    },
    Command(
      "review",
      "[since MOMENT] [by NAME]",
      "list the changes since a moment or the last checkpoint, of all or of an author",
      "review",
      "review since 12 by agent"
    ) { arguments in
      let since = arguments.takes("since") ? try arguments.moment() : nil
      let author = arguments.takes("by") ? Author(rawValue: try arguments.text(.name)) : nil
      return { try $0.review(since: since, by: author) }
    },
    Command(
      "reject",
      "IDS [--anyway] [--rest]",
      "take back changes that review has listed, as one step",
      "reject 1 3-5",
      "reject 1 3-5 --rest"
    ) { arguments in
      let choice = try arguments.oneFlag(of: "--anyway", "--rest").map {
        [MergeConflict.Choice.restored, .current][$0]
      }
      let numbers = try arguments.ids()
      return { try $0.reject(numbers, choice) }
    },
    Command(
      "merge",
      "MOMENT [--mine] [--theirs]",
      "merge a moment of another branch; on a conflict keep mine or take theirs",
      "merge 12",
      "merge 12 --theirs"
    ) { arguments in
      let choice = try arguments.oneFlag(of: "--mine", "--theirs").map {
        [MergeConflict.Choice.mine, .theirs][$0]
      }
      let name = try arguments.moment()
      return { session in
        let moment = try session.moment(name)
        return try session.changing({ "Merged: \(moment.label)" }) {
          try session.decide("merge", "merge \(moment.id) --mine", "merge \(moment.id) --theirs") {
            try session.store.merge(moment.id, as: session.author) { _ in choice }
          }
        }
      }
    },
  ]

  private func difference(from: MomentName?, to: MomentName) throws -> Answer {
    let new = try moment(to)
    guard let old = try from.map(moment) ?? new.parent.flatMap({ store.timeline[$0] }) else {
      throw StoreError.nothingToUndo
    }
    let states = try work.run("Looking up the changes") { [store] in store.states(at: [new.id, old.id]) }
    guard let before = states[old.id], let after = states[new.id] else {
      throw MissingMoment(description: "One of the moments is no longer in the history. See: history")
    }
    let change = DocumentChange(from: before, to: after, at: new)
    return Answer({
      let changes = try Patch(from: before.document, to: after.document).changes
      let values = changes.map { PlainValue.record($0.plain) }
      return .record([
        "diff": .record([
          "changes": .list(values), "from": .record(old.plain()), "to": .record(new.plain()),
        ])
      ])
    }) { style in
      let heading = "from \(old.id) (\(printable(old.label))) to \(new.id) (\(printable(new.label)))"
      let pages = change.pages.map {
        "  " + DocumentChange.line(ofPage: "\($0.day)", isThere: $0.isThere, style)
      }
      let rows = change.rows().first
      let lead = [style.strong(heading)] + (pages.isEmpty && rows.isEmpty ? ["  no change"] : pages)
      return Rows(count: rows.count) { range in
        rows[range].map { "  " + DocumentChange.line(of: $0, from: change.before, to: change.after, style) }
      }.after(lead)
    }
  }

  private func review(since name: MomentName?, by author: Author?) throws -> Answer {
    let timeline = store.timeline
    let line = Set(timeline.line)
    let last = timeline.checkpoints.last { line.contains($0.id) && $0.id <= timeline.present.id }
    let since = try name.map(moment) ?? last ?? timeline.oldest
    let items = ReviewItem.all(of: try store.review(since: since.id, by: author))
    reviewed = items
    return Answer({
      let values = zip(1..., items).map { number, item in
        PlainValue.record([
          "author": .text(item.moment.author.rawValue),
          "changes": .list(item.changes.map { .record($0.change.plain) }),
          "id": PlainValue(count: number),
          "label": .text(item.moment.label), "moment": PlainValue(count: item.moment.id.number),
        ])
      }
      return .record(["review": .list(values)])
    }) { [store, work] style in
      if items.isEmpty { return Rows(["nothing"]) }
      let width = String(items.count).count
      return Rows(count: items.count, piece: items.count) { range in
        let shown = Array(items[range])
        let texts = try work.run("Looking up the changes") { ReviewItem.texts(of: shown, in: store, style) }
        return zip(range, zip(shown, texts)).map { place, told in
          let remark = told.0.moment.remark.map { "  (\(printable($0)))" } ?? ""
          let number = style.faint(padded("\(place + 1)", width))
          return "  \(number)  \(printable(told.0.moment.label)): \(told.1)\(remark)"
        }
      }
    }
  }

  /// Rejects items of the last review.
  ///
  /// - Parameter choice: The side that wins a conflict; nil to report conflicts.
  private func reject(_ numbers: IDSet, _ choice: MergeConflict.Choice?) throws -> Answer {
    let items = reviewed ?? []
    for number in numbers where !items.indices.contains(number - 1) {
      throw CommandError(
        reviewed == nil
          ? "Nothing was reviewed yet. See: review" : "The last review has no change \(number). See: review"
      )
    }
    let command = "reject \(numbers.map(String.init).joined(separator: " "))"
    let ways = ["\(command) --anyway"] + (numbers.count > 1 ? ["\(command) --rest"] : [])
    return try changing({ store.timeline.present.label }) {
      try decide("reject", ways: ways) {
        try store.reject(numbers.flatMap { items[$0 - 1].changes }, as: author) { _ in choice }
      }
    }
  }

  func decide(_ verb: String, _ ways: String..., body: () throws -> Void) throws {
    try decide(verb, ways: ways, body)
  }

  /// Makes a change that may conflict with others.
  ///
  /// - Parameter ways: The commands that make the change nevertheless.
  /// - Throws: `Conflict`.
  private func decide(_ verb: String, ways: [String], _ body: () throws -> Void) throws {
    do {
      try body()
    } catch MergeError.conflicts(let conflicts) {
      throw Conflict(verb: verb, conflicts: conflicts, ways: ways, document: store.state.document)
    }
  }
}

/// Two changes of one value exclude each other; nothing has changed.
struct Conflict: Error, CustomStringConvertible {
  let verb: String
  let conflicts: [MergeConflict]
  let ways: [String]
  let document: Document

  /// The reason with the ways out, and below it the values of the first conflicts.
  var description: String {
    let (done, reason) =
      switch verb {
      case "undo": ("undone", "a later step changed it too")
      case "redo": ("redone", "a later step changed it too")
      case "reject": ("rejected", "later steps changed it too")
      default: ("merged", "both branches changed it")
      }
    let lines = conflicts.prefix(3).map { conflict in
      let (base, mine, theirs) = texts(of: conflict)
      let values =
        switch verb {
        case "undo", "reject": "restored \(mine), was changed to \(base), current \(theirs)"
        case "redo": "was \(base), redone \(mine), current \(theirs)"
        default: "was \(base), mine \(mine), theirs \(theirs)"
        }
      return printable("  \(place(of: conflict.path)): \(values)")
    }
    let more = conflicts.count > 3 ? ["  and \(counted(conflicts.count - 3, "more conflict"))"] : []
    return (["Not \(done): \(reason) (\(choice(ways)))"] + lines + more).joined(separator: "\n")
  }

  private func place(of path: [PathComponent]) -> String {
    guard let place = ThingPlace(path), let thing = document.thing(place.kind, place.id) else {
      return path.map(\.description).joined(separator: " / ")
    }
    let field = path.drop { if case .field = $0 { true } else { false } }.dropFirst().map(\.description)
    return (["\(thing.kind) \(thing.id) \"\(thing.shortName)\""] + field).joined(separator: " / ")
  }

  /// The three values of a conflict: the names of things, or the whole values when their names do not tell them apart.
  private func texts(of conflict: MergeConflict) -> (base: String, mine: String, theirs: String) {
    let values = [conflict.base, conflict.mine, conflict.theirs]
    let names = values.map { value in value.map { $0["title"] ?? $0["name"] ?? $0["text"] ?? $0 } }
    let shown = Set(names).count < Set(values).count ? values : names
    let texts = shown.map { $0.map { "\($0)".excerpt } ?? "nothing" }
    return (texts[0], texts[1], texts[2])
  }
}

/// The changes of one step to one thing: the unit of a review.
struct ReviewItem {
  let moment: Moment
  private(set) var changes: [Review.Change]
  private let place: ThingPlace?

  /// The items of a review, in its order.
  static func all(of review: Review) -> [ReviewItem] {
    struct Key: Hashable {
      let moment: Moment.ID
      let place: ThingPlace
    }
    var (items, places) = ([ReviewItem](), [Key: Int]())
    items.reserveCapacity(review.changes.count)
    for change in review.changes {
      let place = ThingPlace(change.change.path, change.change.kind)
      if let place {
        let key = Key(moment: change.moment.id, place: place)
        if let number = places[key] {
          items[number].changes.append(change)
          continue
        }
        places[key] = items.count
      }
      items.append(ReviewItem(moment: change.moment, changes: [change], place: place))
    }
    return items
  }

  /// The text of each item: its thing as in a difference, or its changes.
  static func texts(of items: [ReviewItem], in store: Store<AppState>, _ style: Style) -> [String] {
    var texts = items.map { $0.changes.map { text(of: $0.change, style) }.joined(separator: ", ") }
    var places: [Moment.ID: [Int]] = [:]
    for (number, item) in items.enumerated() where item.place != nil {
      places[item.moment.id, default: []].append(number)
    }
    // From the end: each state is made from the one after it.
    store.forEachStep(to: places.keys.sorted().reversed()) { id, before, after in
      let (before, after) = (before.document, after.document)
      for number in places[id] ?? [] {
        guard let place = items[number].place else { continue }
        let (old, new) = (before.thing(place.kind, place.id), after.thing(place.kind, place.id))
        let row = DocumentChange.Row(before: old, after: new)
        if row.thing != nil { texts[number] = DocumentChange.line(of: row, from: before, to: after, style) }
      }
    }
    return texts
  }
}

extension ReviewItem {
  /// The text of a change that is not in a thing: a page, or a path with its values.
  private static func text(of change: PatchChange, _ style: Style) -> String {
    switch (change.path.dropLast().last, change.kind) {
    case (.field("pages"), .inserted(.text(let day))): DocumentChange.line(ofPage: day, isThere: true, style)
    case (.field("pages"), .removed(.text(let day))): DocumentChange.line(ofPage: day, isThere: false, style)
    default: printable("\(change)".excerpt)
    }
  }
}

/// The thing that a path leads into.
struct ThingPlace: Hashable {
  let kind: String
  let id: Int

  /// - Parameter change: The change at the path; the element that it inserts or removes may be the thing.
  init?(_ path: [PathComponent], _ change: PatchChange.Kind? = nil) {
    let kinds = [
      "todos": Todo.kind, "notes": Note.kind, "bundles": TodoBundle.kind, "annotations": Annotation.kind,
      "categories": TodoCategory.kind, "list": Person.kind,
    ]
    let fields = path.prefix { if case .field = $0 { true } else { false } }
    guard case .field(let list)? = fields.last, let kind = kinds[list], fields.count < path.count else {
      return nil
    }
    switch (path[fields.count], change) {
    case (.key(.integer(let number)), _): id = Int(number)
    case (.key(.text(let text)), _):
      guard let number = Int(text) else { return nil }
      id = number
    // A position belongs to another element after the next change, so only an element with its id is known.
    case (.position, .inserted(let value)), (.position, .removed(let value)):
      guard fields.count == path.count - 1, case .integer(let number)? = value["id"] ?? value["tag"] else {
        return nil
      }
      id = Int(number)
    default: return nil
    }
    self.kind = kind
  }
}

extension PatchChange {
  /// The change for a program.
  fileprivate var plain: PlainRecord {
    var record: PlainRecord = ["path": .list(path.map { .text("\($0)") })]
    switch kind {
    case .updated(let old, let new): (record["old"], record["new"]) = (old, new)
    case .spliced(let offset, let old, let new):
      (record["at"], record["old"], record["new"]) = (PlainValue(count: offset), old, new)
    case .inserted(let value): record["new"] = value
    case .removed(let value): record["old"] = value
    }
    return record
  }
}

extension String {
  /// The beginning and the end of a long text.
  var excerpt: String { utf8.count > 130 && count > 130 ? "\(prefix(80)) … \(suffix(40))" : self }
}
