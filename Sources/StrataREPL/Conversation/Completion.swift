import Strata

/// The last word of a line that is being typed, which may be empty, and the words before it.
struct PartialWord: Equatable {
  var before: [Word]
  /// The word so far.
  var text: String
  var isInQuotation = false

  /// Reads the line up to the cursor; nil when nothing can complete it.
  init?(endOf line: String) {
    do {
      before = try words(of: line)
      guard line.unicodeScalars.last?.properties.isWhitespace == false, let last = before.popLast() else {
        text = ""
        return
      }
      if last.isQuoted { return nil }
      text = last.text
    } catch {
      guard let error = error as? CommandError, error.isOpenQuotation, let place = error.place else {
        return nil
      }
      let scalars = line.unicodeScalars
      let head = String(String.UnicodeScalarView(scalars.prefix(place.lowerBound)))
      guard head.unicodeScalars.last?.properties.isWhitespace == true, let words = try? words(of: head) else {
        return nil
      }
      (before, isInQuotation) = (words, true)
      text = String(String.UnicodeScalarView(scalars.dropFirst(place.upperBound)))
    }
  }

  /// A text as it is typed in the place of this word.
  func typed(_ text: String) -> String {
    guard isInQuotation else { return quoted(text) }
    return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// A text that can complete a word.
struct Completion: Equatable {
  /// The word, without quotation marks; empty for a hint.
  var text: String
  /// The word's row in a list of several.
  var shown: String
  /// Whether the text is never quoted.
  var isOption = false

  init(_ text: String, shown: String? = nil, isOption: Bool = false) {
    (self.text, self.shown, self.isOption) = (text, shown ?? text, isOption)
  }

  /// A hint for a word that the person must think of: `TITLE: what is to be done`.
  init(hint: String) { self.init("", shown: hint) }

  var isHint: Bool { text.isEmpty }

  /// Numbers with their meaning, aligned so that a sorted list keeps their order.
  static func numbered(_ rows: [(id: Int, text: String)]) -> [Completion] {
    let width = rows.map { "\($0.id)".count }.max() ?? 0
    return rows.map { id, text in
      let excerpt = text.count > 40 ? text.prefix(39) + "…" : text
      return Completion("\(id)", shown: "\(padded("\(id)", width))  \(printable(excerpt))")
    }
  }
}

/// All texts that can complete a word.
struct Completions: Equatable {
  var all: [Completion] = []
  /// Whether the word can be a file name.
  var areFiles = false

  /// The answer for the editing library: the text that replaces `begun`, and the rows of a list.
  ///
  /// - Parameter begun: The end of the word, which the library replaces.
  func typed(for begun: String, in word: PartialWord) -> (common: String, shown: [String])? {
    let texts = all.filter { !$0.isHint }.map { completion in
      let typed = completion.isOption ? completion.text : word.typed(completion.text)
      return String(typed.dropFirst(max(0, word.text.count - begun.count)))
    }
    guard let first = all.first else { return nil }
    if all.count == 1 && !first.isHint { return (texts[0], []) }
    guard texts.count == all.count else { return (begun, all.map(\.shown)) }
    let common = texts.dropFirst().reduce(texts[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    return (common.count < begun.count ? begun : common, all.map(\.shown))
  }
}

extension CommandList {
  /// The texts that can complete a word.
  ///
  /// - Parameter values: The known values of a placeholder, for the command of a name.
  func completions(
    of word: PartialWord,
    values: (Placeholder, _ command: String) -> [Completion]
  ) -> Completions {
    var found: [Completion] = []
    let before = word.before.map(\.text)
    if !word.isInQuotation {
      found = nextWords(after: before, beginningWith: word.text).map { Completion($0) }
    }
    guard !word.before.isEmpty, let command = try? command(for: word.before) else {
      return Completions(all: found)
    }
    let form = command.form
    let valued = word.before.last.flatMap { last in
      form.options.first { $0.name == last.text && $0.value != nil }
    }
    let placeholders = valued.map { $0.value.map { [$0] } ?? [] } ?? form.placeholders
    if !word.text.hasPrefix("--") || word.isInQuotation {
      var known = placeholders.flatMap { values($0, command.name) }
      if let place = placeholders.firstIndex(of: .command) {
        let begun = before.dropFirst(command.words.count + place)
        known = nextWords(after: Array(begun), beginningWith: word.text).map { Completion($0) }
      }
      found += known + (valued == nil && !word.isInQuotation ? form.words.map { Completion($0) } : [])
      if known.isEmpty && word.text.isEmpty {
        found += placeholders.filter { $0 != .file }.map { Completion(hint: "\($0.rawValue): \($0.hint)") }
      }
    }
    if valued == nil && !word.isInQuotation {
      found += unique(form.options.map(\.name)).map { Completion($0, isOption: true) }
    }
    let begun = word.text.lowercased()
    let fitting = found.filter { $0.text.lowercased().hasPrefix(begun) && !before.contains($0.text) }
    return Completions(all: fitting, areFiles: placeholders.contains(.file))
  }
}
