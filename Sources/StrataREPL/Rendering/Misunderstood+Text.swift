/// What is wrong with a line, and with which of its words.
struct PointedComplaint {
  /// What is wrong.
  var sentence: String
  /// How the command is written, where that helps.
  var usage: String?
  /// Where the word stands in the line, counted in Unicode scalars; nil where it is the line as a whole.
  var place: Range<Int>?

  init(of error: Misunderstood) {
    (sentence, usage, place) = (error.description, error.usage, error.place)
  }

  /// Looks for the word that an error is about which came from carrying the line out; nil where it is about none.
  init?(of error: any Error, in line: String, _ context: @autoclosure () -> Context) {
    guard let about = error as? any AboutWord, let subject = about.subject else { return nil }
    let context = context()
    guard let place = subject.place(in: line, context) else { return nil }
    (sentence, self.place) = (printable(told(error, in: context)), place)
  }

  /// What a person at a terminal sees: the word with a caret under it, what is wrong, and how the command is written.
  ///
  /// - Parameters:
  ///   - prompt: How many columns stand before the line on the screen, right above; nil where it is not there.
  ///   - width: How many columns the terminal has.
  func text(of line: String, behind prompt: Int?, width: Int, _ style: Style = Style()) -> [String] {
    let sentence = wrapped(sentence, to: width).map(style.bad)
    let usage = usage.map { wrapped("  \($0)", to: width).map(style.faint) } ?? []
    guard let place else { return sentence + usage }
    let (before, word, after) = parts(of: line, at: place)
    let caret = "^" + String(repeating: "~", count: max(0, displayWidth(word) - 1))
    let column = displayWidth(before)
    let isAsTyped = before + word + after == line
    if let prompt, isAsTyped, prompt + displayWidth(line) < width {
      return [String(repeating: " ", count: prompt + column) + style.bad(caret)] + sentence + usage
    }
    let excerpt = Excerpt(of: before + word + after, from: column, count: caret.count, width: width - 2)
    let marks =
      String(repeating: " ", count: excerpt.column) + style.bad(String(caret.prefix(excerpt.count)))
    return ["  " + excerpt.text, "  " + marks] + sentence + usage
  }

  /// What stands before the word, the word, and what stands behind it, as they are shown.
  private func parts(of line: String, at place: Range<Int>) -> (String, String, String) {
    let scalars = Array(line.unicodeScalars)
    func shown(_ range: Range<Int>) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[range.clamped(to: 0..<scalars.count)])
      return printable(String(text))
    }
    let end = min(place.upperBound, scalars.count)
    let start = min(place.lowerBound, end)
    return (shown(0..<start), shown(start..<end), shown(end..<scalars.count))
  }
}

/// The part of a line around some columns that fits into a width.
private struct Excerpt {
  var text = ""
  /// Where the columns begin in the text.
  var column: Int
  /// How many of them are there.
  var count: Int

  init(of line: String, from column: Int, count: Int, width: Int) {
    guard displayWidth(line) > width else {
      (text, self.column, self.count) = (line, column, count)
      return
    }
    // A third of what is shown stands before the word, where it does not fit from the beginning.
    let first = column + count <= width - 2 ? 0 : column - max(1, width / 3)
    var (place, taken, start, isCut) = (0, 0, 0, false)
    for piece in pieces(of: line) {
      defer { place += piece.width }
      if place < first { continue }
      if taken == 0 { start = place }
      isCut = taken + piece.width > width - 2
      if isCut { break }
      text += piece.text
      taken += piece.width
    }
    text = (start > 0 ? "…" : "") + text + (isCut ? "…" : "")
    self.column = column - start + (start > 0 ? 1 : 0)
    self.count = max(1, min(count, width - self.column))
  }
}
