import Strata

extension Note {
  /// What can happen to notes.
  public enum Action: Equatable, Sendable {
    /// A note is made on the page in view.
    case add(String, at: WallTime)
    /// A note says something else; typing is one step until there is a pause.
    case edit(id: Int, String)
    /// A note was made at another time, and goes to that day's page.
    case retime(id: Int, WallTime)
    /// Notes are deleted.
    case delete(IDSet)

    var recording: Recording {
      switch self {
      case .add: .step("Add Note")
      case .edit(let id, _): .gesture("Edit Note", on: "note \(id)")
      case .retime: .step("Change Note's Time")
      case .delete(let ids): .step(label("Delete", ids.count, "Note", "Notes"))
      }
    }
  }
}
