import Workspace

/// A word of a command's form that stands for something: `DAY`.
enum Placeholder: String, Sendable {
  case title = "TITLE"
  case text = "TEXT"
  case name = "NAME"
  case words = "WORDS"
  case url = "URL"
  case ids = "IDS"
  case id = "ID"
  case day = "DAY"
  case moment = "MOMENT"
  case steps = "STEPS"
  case count = "COUNT"
  case line = "LINE"
  case x = "X"
  case y = "Y"
  case color = "COLOR"
  case category = "CATEGORY"
  case bundle = "BUNDLE"
  case path = "PATH"
  case file = "FILE"
  case command = "COMMAND"

  /// The way to write it.
  var hint: String {
    switch self {
    case .title: "what is to be done"
    case .text, .name: "some words"
    case .words: "what a title or a note says"
    case .url: "such as https://example.org"
    case .ids: "numbers and ranges such as 1 3-5"
    case .id, .steps, .count, .line: "such as 3"
    case .day: "today, tomorrow, yesterday or such as 2026-11-20"
    case .moment: "a number, present, oldest, or a checkpoint's name"
    case .x, .y: "such as 10 or -2.5"
    case .color: choice(Tint.allCases.map(\.rawValue))
    case .category: "a name or a number from category list"
    case .bundle: "a name or a number from bundle list"
    case .path: "such as journal.todos[3].title"
    case .file: "a file's name, quoted if it has spaces"
    case .command: "such as add"
    }
  }
}

/// The form of a command's arguments, parsed from the line that the help shows: `IDS DAY`, `TITLE [--on DAY]`.
struct Form: Sendable {
  /// The placeholders of words, and the words that stand for themselves.
  private(set) var placeholders: [Placeholder] = []
  private(set) var words: [String] = []
  /// The options, each with the placeholder of its value; nil for a flag.
  private(set) var options: [(name: String, value: Placeholder?)] = []

  init(_ text: String) {
    var isValue = false
    for token in text.split(separator: " ") {
      let name = token.filter { !"[]…".contains($0) }
      let placeholder = Placeholder(rawValue: name)
      if isValue, let placeholder {
        options[options.count - 1].value = placeholder
      } else if name.hasPrefix("--") {
        options.append((name, nil))
      } else if let placeholder {
        placeholders.append(placeholder)
      } else if name != "|" {
        words += name.split(separator: "|").map(String.init)
      }
      // `--on DAY` has a value, `[--all]` has none.
      isValue = name.hasPrefix("--") && !token.hasSuffix("]")
    }
  }
}
