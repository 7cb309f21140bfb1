/// A direction in time: undo and redo are one movement with a side.
package enum HistorySide: Hashable, Sendable {
  /// Towards older moments: undo.
  case back
  /// Towards newer moments: redo.
  case forward
}
