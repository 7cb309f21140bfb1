import Workspace

/// Where the words come from that can stand for a placeholder.
struct CompletionSource {
  /// How many of one kind are offered.
  static let most = 50

  var context: Context
  var verb: Verb
  var moments: () -> [Completion]

  /// The words that can stand for a placeholder; none where the person has to think of one.
  func completions(of kind: Placeholder, behind words: [String]) -> [Completion] {
    let journal = context.state.document.journal
    let none = verb.name == "file" || verb.name == "link" ? [Completion("none")] : []
    return switch kind {
    case .words(let words): words.map { Completion($0) }
    case .day: days
    case .repetition:
      switch words.last {
      case "monthly": [Completion(hint: "DAY: \(Placeholder.monthDay.writing)")]
      case "yearly": [Completion(hint: "DAY: \(Placeholder.yearDay.writing)")]
      case "every": [Completion(hint: "COUNT: how many days or weeks, such as 2 weeks")]
      default: everyWeek(behind: words)
      }
    case .color: Tint.allCases.map { Completion($0.rawValue) }
    case .category: journal.categories.map { Completion($0.name) } + none
    case .url: none.isEmpty ? [] : [Completion(hint: "URL: \(kind.writing)")] + none
    case .bundle: journal.bundles.values.map { Completion($0.name) }
    case .ids(let listed), .id(let listed): things(listed).filter { !words.contains($0.text) }
    case .moment:
      (MomentName.words + context.checkpoints.suffix(Self.most)).map { Completion($0) }
        + moments().prefix(Self.most)
    case .command: Verb.names(behind: words, beginningWith: "").map { Completion($0) }
    default: []
    }
  }

  /// The units behind a number, and else the days of the week that are not there yet.
  private func everyWeek(behind words: [String]) -> [Completion] {
    if words.dropLast().last == "every" { return ["days", "weeks"].map { Completion($0) } }
    guard words.contains("weekly") else { return [] }
    return Weekday.allCases.map(\.name).filter { !words.contains($0) }.map { Completion($0) }
  }

  private var days: [Completion] {
    let pages = context.state.document.journal.pages.suffix(7).reversed().map { Completion("\($0)") }
    return ["today", "tomorrow", "yesterday"].map { name in
      Completion(name, shown: context.day(name).map { "\(name)  \($0)" })
    } + pages
  }

  private func things(_ listed: Placeholder.Listed) -> [Completion] {
    let document = context.state.document
    let things: [Thing] =
      switch listed {
      case .todo: context.todosInView.prefix(Self.most).map(Thing.todo)
      case .note: context.notesInView.prefix(Self.most).map(Thing.note)
      case .annotation: document.canvas.annotations.values.prefix(Self.most).map(Thing.annotation)
      case .person: document.people.list.prefix(Self.most).map(Thing.person)
      case .change: []
      }
    return Completion.numbered(things.map { ("\($0.id)", excerpt($0.text(Style()))) })
  }

  private func excerpt(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }
}
