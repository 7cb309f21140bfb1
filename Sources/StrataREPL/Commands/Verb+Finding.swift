extension Verb {
  /// Finds the command that a line begins with: by its name, or by as much of it as no other name begins with.
  static func named(_ line: [Word]) throws(Misunderstood) -> Verb {
    let first = line[0]
    let found = narrowed(all, by: first.text, at: 0)
    let names = unique(found.map { $0.words[0] })
    guard let name = names.first else {
      let written = line.prefix(2).map(\.text).joined(separator: " ")
      let whole = near(written, among: all.filter { $0.words.count > 1 }.map(\.name))
      let guesses = whole.isEmpty ? near(first.text, among: unique(all.map { $0.words[0] })) : whole
      throw Misunderstood(.noCommand(first.text), first, guesses: guesses)
    }
    guard names.count == 1 else { throw Misunderstood(.ambiguous(first.text, names), first) }
    let alone = found.first { $0.words.count == 1 }
    guard line.count > 1 else {
      if let alone { return alone }
      throw Misunderstood(.noSecondWordYet(behind: name, found.compactMap { $0.words.last }), first)
    }
    let longer = found.filter { $0.words.count > 1 }
    guard let alone, !alone.form.isEmpty || longer.isEmpty else {
      return try second(longer, of: name, line[1])
    }
    let inner = narrowed(found, by: line[1].text, at: 1)
    return inner.count == 1 && !line[1].isQuoted ? inner[0] : alone
  }

  /// The words that a line can go on with where the last word of a name has been begun.
  static func names(behind words: [String], beginningWith begun: String) -> [String] {
    let fitting = all.filter { verb in
      verb.words.count > words.count && zip(verb.words, words).allSatisfy { $0.hasPrefix($1) }
        && verb.words[words.count].hasPrefix(begun)
    }
    return unique(fitting.map { $0.words[words.count] })
  }

  private static func second(_ found: [Verb], of name: String, _ word: Word) throws(Misunderstood) -> Verb {
    let verbs = narrowed(found, by: word.text, at: 1)
    if verbs.count == 1, let verb = verbs.first { return verb }
    guard verbs.isEmpty else {
      throw Misunderstood(.ambiguous(word.text, verbs.map { $0.words[1] }), word)
    }
    let seconds = found.map { $0.words[1] }
    let guesses = near(word.text, among: seconds).map { "\(name) \($0)" }
    throw Misunderstood(.noSecondWord(word.text, behind: name, seconds), word, guesses: guesses)
  }

  /// The verbs whose word at a place is the given one, or else begins with it.
  private static func narrowed(_ verbs: [Verb], by word: String, at place: Int) -> [Verb] {
    let verbs = verbs.filter { place < $0.words.count }
    let exact = verbs.filter { $0.words[place] == word }
    return exact.isEmpty ? verbs.filter { $0.words[place].hasPrefix(word) } : exact
  }
}
