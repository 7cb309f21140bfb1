import Workspace

extension SearchResult {
  /// A row for each, with its day, and one that says how to see the rest.
  func rows(_ style: Style) -> Rows {
    guard count > 0 else { return Rows(["Nothing has all of these words in it."]) }
    let width = String(things.largestID ?? 0).count
    let rest = count - things.count
    return Rows(count: things.count + (rest > 0 ? 1 : 0), inPiecesOf: 1000) { range in
      let lines = things[range.clamped(to: things.indices)].map { found in
        let (id, day) = (style.faint(padded(String(found.id), width)), style.faint(found.day.description))
        return "  \(id)  \(day)  \(found.thing.text(style))"
      }
      return range.upperBound > things.count ? lines + [more(rest)] : lines
    }
  }

  private func more(_ rest: Int) -> String {
    let option = isPending ? " --pending" : ""
    return "  … and \(grouped(rest)) older. See: search \(quoted(words))\(option) --all"
  }
}

extension Found {
  fileprivate var id: Int {
    switch self {
    case .todo(let todo): todo.id
    case .note(let note): note.id
    }
  }
}
