import Strata

/// A word of a line, without its quotation marks and backslashes.
struct Word: Equatable {
  var text: String
  /// Its place in the line, in Unicode scalars, quotation marks included.
  var place: Range<Int>
  /// Whether any part of it was quoted. A quoted word is a text, never an option or a keyword.
  var isQuoted = false

  /// Whether it is written like an option.
  var isOption: Bool { text.hasPrefix("--") && text.count > 2 && !isQuoted }
}

/// Splits a line at spaces.
///
/// Quotation marks keep a text together, and a backslash escapes the next character. Inside quotation marks a backslash
/// escapes only `"` and `\`, so that `"C:\new"` means what it says.
///
/// - Throws: `CommandError` for a missing closing quote, and for a backslash at the end.
func words(of line: String) throws -> [Word] {
  var words: [Word] = []
  var word: String.UnicodeScalarView?
  var (start, place, quotation, isQuoted) = (0, 0, Int?.none, false)
  func begin(quoted: Bool) {
    if word == nil { (word, start, isQuoted) = (.init(), place, false) }
    isQuoted = isQuoted || quoted
  }
  func finish() {
    if let text = word { words.append(Word(text: String(text), place: start..<place, isQuoted: isQuoted)) }
    word = nil
  }
  // Scalars, not characters: a combining mark would make another character of a quotation mark.
  var rest = line.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "\\" where quotation == nil || rest.first == "\"" || rest.first == "\\":
      guard let next = rest.popFirst() else {
        throw CommandError(
          "Nothing follows the backslash. For a backslash itself: \\\\",
          at: place..<place + 1
        )
      }
      begin(quoted: true)
      word?.append(next)
      place += 1
    case "\"":
      begin(quoted: true)
      quotation = quotation == nil ? place : nil
    case _ where scalar.properties.isWhitespace && quotation == nil: finish()
    default:
      begin(quoted: false)
      word?.append(scalar)
    }
    place += 1
  }
  if let quotation {
    var error = CommandError(
      "Missing closing quote. For a quotation mark itself: \\\"",
      at: quotation..<quotation + 1
    )
    error.isOpenQuotation = true
    throw error
  }
  finish()
  return words
}

/// A text as a line has it as one word.
func quoted(_ text: String) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "\"" && $0 != "\\" }
  if isPlain && !text.isEmpty && !text.hasPrefix("--") && !text.hasPrefix("#") { return text }
  return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// A line that was not understood, with the way out.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The problem, and what to write instead.
  var description: String
  /// The place of the wrong word in the line, in Unicode scalars; nil for the line as a whole.
  var place: Range<Int>?
  /// The form of the command.
  var usage: String?
  var isOpenQuotation = false

  init(_ description: String, at place: Range<Int>? = nil) {
    (self.description, self.place) = (printable(description), place)
  }

  /// Lines for a person at a terminal: a caret under the wrong word, the problem, and the command's form.
  ///
  /// - Parameters:
  ///   - prompt: The columns before the line on the screen; nil when the line is not on the screen.
  func lines(for line: String, after prompt: Int?, width: Int, _ style: Style) -> [String] {
    var lines = wrapped(description, to: width).map(style.bad)
    if let usage { lines += wrapped("  \(usage)", to: width).map(style.faint) }
    guard let place, let prompt, printable(line) == line, prompt + displayWidth(line) < width else {
      return lines
    }
    func shown(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
    let indent = String(repeating: " ", count: prompt + displayWidth(shown(0..<place.lowerBound)))
    let caret = "^" + String(repeating: "~", count: max(0, displayWidth(shown(place)) - 1))
    return [indent + style.bad(caret)] + lines
  }
}

/// The texts that differ from a written word by a typing error or two, those with the fewest.
func near(_ written: String, among texts: [String]) -> [String] {
  let distances = unique(texts).map { text in
    let distance = written.isEmpty ? .max : distance(from: written.lowercased(), to: text.lowercased())
    return (text, distance <= (text.count > 4 ? 2 : 1) ? distance : .max)
  }
  let least = distances.map(\.1).min() ?? .max
  return least == .max ? [] : distances.filter { $0.1 == least }.prefix(3).map(\.0)
}

/// The texts in their order, without repetitions.
func unique(_ texts: [String]) -> [String] {
  var seen = Set<String>()
  return texts.filter { seen.insert($0).inserted }
}

/// Several texts of which one can be chosen: `a, b or c`.
func choice(_ texts: [String]) -> String {
  guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
  return texts.dropLast().joined(separator: ", ") + " or " + last
}

/// The Damerau-Levenshtein distance: insertions, deletions, replacements, and exchanges of neighbours.
private func distance(from written: String, to name: String) -> Int {
  let (written, name) = (Array(written), Array(name))
  guard abs(written.count - name.count) <= 2 else { return .max }
  var (last, row) = ([Int](), Array(0...name.count))
  for (index, letter) in written.enumerated() {
    var next = [index + 1]
    for (column, other) in name.enumerated() {
      var least = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
      if index > 0, column > 0, letter == name[column - 1], written[index - 1] == other {
        least = min(least, last[column - 1] + 1)
      }
      next.append(least)
    }
    (last, row) = (row, next)
  }
  return row[name.count]
}
