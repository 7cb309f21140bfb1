extension Verb {
  /// Finds the command that a line begins with: by its name, or by as much of it as no other name begins with.
  static func named(_ line: [String]) throws(Misunderstood) -> Verb {
    var found = narrowed(all, by: line[0], at: 0)
    if found.contains(where: { $0.words.count > 1 }), let second = line.dropFirst().first {
      let inner = narrowed(found, by: second, at: 1)
      found = inner.isEmpty ? found.filter { $0.words.count == 1 } : inner
    }
    let wanted = line.prefix(found.first?.words.count ?? 1).joined(separator: " ")
    if found.count == 1, let verb = found.first, line.count >= verb.words.count { return verb }
    guard found.isEmpty else { throw .ambiguous(wanted, found.map(\.name)) }
    throw .unknown(line.prefix(2).joined(separator: " "), near: near(line))
  }

  /// The words that can stand where the last word of a line has been begun: of the commands' names.
  static func completions(of line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let isNew = line.isEmpty || line.hasSuffix(" ")
    let (before, begun) = isNew ? (words, "") : (words.dropLast(), words.last ?? "")
    let fitting = all.filter { verb in
      verb.words.count > before.count && zip(verb.words, before).allSatisfy(==)
        && verb.words[before.count].hasPrefix(begun)
    }
    var seen = Set<String>()
    return fitting.map { $0.words[before.count] }.filter { seen.insert($0).inserted }
  }

  /// The verbs whose word at a place is the given one, or else begins with it.
  private static func narrowed(_ verbs: [Verb], by word: String, at place: Int) -> [Verb] {
    let verbs = verbs.filter { place < $0.words.count }
    let exact = verbs.filter { $0.words[place] == word }
    return exact.isEmpty ? verbs.filter { $0.words[place].hasPrefix(word) } : exact
  }

  /// The names that are a slip or two away from what was written, those with the fewest.
  private static func near(_ line: [String]) -> [String] {
    let distances = all.map { verb in
      let written = line.prefix(verb.words.count).joined(separator: " ")
      let slips = written.isEmpty ? .max : slips(from: written, to: verb.name)
      return (verb.name, slips <= (verb.name.count > 4 ? 2 : 1) ? slips : .max)
    }
    let least = distances.map(\.1).min() ?? .max
    return least == .max ? [] : distances.filter { $0.1 == least }.prefix(3).map(\.0)
  }

  /// How many letters have to be put in, left out, replaced or exchanged with their neighbour; names that differ
  /// much in length are a long way from each other.
  private static func slips(from written: String, to name: String) -> Int {
    let (written, name) = (Array(written), Array(name))
    guard abs(written.count - name.count) <= 2 else { return .max }
    // For every beginning of the name, the slips from what was written up to one letter, and to the one before it.
    var (last, row) = ([Int](), Array(0...name.count))
    for (index, letter) in written.enumerated() {
      var next = [index + 1]
      for (column, other) in name.enumerated() {
        var slips = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, letter == name[column - 1], written[index - 1] == other {
          slips = min(slips, last[column - 1] + 1)
        }
        next.append(slips)
      }
      (last, row) = (row, next)
    }
    return row[name.count]
  }
}
