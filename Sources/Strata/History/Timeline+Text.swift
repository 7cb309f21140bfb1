extension Timeline: CustomStringConvertible {
  /// The tree as text: a line per moment, branches set in under the moment that they leave from, the line itself
  /// at the margin.
  ///
  ///     0  Start
  ///     1  Add Todo
  ///       2  Rename Todo
  ///     3  Complete Todo  ← present
  public var description: String {
    lines.joined(separator: "\n")
  }

  /// The lines of the description.
  public var lines: [String] {
    var lines: [String] = []
    // A stack of its own: a history may be deeper than the thread's.
    var rest = [(id: oldestID, indent: 0)]
    while let (id, indent) = rest.popLast() {
      lines.append(String(repeating: "  ", count: indent) + text(of: id))
      let children = branches(after: id)
      let main = isOnWholeLine(id) ? successor(of: id) : children.first?.id
      if let main { rest.append((main, indent)) }
      for child in children where child.id != main { rest.append((child.id, indent + 1)) }
    }
    return lines
  }

  /// Whether redoing and undoing again and again passes a moment.
  private func isOnWholeLine(_ id: Moment.ID) -> Bool {
    isOnLine(id) || tree.ancestor(of: id, at: tree.depth(lineEnd)) == lineEnd
  }

  private func text(of id: Moment.ID) -> String {
    let marks = (id == presentID ? ["present"] : []) + (id == savedID ? ["saved"] : [])
    let mark = marks.isEmpty ? "" : "  ← " + marks.joined(separator: ", ")
    return "\(id)  \(words(of: id).label)\(mark)"
  }
}
