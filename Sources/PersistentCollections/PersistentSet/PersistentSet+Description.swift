extension PersistentSet: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements as they are written in a literal.
  public var description: String { Array(self).description }

  /// The elements as they are written in a literal, and that they are those of a set.
  public var debugDescription: String { "PersistentSet(\(description))" }
}

extension PersistentSet: CustomReflectable {
  /// The elements, as a debugger shows those of a set.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .set)
  }
}
