/// A way from the present moment to another one.
package enum Movement: Hashable, Sendable {
  /// One step along the line: undo or redo.
  case step(HistorySide)
  /// Straight to a moment, wherever it is.
  case jump(Moment.ID)
}
