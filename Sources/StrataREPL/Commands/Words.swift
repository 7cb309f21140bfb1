/// A word of a line, without the quotation marks and backslashes that kept it together.
struct Word: Equatable {
  var text: String
  /// Where it stands in the line, counted in Unicode scalars, with its quotation marks.
  var place: Range<Int>
  /// Whether any of it was between quotation marks or behind a backslash: then it is a text and no option.
  var isQuoted = false

  /// Whether it is written like an option.
  var isOption: Bool { text.hasPrefix("--") && text.count > 2 && !isQuoted }
}

/// Splits a line at blanks; text between quotation marks stays together, and a backslash takes the next character as
/// it is. Between quotation marks it does so with a mark and a backslash, and stands for itself before anything else, as in
/// `"C:\new"`.
func words(of line: String) throws(Misunderstood) -> [Word] {
  var words: [Word] = []
  var word: String.UnicodeScalarView?
  var (start, place, quotation, isQuoted) = (0, 0, Int?.none, false)
  func begin() {
    guard word == nil else { return }
    (word, start, isQuoted) = (.init(), place, false)
  }
  func finish() {
    if let text = word { words.append(Word(text: String(text), place: start..<place, isQuoted: isQuoted)) }
    word = nil
  }
  // Not by characters: a mark that combines with a quotation mark would make another one of it.
  var rest = line.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "\\" where quotation == nil || rest.first == "\"" || rest.first == "\\":
      guard let next = rest.popFirst() else {
        throw Misunderstood(.danglingBackslash, at: place..<place + 1)
      }
      begin()
      word?.append(next)
      isQuoted = true
      place += 1
    case "\"":
      begin()
      isQuoted = true
      quotation = quotation == nil ? place : nil
    case _ where scalar.properties.isWhitespace && quotation == nil:
      finish()
    default:
      begin()
      word?.append(scalar)
    }
    place += 1
  }
  if let quotation { throw Misunderstood(.openQuotation, at: quotation..<quotation + 1) }
  finish()
  return words
}

/// A text as a line has it where it is one word.
func quoted(_ text: String) -> String {
  let isPlain = text.unicodeScalars.allSatisfy {
    !$0.properties.isWhitespace && $0 != "\"" && $0 != "\\"
  }
  if isPlain && !text.isEmpty && !text.hasPrefix("--") && !text.hasPrefix("#") { return text }
  return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
