/// What stands behind a command's name, read from the line that the help shows: `IDS DAY`, `TITLE [--on DAY]`.
///
/// Alternatives stand between ` | `, options begin with `--`, brackets tell a person what may be left out.
struct Form: Sendable {
  /// The words in their order, for each of the alternatives.
  let alternatives: [[Placeholder]]
  /// The options, with what stands behind each; nil for those that stand alone.
  let options: [(name: String, value: Placeholder?)]
  /// What is shown of each placeholder, in the order of the line.
  let names: [Placeholder: String]

  init(_ text: String, of listed: Placeholder.Listed) {
    var (alternatives, options, names) = (
      [[Placeholder]](), [(String, Placeholder?)](), [Placeholder: String]()
    )
    for alternative in text.split(separator: " | ") {
      var (row, option) = ([Placeholder](), Int?.none)
      for token in alternative.split(separator: " ") {
        let name = token.filter { $0 != "[" && $0 != "]" }
        if name.hasPrefix("--") {
          options.append((name, nil))
          // What ends its bracket here has no value.
          option = token.hasSuffix("]") ? nil : options.count - 1
        } else if let placeholder = Placeholder(name, of: listed) {
          names[placeholder] = name
          if let place = option { options[place].1 = placeholder } else { row.append(placeholder) }
          option = nil
        }
      }
      alternatives.append(row)
    }
    (self.alternatives, self.options, self.names) = (alternatives, options, names)
  }

  /// What can stand behind some words, options left out.
  func next(behind words: [String]) -> [Placeholder] {
    var found: [Placeholder] = []
    for row in alternatives {
      var places: Set<Int> = [0]
      for word in words {
        places = Set(
          places.flatMap { place -> [Int] in
            guard place < row.count, row[place].accepts(word) else { return [] }
            return row[place].isRepeated(names[row[place]]) ? [place, place + 1] : [place + 1]
          }
        )
      }
      for place in places.sorted() where place < row.count && !found.contains(row[place]) {
        found.append(row[place])
      }
    }
    return found
  }
}

extension Placeholder {
  /// Whether a word can stand for it, as far as its letters tell.
  fileprivate func accepts(_ word: String) -> Bool {
    switch self {
    case .ids: word.allSatisfy { $0.isASCII && $0.isNumber || $0 == "-" || $0 == "," }
    case .words(let words): words.contains(word)
    default: true
    }
  }

  /// Whether several can stand one after the other.
  fileprivate func isRepeated(_ name: String?) -> Bool {
    if case .ids = self { return true }
    return name?.hasSuffix("…") == true || self == .command
  }
}
