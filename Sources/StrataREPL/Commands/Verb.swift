/// A command as it is written: its name, what stands behind it, and how that is read.
struct Verb: Sendable {
  /// The words of its name, one or two.
  let words: [String]
  /// What stands behind the name, for the help: `IDS TITLE`.
  let form: String
  /// What it does, for the help.
  let summary: String
  /// Lines that are understood, the plainest first.
  let examples: [String]
  /// What stands behind the name, word by word.
  let parts: Form
  /// Reads what stands behind the name.
  let read: @Sendable (inout Arguments) throws(Misunderstood) -> Command

  init(
    _ name: String,
    _ form: String,
    _ summary: String,
    _ examples: String...,
    read: @escaping @Sendable (inout Arguments) throws(Misunderstood) -> Command
  ) {
    self.init(name, form, summary, examples, read: read)
  }

  init(
    _ name: String,
    _ form: String,
    _ summary: String,
    _ examples: [String],
    read: @escaping @Sendable (inout Arguments) throws(Misunderstood) -> Command
  ) {
    words = name.split(separator: " ").map(String.init)
    self.form = form
    self.summary = summary
    self.examples = examples.isEmpty ? [name] : examples
    self.read = read
    let listed: [String: Placeholder.Listed] = [
      "note": .note, "canvas": .annotation, "people": .person, "reject": .change,
    ]
    parts = Form(form, of: listed[words[0]] ?? .todo)
  }

  var name: String { words.joined(separator: " ") }
  /// Name and form.
  var usage: String { form.isEmpty ? name : "\(name) \(form)" }

  static let all = groups.flatMap(\.verbs)

  /// All commands, in the order in which the help has them.
  static let groups: [(title: String, verbs: [Verb])] = [
    ("Pages and todos", pages + todos),
    ("Notes, categories and bundles", notes + categories + bundles),
    ("The canvas", canvas),
    ("People", people),
    ("The history", history),
    ("Files", files),
    ("This program", program),
  ]
}
