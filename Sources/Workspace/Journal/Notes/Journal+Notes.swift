extension Journal {
  mutating func reduce(_ action: Note.Action, in session: inout Session) throws {
    switch action {
    case .add(let text, let now): try addNote(text, at: now, in: &session)
    case .edit(let id, let text):
      try Self.requireText(text, or: .emptyNote)
      try changeNote(id) { $0.text = text }
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
    noteRows.insert(Note(id: try session.ids.next(), time: now.stamped(on: page), text: text))
  }

  private mutating func changeNote(_ id: Int, _ change: (inout Note) -> Void) throws(JournalError) {
    guard noteRows.update(id, change) else { throw .noNote(id) }
  }
}
