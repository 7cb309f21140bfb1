/// A way from the present moment to another one.
package enum Movement: Hashable, Sendable {
  /// One step along the line: undo or redo.
  case step(HistorySide)
  /// Straight to a moment, wherever it is.
  case jump(Moment.ID)

  /// Whether it is undo or redo.
  var isStep: Bool { if case .step = self { true } else { false } }
}

/// A direction in time: undo and redo are one movement with a side.
package enum HistorySide: Hashable, Sendable {
  /// Towards older moments: undo.
  case back
  /// Towards newer moments: redo.
  case forward
}
