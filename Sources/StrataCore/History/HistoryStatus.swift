/// The facts about a history that menus and dirty dots show, and that no state contains.
public struct HistoryStatus: Hashable, Sendable {
  /// The number of changes that the store had made by then.
  public let revision: Int
  /// The label of the step that undo would take back; nil when there is none.
  public let undoLabel: String?
  /// The label of the step that redo would take; nil when there is none.
  public let redoLabel: String?
  /// Whether the present is another value than the one that was marked as saved; see ``Store/hasUnsavedChanges``.
  public private(set) var hasUnsavedChanges: Bool

  /// Whether there is a step to undo.
  public var canUndo: Bool { undoLabel != nil }

  /// Whether there is a step to redo.
  public var canRedo: Bool { redoLabel != nil }

  /// Whether a menu would look the same for both.
  func showsSame(as other: HistoryStatus) -> Bool {
    undoLabel == other.undoLabel && redoLabel == other.redoLabel
      && hasUnsavedChanges == other.hasUnsavedChanges
  }

  /// The same, where the present is as it was saved.
  var saved: HistoryStatus {
    var saved = self
    saved.hasUnsavedChanges = false
    return saved
  }

  /// It may run the app's code.
  init(revision: Int, _ timeline: Timeline) {
    self.revision = revision
    undoLabel = timeline.label(.back)
    redoLabel = timeline.label(.forward)
    hasUnsavedChanges = timeline.hasUnsavedChanges
  }
}
