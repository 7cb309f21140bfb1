/// The last word of a line that is being typed, which may be empty, and the words before it.
struct BegunWord: Equatable {
  var before: [Word]
  /// What it says so far.
  var text: String
  /// How that is typed, behind a quotation mark where there is one.
  var raw: String
  /// Whether a quotation is open.
  var isInQuotation: Bool

  /// Reads the line up to the cursor; nil where nothing can be said about what is being typed.
  init?(endOf line: String) {
    do throws(Misunderstood) {
      before = try words(of: line)
      isInQuotation = false
      let isNew = line.unicodeScalars.last?.properties.isWhitespace ?? true
      guard !isNew, let last = before.popLast() else {
        (text, raw) = ("", "")
        return
      }
      if last.isQuoted { return nil }
      (text, raw) = (last.text, last.text)
    } catch {
      guard case .openQuotation = error.problem, let place = error.place else { return nil }
      let scalars = Array(line.unicodeScalars)
      var head = String.UnicodeScalarView()
      head.append(contentsOf: scalars[..<place.lowerBound])
      var tail = String.UnicodeScalarView()
      tail.append(contentsOf: scalars[place.upperBound...])
      guard head.last?.properties.isWhitespace == true, let words = try? words(of: String(head)) else {
        return nil
      }
      (before, text, raw, isInQuotation) = (words, String(tail), String(tail), true)
    }
  }

  /// A text as it is typed in the place of this word, behind the quotation mark where there is one.
  func typed(_ text: String) -> String {
    guard isInQuotation else { return quoted(text) }
    return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
