import PersistentCollections

extension Journal {
  mutating func reduce(_ action: Note.Action, in session: inout Session) throws {
    switch action {
    case .add(let text, let now): try addNote(text, at: now, in: &session)
    case .edit(let id, let text): try changeText(of: id) { $0.edit(to: text) }
    case .editLine(let id, let number, let text):
      try changeText(of: id) { note throws(JournalError) in
        note.replaceSubrange(try Self.line(number, of: id, in: note), with: text)
      }
    case .append(let id, let text): try changeText(of: id) { $0.append(contentsOf: "\n" + text) }
    case .removeLine(let id, let number):
      try changeText(of: id) { note throws(JournalError) in
        var range = try Self.line(number, of: id, in: note)
        // What parts it from a neighbour goes with it: from the next line, or else from the one before.
        if number < note.lines.count {
          range = range.lowerBound..<note.lines.start(at: number)
        } else if number > 1 {
          range = note.lines.range(at: number - 2).upperBound..<range.upperBound
        }
        note.removeSubrange(range)
      }
    case .retime(let id, let time):
      guard hasPage(of: time.day) else { throw JournalError.noSuchPage(time.day) }
      try changeNote(id) { $0.time = time }
    case .delete(let ids):
      var next = noteRows
      for id in ids where next.remove(id) == nil { throw JournalError.noNote(id) }
      noteRows = next
    }
  }

  private mutating func addNote(_ text: String, at now: WallTime, in session: inout Session) throws {
    try Self.requireText(text, or: .emptyNote)
    guard let page = pageInView(session.page) else { throw JournalError.noPage }
    noteRows.insert(Note(id: try session.ids.next(), time: now.stamped(on: page), text: PersistentText(text)))
  }

  private mutating func changeText(
    of id: Int,
    _ change: (inout PersistentText) throws(JournalError) -> Void
  ) throws(JournalError) {
    try changeNote(id) { note throws(JournalError) in
      try change(&note.text)
      try Self.requireText(note.text, or: .emptyNote)
    }
  }

  private mutating func changeNote(
    _ id: Int,
    _ change: (inout Note) throws(JournalError) -> Void
  ) throws(JournalError) {
    guard try noteRows.update(id, change) else { throw .noNote(id) }
  }

  /// Where a line of a note is, counted from one.
  private static func line(
    _ number: Int,
    of id: Int,
    in text: PersistentText
  ) throws(JournalError) -> Range<PersistentText.Index> {
    let count = text.lines.count
    guard (1...count).contains(number) else { throw .noLine(number, note: id, of: count) }
    return text.lines.range(at: number - 1)
  }
}
