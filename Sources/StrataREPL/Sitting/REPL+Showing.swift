import Strata
import StrataStorage
import Workspace

extension REPL {
  /// What a note says, before it is edited; nothing for one that is to be made.
  ///
  /// - Throws: `JournalError` where there is no such note, or no page for a new one; and what refuses all changes.
  func textOfNote(_ id: Int?) throws -> String {
    let journal = store.state.document.journal
    if opened.isReadOnly { throw LogError.readOnly(path: opened.path) }
    guard let id else {
      if journal.pages.isEmpty { throw JournalError.noPage }
      return ""
    }
    guard let note = journal.notes[id] else { throw JournalError.noNote(id) }
    return String(note.text)
  }

  /// What a view shows of the workspace, or of its history.
  func shown(_ view: Command.View) throws -> Answer {
    if case .exported(let format) = view {
      let bytes = try exported(format, as: "Exporting").bytes
      return format == .json ? .document(bytes) : .text(String(decoding: bytes, as: UTF8.self))
    }
    if let answer = try Answer(view, of: state) { return answer }
    return switch view {
    case .history(let count): .history(history(last: count))
    case .branches: .branches(Branch.all(of: store.timeline))
    case .differences(let from, let to): .differences(try differences(from: from, to: to))
    case .memory: .memory(MemoryReport(of: store))
    case .page, .note, .search, .future, .categories, .bundles, .canvas, .people, .exported,
      .help:
      .nothing
    }
  }
}
