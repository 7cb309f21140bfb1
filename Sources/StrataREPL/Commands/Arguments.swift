import Workspace

/// The words behind a command's name, taken one after the other.
///
/// Every method takes what it looks for, or throws what is wrong with the word that stands there instead.
struct Arguments {
  /// How many numbers a range may name.
  static let longestRange = 100_000

  let context: Context
  private let verb: Verb
  private let line: [Word]
  private var rest: [Word]
  /// The word that was taken last, for an error to say what stands before it.
  private var last: Word
  /// What was taken last if more of it could stand here.
  private var more: Placeholder?

  /// - Parameter count: How many words at the beginning are the command's name.
  init(_ words: [Word], behind count: Int, of verb: Verb, in context: Context) {
    (line, self.verb, self.context) = (Self.withoutOptions(behindDashes: words), verb, context)
    rest = Array(line.dropFirst(count))
    last = words[count - 1]
  }

  /// The words without the first `--`; a word that follows it is a text and no option.
  private static func withoutOptions(behindDashes words: [Word]) -> [Word] {
    guard let place = words.firstIndex(where: { $0.text == "--" && !$0.isQuoted }) else { return words }
    let texts = words[(place + 1)...].map { Word(text: $0.text, place: $0.place, isQuoted: true) }
    return words[..<place] + texts
  }

  var isEmpty: Bool { rest.isEmpty }

  /// Takes any word at all.
  mutating func text(_ kind: Placeholder) throws(Misunderstood) -> String {
    try next(kind).text
  }

  /// Takes all words that are left as one text, at least one: a text at the end of a line needs no quotation marks.
  mutating func endingText(_ kind: Placeholder) throws(Misunderstood) -> String {
    try texts(kind).joined(separator: " ")
  }

  /// Takes all words that are left, at least one.
  mutating func texts(_ kind: Placeholder) throws(Misunderstood) -> [String] {
    var texts = [try text(kind)]
    while !isEmpty { texts.append(try text(kind)) }
    return texts
  }

  /// Takes a command with all that stands behind it.
  mutating func wholeCommand() throws(Misunderstood) -> Command {
    last = try peek(.command)
    let words = rest
    rest = []
    return try Command.parse(words, in: context)
  }

  /// Takes the name of a command, or what one or more begin with.
  mutating func command() throws(Misunderstood) -> String {
    let words = rest
    let name = try texts(.command).joined(separator: " ")
    return Verb.all.contains { $0.name.hasPrefix(name) } ? name : try Verb.named(words).name
  }

  /// Takes one of some words.
  mutating func word(of words: String...) throws(Misunderstood) -> String {
    try take(.words(words)) { words.contains($0) ? $0 : nil }
  }

  /// Takes the next word if it is the given one.
  mutating func takes(_ expected: String) -> Bool {
    guard let word = rest.first, word.text == expected else { return false }
    took(word)
    return true
  }

  mutating func take<Value>(
    _ kind: Placeholder,
    _ read: (String) -> Value?
  ) throws(Misunderstood) -> Value {
    let word = try peek(kind)
    guard let value = read(word.text) else {
      throw Misunderstood(.wrong(word.text, kind), word, guesses: context.guesses(for: word.text, kind))
    }
    took(word)
    return value
  }

  /// Takes numbers and ranges of them, such as `3 5-8` or `3,5-8`.
  ///
  /// - Parameter count: How many words at the end are not among them, even if they are numbers, as a title may be. With `.max`
  ///   a text of several words follows: the numbers are one word, or all words before a quoted text.
  mutating func ids(of listed: Placeholder.Listed, leaving count: Int = 0) throws(Misunderstood) -> IDSet {
    let kind = Placeholder.ids(listed)
    let count = count == .max && rest.last?.isQuoted == true ? 1 : count
    var ids: [Int] = []
    let word = try peek(kind)
    while let word = rest.first, ids.isEmpty || rest.count > count, let ranges = try ranges(of: word) {
      ids += ranges.joined()
      took(word)
    }
    if ids.isEmpty {
      throw Misunderstood(.wrong(word.text, kind), word, guesses: context.guesses(for: word.text, kind))
    }
    more = kind
    return IDSet(ids)
  }

  /// Takes an option without a value, wherever it stands.
  mutating func flag(_ name: String) -> Bool {
    guard let place = rest.firstIndex(where: { $0.text == name && !$0.isQuoted }) else { return false }
    rest.remove(at: place)
    return true
  }

  /// Takes an option with its value, wherever it stands; nil when it is not there.
  mutating func option<Value>(
    _ name: String,
    _ value: (inout Arguments) throws(Misunderstood) -> Value
  ) throws(Misunderstood) -> Value? {
    guard let place = rest.firstIndex(where: { $0.text == name && !$0.isQuoted }) else { return nil }
    var inner = self
    inner.rest = rest[(place + 1)...].prefix { !$0.isOption }.prefix(1) + []
    inner.last = rest[place]
    let result = try value(&inner)
    rest.removeSubrange(place...place + 1)
    return result
  }

  /// - Throws: When both options stand there.
  func exclude(_ name: String, with others: String...) throws(Misunderstood) {
    let options = line.filter { word in word.isOption && ([name] + others).contains(word.text) }
    guard options.count > 1, let last = options.last, last.text != options[0].text else { return }
    throw Misunderstood(.excludedOption(last.text, by: options[0].text), last)
  }

  /// - Throws: When words are left.
  func end() throws(Misunderstood) {
    guard let word = rest.first else { return }
    for word in rest { if let wrong = wrongOption(word) { throw wrong } }
    if let more {
      throw Misunderstood(.wrong(word.text, more), word, guesses: context.guesses(for: word.text, more))
    }
    throw Misunderstood(.tooMuch(word.text, behind: last.text), word)
  }

  /// The word that stands here.
  func peek(_ kind: Placeholder) throws(Misunderstood) -> Word {
    guard let word = rest.first else {
      throw Misunderstood(
        .missing(kind, behind: last.text),
        at: last.place.upperBound..<last.place.upperBound
      )
    }
    if let wrong = wrongOption(word) { throw wrong }
    return word
  }

  /// Takes the word that stands here.
  mutating func next(_ kind: Placeholder) throws(Misunderstood) -> Word {
    let word = try peek(kind)
    took(word)
    return word
  }

  private mutating func took(_ word: Word) {
    rest.removeFirst()
    (last, more) = (word, nil)
  }

  /// What is wrong with a word that is written like an option: the options that there are have been taken.
  private func wrongOption(_ word: Word) -> Misunderstood? {
    guard word.isOption else { return nil }
    let names = verb.parts.options.map(\.name)
    if names.contains(word.text) { return Misunderstood(.repeatedOption(word.text), word) }
    let parts = word.text.split(separator: "=", maxSplits: 1).map(String.init)
    let value = parts.count > 1 ? " \(quoted(parts[1]))" : ""
    let guesses = near(parts[0], among: names).map { $0 + value }
    return Misunderstood(.noOption(word.text, of: verb.name), word, guesses: guesses)
  }
}
