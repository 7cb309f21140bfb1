import Workspace

/// The words after a command's name, which its reader takes one by one.
///
/// Each method takes a word, or throws a `CommandError` that says what belongs there.
struct Arguments {
  /// The most numbers in a range.
  static let longestRange = 100_000

  /// The names that the words may use.
  let context: Context
  private let options: [String]
  private var rest: [Word]
  /// The end of the word taken last.
  private var end: Int
  /// The placeholder taken last if more of it can follow.
  private var more: Placeholder?

  init(_ words: ArraySlice<Word>, after name: Word, options: [String], in context: Context) {
    (self.context, self.options, end) = (context, options, name.place.upperBound)
    rest = Array(words)
    // Words after `--` are texts, never options.
    if let dashes = rest.firstIndex(where: { $0.text == "--" && !$0.isQuoted }) {
      rest.remove(at: dashes)
      for place in dashes..<rest.count { rest[place].isQuoted = true }
    }
  }

  var isEmpty: Bool { rest.isEmpty }

  /// Takes the next word, for which `read` returns a value.
  mutating func take<Value>(
    _ placeholder: Placeholder,
    guesses: [String] = [],
    _ read: (String) -> Value?
  ) throws -> Value {
    let word = try peek(placeholder)
    guard let value = read(word.text) else { throw wrong(word, placeholder, guesses: guesses) }
    rest.removeFirst()
    (end, more) = (word.place.upperBound, nil)
    return value
  }

  /// Takes the next word as a text.
  mutating func text(_ placeholder: Placeholder) throws -> String { try take(placeholder) { $0 } }

  /// Takes all words to the end of the line, at least one.
  mutating func texts(_ placeholder: Placeholder) throws -> [String] {
    var texts = [try text(placeholder)]
    while !isEmpty { texts.append(try text(placeholder)) }
    return texts
  }

  /// Takes all words to the end of the line as one text, which needs no quotation marks.
  mutating func ending(_ placeholder: Placeholder) throws -> String {
    try texts(placeholder).joined(separator: " ")
  }

  /// Takes all words to the end of the line as they are, options included.
  mutating func line(_ placeholder: Placeholder) throws -> [Word] {
    _ = try peek(placeholder)
    defer { rest = [] }
    return rest
  }

  /// Takes the next word if it is the given one.
  mutating func takes(_ expected: String) -> Bool {
    guard let word = rest.first, word.text == expected, !word.isQuoted else { return false }
    rest.removeFirst()
    end = word.place.upperBound
    return true
  }

  /// Takes the next word, which must be the given one.
  mutating func require(_ expected: String) throws {
    if !takes(expected) {
      throw CommandError("Only \(expected) can follow.", at: rest.first?.place ?? end..<end)
    }
  }

  /// Takes an option without a value, wherever it stands.
  mutating func flag(_ name: String) -> Bool {
    guard let place = rest.firstIndex(where: { $0.text == name && !$0.isQuoted }) else { return false }
    rest.remove(at: place)
    return true
  }

  /// Takes an option with its value, wherever it stands.
  mutating func option<Value>(_ name: String, _ value: (inout Arguments) throws -> Value) throws -> Value? {
    guard let place = rest.firstIndex(where: { $0.text == name && !$0.isQuoted }) else { return nil }
    var inner = self
    inner.rest = Array(rest[(place + 1)...].prefix { !$0.isOption }.prefix(1))
    inner.end = rest[place].place.upperBound
    let result = try value(&inner)
    rest.removeSubrange(place...place + 1)
    return result
  }

  /// Takes at most one of some flags, and returns its number.
  mutating func oneFlag(of names: String...) throws -> Int? {
    let found = names.indices.filter { flag(names[$0]) }
    if found.count > 1 {
      throw CommandError("\(names[found[0]]) and \(names[found[1]]) exclude each other. Leave one out.")
    }
    return found.first
  }

  /// - Throws: When words are left.
  func finish() throws {
    for word in rest { try requireNoOption(word) }
    guard let word = rest.first else { return }
    if let more { throw wrong(word, more) }
    throw CommandError("Unexpected: '\(word.text)'.", at: word.place)
  }

  private func peek(_ placeholder: Placeholder) throws -> Word {
    guard let word = rest.first else {
      throw CommandError("\(placeholder.rawValue) is missing: \(placeholder.hint).", at: end..<end)
    }
    try requireNoOption(word)
    return word
  }

  /// - Throws: For a word written like an option: the command's own options have been taken.
  private func requireNoOption(_ word: Word) throws {
    guard word.isOption else { return }
    let parts = word.text.split(separator: "=", maxSplits: 1).map(String.init)
    if options.contains(word.text) { throw CommandError("\(word.text) stands there twice.", at: word.place) }
    let value = parts.count > 1 ? " \(quoted(parts[1]))" : ""
    let guesses = near(parts[0], among: options).map { $0 + value }
    let next =
      guesses.isEmpty ? "For a text that begins so, write -- before it." : "Did you mean \(choice(guesses))?"
    throw CommandError("Unknown option '\(word.text)'. \(next)", at: word.place)
  }

  private func wrong(_ word: Word, _ placeholder: Placeholder, guesses: [String] = []) -> CommandError {
    let next = guesses.isEmpty ? "" : " Did you mean \(choice(guesses))?"
    return CommandError(
      "'\(word.text)' does not fit \(placeholder.rawValue): \(placeholder.hint).\(next)",
      at: word.place
    )
  }
}

extension Arguments {
  /// Takes numbers and ranges, such as `3 5-8` or `3,5-8`.
  ///
  /// - Parameter isBeforeText: Whether a text follows, which may begin with a number. Then the numbers are one word, or all
  ///   words before a quoted text.
  mutating func ids(isBeforeText: Bool = false) throws -> IDSet {
    var most = Int.max
    if isBeforeText { most = rest.last?.isQuoted == true ? rest.count - 1 : 1 }
    var (ids, taken) = ([Int](), 0)
    repeat {
      let place = rest.first?.place
      for range in try take(.ids, Self.ranges) {
        if range.upperBound - range.lowerBound >= Self.longestRange {
          throw CommandError("A range has at most \(grouped(Self.longestRange)) numbers.", at: place)
        }
        ids += range
      }
      taken += 1
    } while taken < most && rest.first.map { Self.ranges($0.text) != nil } == true
    more = .ids
    return IDSet(ids)
  }

  /// The numbers of a word; nil for any other word.
  private static func ranges(_ word: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in word.split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
        return nil
      }
      ranges.append(first...last)
    }
    return ranges.isEmpty ? nil : ranges
  }

  mutating func id() throws -> Int { try take(.id) { Int($0) } }

  /// Takes a number from 1.
  mutating func number(_ placeholder: Placeholder) throws -> Int {
    try take(placeholder) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }

  mutating func day() throws -> Day { try take(.day, context.day) }
  mutating func color() throws -> Tint { try take(.color) { Tint(rawValue: $0) } }

  mutating func point() throws -> Point {
    func coordinate(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
    return Point(x: try take(.x, coordinate), y: try take(.y, coordinate))
  }

  /// Takes the name of a file.
  mutating func path() throws -> String {
    // The system ends a name at a zero byte.
    try take(.file) { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
  }

  /// Takes a moment's number, its checkpoint's name, `present` or `oldest`.
  mutating func moment() throws -> MomentName {
    let guesses = rest.first.map { near($0.text, among: MomentName.words + context.checkpoints) } ?? []
    return try take(.moment, guesses: guesses.map(quoted), context.moment)
  }

  /// Takes a moment at the end of a line, where a checkpoint's name needs no quotation marks.
  mutating func endingMoment() throws -> MomentName {
    var whole = self
    guard let moment = context.moment(try whole.ending(.moment)) else { return try moment() }
    self = whole
    return moment
  }

  mutating func category() throws -> Int {
    try named(.category, context.journal.categories.map { ($0.id, $0.name) })
  }
  mutating func bundle() throws -> Int {
    try named(.bundle, context.journal.bundles.values.map { ($0.id, $0.name) })
  }

  /// Takes the name or the number of one of some things.
  private mutating func named(_ placeholder: Placeholder, _ things: [(id: Int, name: String)]) throws -> Int {
    let guesses = rest.first.map { near($0.text, among: things.map(\.name)) } ?? []
    return try take(placeholder, guesses: guesses.map(quoted)) { word in
      (things.first { $0.name == word } ?? things.first { String($0.id) == word })?.id
    }
  }
}

/// The names that a line can use: the workspace's, and the time on the clock.
struct Context {
  var state: AppState
  var now: WallTime
  /// The names of the history's checkpoints.
  var checkpoints: [String] = []

  static let days = ["today", "tomorrow", "yesterday"]

  var journal: Journal { state.document.journal }

  /// The page in view; nil without pages.
  var page: JournalPage? { journal.pageInView(state.session.page).map(journal.page) }

  func moment(_ word: String) -> MomentName? {
    MomentName(word) ?? (checkpoints.contains(word) ? .checkpoint(word) : nil)
  }

  func day(_ word: String) -> Day? {
    switch word {
    case "today": now.day
    case "tomorrow": now.day.next
    case "yesterday": now.day.previous
    default: Day(word)
    }
  }
}

/// A person's name for a moment of the history.
enum MomentName: Equatable {
  /// The number that `history` shows.
  case number(Int)
  case present, oldest
  case checkpoint(String)

  /// The words that name a moment in every history.
  static let words = ["present", "oldest"]

  init?(_ word: String) {
    switch word {
    case "present": self = .present
    case "oldest": self = .oldest
    default:
      guard let number = Int(word), number >= 0 else { return nil }
      self = .number(number)
    }
  }
}
