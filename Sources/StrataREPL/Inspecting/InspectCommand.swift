import StrataInspection

/// What can be asked of a history.
enum InspectCommand: Equatable {
  /// The tree of moments, or so many of its last lines.
  case timeline(last: Int?)
  case show(MomentWords?, ValuePath)
  /// What a step changed, or what is different between two moments.
  case diff(MomentWords, MomentWords?, ValuePath)
  case blame(ValuePath, from: MomentWords?)
  case find(String)
  case at(String)
  case stats
  case page(String)
  case help
  case quit

  /// What a person types, with what it does.
  static let forms: [(name: String, form: String, summary: String)] = [
    ("timeline", "timeline [COUNT]", "the tree of moments, with times, authors and bytes"),
    ("show", "show [MOMENT] [PATH]", "the state, or what stands at a path, at a moment; without one, now"),
    ("diff", "diff MOMENT [MOMENT] [PATH]", "what a step changed, or what is different between two moments"),
    ("blame", "blame PATH [MOMENT]", "the steps that changed what stands at a path, the last one first"),
    ("find", "find TEXT", "the moments that touched a text"),
    ("at", "at TIME", "the moment that was the newest at a time"),
    ("stats", "stats", "what the steps take, by place, by author and by step"),
    ("page", "page FILE", "write a page for a browser, in which one travels through the history"),
    ("help", "help", "these lines"), ("quit", "quit", "leave"),
  ]

  /// The commands for a person who asks what there is.
  static let lines = forms.map { "  \(filled($0.form, 30))  \($0.summary)" }

  /// What the words in capitals stand for.
  static let words = [
    "A MOMENT is a number, ~3 (before the present), present, saved, oldest, the name of a checkpoint, or a time such as",
    "2026-11-20T18:30. A PATH is such as journal.todos[3].title; a dot is the whole state.",
  ]

  /// Reads a command; a name may be cut short where no other begins so.
  init(_ words: [String]) throws(NotInspected) {
    guard let first = words.first else { throw NotInspected("There is no command. See: help") }
    let rest = Array(words.dropFirst())
    let names = Self.forms.map(\.name)
    let fitting = names.contains(first) ? [first] : names.filter { $0.hasPrefix(first) }
    guard fitting.count == 1, let name = fitting.first else {
      if !fitting.isEmpty {
        throw NotInspected("'\(first)' can be \(fitting.joined(separator: " or ")). Type more of it.")
      }
      let guesses = near(first, among: names)
      let next = guesses.isEmpty ? "See: help" : "Did you mean \(choice(guesses))?"
      throw NotInspected("There is no command '\(first)'. \(next)")
    }
    func wants(_ counts: ClosedRange<Int>) throws(NotInspected) {
      guard counts.contains(rest.count) else {
        let form = Self.forms.first { $0.name == name }?.form ?? name
        throw NotInspected("The form is: \(form)")
      }
    }
    switch name {
    case "timeline":
      try wants(0...1)
      let last = rest.first.map { Int($0) ?? -1 }
      if let last, last < 1 { throw NotInspected("'\(rest[0])' is no number of lines.") }
      self = .timeline(last: last)
    case "show":
      try wants(0...2)
      self = .show(rest.first.map(MomentWords.init), try rest.count > 1 ? Self.path(rest[1]) : .whole)
    case "diff":
      try wants(1...3)
      // The last word is a path where it looks like none of a moment's names, which the history decides.
      let path = try rest.count > 2 ? Self.path(rest[2]) : .whole
      self = .diff(MomentWords(rest[0]), rest.count > 1 ? MomentWords(rest[1]) : nil, path)
    case "blame":
      try wants(1...2)
      self = .blame(try Self.path(rest[0]), from: rest.count > 1 ? MomentWords(rest[1]) : nil)
    case "find":
      let text = rest.joined(separator: " ")
      // Nothing is in every text.
      if text.isEmpty { throw NotInspected("The form is: find TEXT") }
      self = .find(text)
    case "at":
      guard !rest.isEmpty else { throw NotInspected("The form is: at TIME") }
      self = .at(rest.joined(separator: "T"))
    case "stats":
      try wants(0...0)
      self = .stats
    case "page":
      try wants(1...1)
      self = .page(rest[0])
    case "quit": self = .quit
    default: self = .help
    }
  }

  static func path(_ text: String) throws(NotInspected) -> ValuePath {
    guard let path = ValuePath(text) else {
      throw NotInspected("'\(text)' is no path. A path is such as journal.todos[3].title.")
    }
    return path
  }
}

/// How a person names a moment.
struct MomentWords: Equatable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A question that was not understood.
struct NotInspected: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A question that was understood, and has no answer in this history.
struct NoAnswer: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
