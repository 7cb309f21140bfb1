/// Splits a line at blanks; text between quotation marks stays together, and a backslash takes the next character as
/// it is.
func words(of line: String) throws(Misunderstood) -> [String] {
  var words: [String] = []
  var word: String?
  var isQuoted = false
  var rest = line[...]
  while let character = rest.popFirst() {
    switch character {
    case "\\":
      guard let next = rest.popFirst() else { throw .danglingBackslash }
      word = word ?? ""
      word?.append(next)
    case "\"":
      isQuoted.toggle()
      word = word ?? ""
    case _ where character.isWhitespace && !isQuoted:
      if let finished = word { words.append(finished) }
      word = nil
    default:
      word = word ?? ""
      word?.append(character)
    }
  }
  guard !isQuoted else { throw .openQuotation }
  if let finished = word { words.append(finished) }
  return words
}
