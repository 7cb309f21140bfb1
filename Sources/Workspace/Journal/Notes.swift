import PersistentCollections
import Strata

/// A remark on a page, with a time.
public struct Note: Equatable, Identifiable, Sendable {
  /// The number that the person and the actions use as its name.
  public internal(set) var id: Int
  /// The time of the remark; the page of that day shows it.
  public internal(set) var time: WallTime
  /// The remark, on any number of lines.
  public internal(set) var text: PersistentText
}

extension Note: Described {
  /// Makes an empty remark.
  public init() { self.init(id: 0, time: .midnight(of: .first), text: "") }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<Note>) {
    field("id", \.id)
    field("time", \.time)
    field("text", \.text)
  }
}

extension Note {
  /// Everything that can happen to notes.
  public enum Action: Equatable, Sendable {
    /// Adds a note to the page in view.
    case add(String, at: WallTime)
    /// Replaces the text of a note; typing is one step until there is a pause.
    case edit(id: Int, String)
    /// Replaces a line of a note, counted from one; typing is one step until there is a pause.
    case editLine(id: Int, Int, String)
    /// Adds a line at the end of a note.
    case append(id: Int, String)
    /// Removes a line of a note, counted from one.
    case removeLine(id: Int, Int)
    /// Gives a note another time, and so the page of that day.
    case retime(id: Int, WallTime)
    /// Deletes notes.
    case delete(IDSet)

    var recording: Recording {
      switch self {
      case .add: .step("Add Note")
      case .edit(let id, _), .editLine(let id, _, _): .gesture("Edit Note", on: "note \(id)")
      case .append: .step("Add Line to Note")
      case .removeLine: .step("Remove Line of Note")
      case .retime: .step("Change Note's Time")
      case .delete(let ids): .step(label("Delete", ids.count, "Note", "Notes"))
      }
    }
  }
}

extension Journal {
  mutating func reduce(_ action: Note.Action, in session: inout Session) throws {
    switch action {
    case .add(let text, let now):
      try Self.requireText(text, or: .emptyNote)
      guard let page = pageInView(session.page) else { throw JournalError.noPage }
      let (id, time) = (try session.ids.next(), now.stamped(on: page))
      noteRows.insert(Note(id: id, time: time, text: PersistentText(text)))
    case .edit(let id, let text): try changeText(of: id) { $0.edit(to: text) }
    case .editLine(let id, let number, let text):
      try changeText(of: id) { note throws(JournalError) in
        note.replaceSubrange(try Self.line(number, of: id, in: note), with: text)
      }
    case .append(let id, let text): try changeText(of: id) { $0.append(contentsOf: "\n" + text) }
    case .removeLine(let id, let number):
      try changeText(of: id) { note throws(JournalError) in
        var range = try Self.line(number, of: id, in: note)
        // The line break behind the line goes with it, or the one before the last line.
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
    case .delete(let ids): try noteRows.remove(ids, orThrow: JournalError.noNote)
    }
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

  /// The range of a line in a note, counted from one.
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

/// The places of notes in the order of their times.
struct NoteIndex: RowIndex {
  /// All notes, by time.
  private(set) var byTime = IDsByRank<Note, WallTime>()

  init() {}

  init(of notes: some Sequence<Note>) { byTime = IDsByRank(Array(notes), by: \.time) }

  mutating func change(from old: Note?, to new: Note?) { byTime.change(from: old, to: new, by: \.time) }

  func addFootprint(to meter: inout FootprintMeter) { meter.add(byTime.places) }
}
