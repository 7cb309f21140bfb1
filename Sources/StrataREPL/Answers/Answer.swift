import Strata
import Workspace

/// What a command answers, before it is written as text or as JSON.
enum Answer {
  /// A line that asked for nothing.
  case nothing
  /// A page; nil where the journal has none yet.
  case page(JournalPage?)
  /// A note with its lines.
  case note(Note)
  /// What a search found.
  case found(SearchResult)
  /// Things of one kind, under the name of their list.
  case things(String, [Thing])
  /// A change was made.
  case changed(WorkspaceChange)
  /// The moments, or so many of the last lines of them.
  case history(HistoryView)
  case branches([Branch])
  /// What was done, with numbers from 1.
  case review(ReviewView)
  case differences(Differences)
  case memory(MemoryReport)
  /// A text that was asked for as it is: an export.
  case text(String)
  /// The document, in JSON.
  case document([UInt8])
  /// Something was done that only a sentence can tell.
  case done(String)
  case help([(title: String, verbs: [Verb])])
}

/// What two moments of the document differ in.
struct Differences {
  var from: Moment
  var to: Moment
  /// The things that came, went or changed.
  var change: WorkspaceChange
  /// The same, by the places where it happened.
  let changes: () throws(PatchError) -> [PatchChange]
}
