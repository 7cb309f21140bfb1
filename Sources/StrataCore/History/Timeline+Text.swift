extension Moment {
  /// The author, the origin and the note of the step, in a few words: `by agent, takes back 12`; nil where the app's user
  /// sent the step without a note.
  public var remark: String? {
    let words = [
      author == .user ? nil : "by \(author)", origin.story, note.map { "\($0)" },
    ].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Moment.Origin {
  /// How the step came about, in a few words: `takes back 12`; nil where it was sent.
  package var story: String? {
    func list(_ switches: [StepSwitch]) -> String {
      Set(switches.map(\.moment)).sorted().map(\.description).joined(separator: ", ")
    }
    switch self {
    case .sent: return nil
    case .external: return "from outside"
    case .merge(let tip): return "merges \(tip)"
    case .undo(let switches), .redo(let switches), .switched(let switches):
      if switches.isEmpty { return nil }
      if switches.allSatisfy(\.isOn) { return "brings back \(list(switches))" }
      return "takes \(switches.contains { $0.change != nil } ? "from" : "back") \(list(switches))"
    }
  }
}

extension Timeline: CustomStringConvertible {
  /// The tree as text: a line per moment, branches set in under the moment that they leave from, the line itself
  /// at the margin.
  ///
  ///     0  Start
  ///     1  Add Todo
  ///       2  Rename Todo
  ///     3  Complete Todo  (by agent)  ← present
  public var description: String {
    lines.joined(separator: "\n")
  }

  /// The lines of the description.
  package var lines: [String] {
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
    let moment = moment(id)
    var marks = (id == presentID ? ["present"] : []) + (id == savedID ? ["saved"] : [])
    if let name = moment.checkpoint { marks.append("\"\(name)\"") }
    let mark = marks.isEmpty ? "" : "  ← " + marks.joined(separator: ", ")
    return "\(id)  \(moment.label)\(moment.remark.map { "  (\($0))" } ?? "")\(mark)"
  }
}
