/// The texts that are a slip or two away from what was written, those with the fewest slips.
func near(_ written: String, among texts: [String]) -> [String] {
  let distances = unique(texts).map { text in
    let slips = written.isEmpty ? .max : slips(from: written.lowercased(), to: text.lowercased())
    return (text, slips <= (text.count > 4 ? 2 : 1) ? slips : .max)
  }
  let least = distances.map(\.1).min() ?? .max
  return least == .max ? [] : distances.filter { $0.1 == least }.prefix(3).map(\.0)
}

/// The texts in their order, each once.
func unique(_ texts: [String]) -> [String] {
  var seen = Set<String>()
  return texts.filter { seen.insert($0).inserted }
}

/// How many letters have to be put in, left out, replaced or exchanged with their neighbour; names that differ
/// much in length are a long way from each other.
private func slips(from written: String, to name: String) -> Int {
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
