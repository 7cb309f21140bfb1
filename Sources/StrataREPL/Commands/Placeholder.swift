import Workspace

/// What a word behind a command's name stands for, as a form names it: `DAY`.
enum Placeholder: Hashable {
  case title, text, name, thing, url, sought
  case ids(Listed), id(Listed)
  case day, time, moment
  case weekday, monthDay, yearDay, repetition
  case count, steps, line, position, coordinate
  case color, category, bundle
  case file, command
  /// One of some words that stand there as they are.
  case words([String])

  /// What has numbers.
  enum Listed: String, CaseIterable {
    case todo, note, annotation, person, change
  }

  /// Reads a name of a form; what is in small letters stands for itself.
  init?(_ name: String, of listed: Listed) {
    let known: [String: Placeholder] = [
      "TITLE": .title, "TITLE…": .title, "TEXT": .text, "NAME": .name, "THING": .thing, "URL": .url,
      "IDS": .ids(listed), "ID": .id(listed), "DAY": .day, "TIME": .time,
      "WORD…": .sought, "WHEN…": .repetition,
      "MOMENT": .moment, "COUNT": .count, "STEPS": .steps, "LINE": .line,
      "POSITION": .position, "X": .coordinate, "Y": .coordinate, "COLOR": .color, "CATEGORY": .category,
      "BUNDLE": .bundle, "FILE": .file, "COMMAND": .command,
    ]
    if let placeholder = known[name] {
      self = placeholder
    } else if name.allSatisfy({ $0.isLowercase || $0 == "|" }) && !name.isEmpty {
      self = .words(name.split(separator: "|").map(String.init))
    } else {
      return nil
    }
  }

  /// What it is, without its article.
  var shortNoun: String {
    switch self {
    case .title: "title"
    case .text: "text"
    case .name: "name"
    case .thing: "word for a thing"
    case .url: "link"
    case .sought: "word to look for"
    case .weekday: "day of the week"
    case .monthDay: "day of the month"
    case .yearDay: "day of the year"
    case .repetition: "day that comes again"
    case .ids(let listed), .id(let listed): listed.rawValue
    case .day: "day"
    case .time: "time"
    case .moment: "moment"
    case .count: "whole number"
    case .steps: "number of steps"
    case .line: "number of a line"
    case .position: "position"
    case .coordinate: "coordinate"
    case .color: "color"
    case .category: "category"
    case .bundle: "bundle"
    case .file: "file"
    case .command: "command"
    case .words: "word"
    }
  }

  /// What it is, in a sentence.
  var noun: String {
    switch self {
    case .ids(let listed), .id(let listed):
      "the number of \(listed == .annotation ? "an" : "a") \(listed.rawValue)"
    case .line: "the number of a line"
    case .words: "one more word"
    default: "a \(shortNoun)"
    }
  }

  /// How it is written.
  var writing: String {
    switch self {
    case .title: "what is to be done"
    case .text, .name, .thing: "it \(hint)"
    case .url: "one such as https://example.org"
    case .sought: "what a title or a note has in it"
    case .weekday: "one such as monday or fri"
    case .monthDay: "one such as 1, 15 or last"
    case .yearDay: "month and day, such as 12-24"
    case .repetition: "days of the week, a day such as 15, last or 12-24, or 2 weeks"
    case .ids: "numbers and ranges such as 1 3-5"
    case .id: "one such as 7"
    case .day: "today, tomorrow, yesterday or one such as 2026-11-20"
    case .time: "one such as 2026-11-20T18:30"
    case .moment: "present, saved, oldest, the name of a checkpoint or a number that history shows"
    case .count, .steps: "one such as 3"
    case .line: "one such as 2"
    case .position: "one such as 0, which is the first"
    case .coordinate: "one such as 10 or -2.5"
    case .color: choice(Tint.allCases.map(\.rawValue))
    case .category, .bundle: "its name or its number"
    case .file: "its name, quoted where it has spaces"
    case .command: "one such as add"
    case .words(let words): choice(words)
    }
  }

  /// What is said of it behind its name: `TEXT: quote it where more follows`.
  var hint: String {
    switch self {
    case .text, .name, .thing: "quote it where more follows"
    default: writing
    }
  }

  /// The command that lists what there is of it.
  var list: String? {
    switch self {
    case .category: "category list"
    case .bundle: "bundle list"
    case .ids(let listed), .id(let listed):
      switch listed {
      case .todo, .note: "list"
      case .annotation: "canvas list"
      case .person: "people list"
      case .change: "review"
      }
    case .moment: "history"
    case .command: "help"
    default: nil
    }
  }
}
