import Strata

extension Note {
  /// What can happen to notes.
  public enum Action: Equatable, Sendable {
    /// A note is made on the page in view.
    case add(String, at: WallTime)
    /// A note says something else; typing is one step until there is a pause.
    case edit(id: Int, String)
    /// A line of a note, counted from one, says something else; typing is one step until there is a pause.
    case editLine(id: Int, Int, String)
    /// A note goes on with another line.
    case append(id: Int, String)
    /// A line of a note, counted from one, is removed.
    case removeLine(id: Int, Int)
    /// A note was made at another time, and goes to that day's page.
    case retime(id: Int, WallTime)
    /// Notes are deleted.
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
