/// Why a store did not do what it was asked to do; nothing has changed.
public enum StoreError: Error, Equatable, Sendable {
  /// A reducer used the store that was running it.
  case busy
  /// An undo at the beginning of the history.
  case nothingToUndo
  /// A redo with no undone step in front.
  case nothingToRedo
}

extension StoreError: CustomStringConvertible {
  /// A sentence for a person, with what to do next where something can be done.
  public var description: String {
    switch self {
    case .busy:
      "A reducer used the store that was running it. Let it change its own value instead, and send after it."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    }
  }
}
