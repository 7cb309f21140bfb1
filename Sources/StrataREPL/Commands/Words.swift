/// Splits a line at blanks; text between quotation marks stays together, and a backslash takes the next character as
/// it is.
func words(of line: String) throws(Misunderstood) -> [String] {
  var words: [String] = []
  var word: String.UnicodeScalarView?
  var isQuoted = false
  // Not by characters: a mark that combines with a quotation mark would make another one of it.
  var rest = line.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "\\":
      guard let next = rest.popFirst() else { throw .danglingBackslash }
      word = word ?? .init()
      word?.append(next)
    case "\"":
      isQuoted.toggle()
      word = word ?? .init()
    case _ where scalar.properties.isWhitespace && !isQuoted:
      if let finished = word { words.append(String(finished)) }
      word = nil
    default:
      word = word ?? .init()
      word?.append(scalar)
    }
  }
  guard !isQuoted else { throw .openQuotation }
  if let finished = word { words.append(String(finished)) }
  return words
}
