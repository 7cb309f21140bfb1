import Workspace

extension SearchResult {
  /// A line for each, with its day, and one that says how to see the rest.
  func text(_ style: Style) -> [String] {
    guard count > 0 else { return ["Nothing has all of these words in it."] }
    let lines = columns(
      things.map { ($0.thing.id, "\(style.faint("\($0.day)"))  \($0.thing.text(style))") },
      style
    )
    let rest = count - things.count
    guard rest > 0 else { return lines }
    let option = isPending ? " --pending" : ""
    return lines + ["  … and \(grouped(rest)) older. See: search \(quoted(words))\(option) --all"]
  }
}
