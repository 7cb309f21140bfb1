/// A text that can stand where a word has been begun.
struct Completion: Equatable {
  /// The word as it is typed, without quotation marks of its own; empty where it is only a hint.
  var text: String
  /// What a list of several shows of it.
  var shown: String
  /// Whether it is no text that would be put between quotation marks.
  var isOption = false

  init(_ text: String, shown: String? = nil) {
    (self.text, self.shown) = (text, shown ?? text)
  }

  init(option name: String) {
    self.init(name)
    isOption = true
  }

  /// Says what can stand here where the person has to think of it: `TITLE: what is to be done`.
  init(hint: String) {
    (text, shown) = ("", hint)
  }

  var isHint: Bool { text.isEmpty }

  /// Numbers with what they stand for, as a list shows them: one that is sorted as text has them in their order, too.
  static func numbered(_ rows: [(id: String, text: String)]) -> [Completion] {
    let width = rows.map(\.id.count).max() ?? 0
    return rows.map { Completion($0.id, shown: "\(padded($0.id, width))  \($0.text)") }
  }
}

/// All texts that can stand where a word has been begun.
struct Completions: Equatable {
  var all: [Completion] = []
  /// Whether the name of a file can stand there.
  var areFiles = false

  /// What the library that edits lines is given: what takes the place of what was begun, and what a list shows.
  ///
  /// - Parameters:
  ///   - begun: What the library will replace, which is the end of the word.
  ///   - word: The word, of which what stands before `begun` stays.
  func typed(for begun: String, in word: BegunWord) -> (common: String, shown: [String])? {
    let texts = all.filter { !$0.isHint }.map { completion in
      String(
        (completion.isOption ? completion.text : word.typed(completion.text)).dropFirst(
          max(0, word.raw.count - begun.count)
        )
      )
    }
    guard let first = all.first else { return nil }
    if all.count == 1 && !first.isHint { return (texts[0], []) }
    guard texts.count == all.count else { return (begun, all.map(\.shown)) }
    let common = texts.dropFirst().reduce(texts[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    return (common.count < begun.count ? begun : common, all.map(\.shown))
  }
}
