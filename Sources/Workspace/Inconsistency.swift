/// What was read cannot be in a workspace.
public struct Inconsistency: Error, Equatable, CustomStringConvertible {
  /// A sentence for a person.
  public let description: String
}

/// Refuses what was read when something was found that cannot be in it.
func require(_ inconsistency: String?) throws(Inconsistency) {
  if let inconsistency { throw Inconsistency(description: inconsistency) }
}
