/// Why a line was not understood: what is wrong with which of its words, and what was probably meant.
struct Misunderstood: Error, Equatable {
  var problem: Problem
  /// Where the word stands in the line, counted in Unicode scalars; nil where it is the line as a whole.
  var place: Range<Int>?
  /// What was probably meant, as it is typed.
  var guesses: [String] = []
  /// How the command is written.
  var usage: String?

  init(_ problem: Problem, at place: Range<Int>? = nil, guesses: [String] = []) {
    (self.problem, self.place, self.guesses) = (problem, place, guesses)
  }

  init(_ problem: Problem, _ word: Word, guesses: [String] = []) {
    self.init(problem, at: word.place, guesses: guesses)
  }

  /// What can be wrong.
  enum Problem: Equatable {
    case noCommand(String)
    /// A command's first word is followed by what does not go on with it.
    case noSecondWord(String, behind: String, [String])
    case noSecondWordYet(behind: String, [String])
    case ambiguous(String, [String])
    /// Something is missing behind a word.
    case missing(Placeholder, behind: String)
    /// A word is not what stands here.
    case wrong(String, Placeholder)
    /// A number is smaller than any that fits.
    case tooSmall(String, least: Int)
    /// A number is larger than any that fits.
    case tooLarge(String, most: Int)
    case tooMuch(String, behind: String)
    case noOption(String, of: String)
    case repeatedOption(String)
    case excludedOption(String, by: String)
    /// There is no category, bundle or person of this name.
    case notThere(String, Placeholder)
    case rangeTooLong(String)
    case rangeBackwards(String)
    case noPath(String)
    case noFormat(String)
    case openQuotation
    case danglingBackslash
  }
}

extension Misunderstood: CustomStringConvertible {
  /// What is wrong and what was probably meant, on one line.
  var description: String {
    guard !guesses.isEmpty else {
      return printable([problem.sentence, problem.advice].joined(separator: " "))
    }
    return printable("\(problem.sentence) Did you mean \(choice(guesses))?")
  }
}

extension Misunderstood.Problem {
  /// What is wrong.
  fileprivate var sentence: String {
    switch self {
    case .noCommand(let name): "There is no command '\(name)'."
    case .noSecondWord(let word, let first, _): "'\(word)' does not go on with '\(first)'."
    case .noSecondWordYet(let first, _): "'\(first)' alone is no command."
    case .ambiguous(let name, let names): "'\(name)' can be \(choice(names))."
    case .missing(let kind, let word): "Behind '\(word)' \(kind.noun) is missing."
    case .wrong(let word, .words): "'\(word)' does not fit here."
    case .wrong(let word, let kind): "'\(word)' is not \(kind.noun)."
    case .tooSmall(let word, _): "'\(word)' is too small a number."
    case .tooLarge(let word, _): "'\(word)' is too large a number."
    case .tooMuch(let word, let before): "'\(word)' is too much: nothing more stands behind '\(before)'."
    case .noOption(let name, let verb): "There is no option '\(name)' for '\(verb)'."
    case .repeatedOption(let name): "'\(name)' stands there twice."
    case .excludedOption(let name, let other): "'\(name)' does not go with '\(other)'."
    case .notThere(let name, let kind): "There is no \(kind.shortNoun) '\(name)'."
    case .rangeTooLong(let range): "'\(range)' is too long a range."
    case .rangeBackwards(let range): "'\(range)' runs backwards."
    case .noPath(let path): "'\(path)' names no file."
    case .noFormat(let path): "'\(path)' does not end as a kind of file does that can be written."
    case .openQuotation: "The quotation that begins here has no end."
    case .danglingBackslash: "The backslash at the end of the line has nothing to stand before."
    }
  }

  /// What to write instead, where there is no guess.
  fileprivate var advice: String {
    switch self {
    case .noCommand: "Try: help"
    case .noSecondWord(_, _, let names), .noSecondWordYet(_, let names): "Write \(choice(names)) behind it."
    case .ambiguous: "Write a little more of it."
    case .missing(let kind, _), .wrong(_, let kind): "Write \(kind.writing)."
    case .tooSmall(_, let least): "The least is \(least)."
    case .tooLarge(_, let most): "The most is \(most)."
    case .tooMuch: "Leave it out."
    case .noOption(_, let verb): "Between quotation marks it would be a text. See: help \(verb)"
    case .repeatedOption, .excludedOption: "Leave one out."
    case .notThere(_, let kind): "See: \(kind.list ?? "help")"
    case .rangeTooLong: "Write at most \(grouped(Arguments.longestRange)) numbers."
    case .rangeBackwards: "Write the smaller number first."
    case .noPath: "Write the name of a file."
    case .noFormat: "Write one that ends in .md, .html or .json."
    case .openQuotation: "Write another quotation mark behind the text, or \\\" for the mark itself."
    case .danglingBackslash: "Write \\\\ for the character itself."
    }
  }
}

/// Several texts of which one can be chosen: `a, b or c`.
func choice(_ texts: [String]) -> String {
  guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
  return texts.dropLast().joined(separator: ", ") + " or " + last
}
