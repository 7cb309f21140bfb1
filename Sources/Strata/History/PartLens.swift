/// A look at one part of a state: whether it changed. Knows nothing of what it was earlier.
protocol PartLens<State>: Sendable {
  associatedtype State

  /// Whether the part is the same in both states.
  func isUnchanged(from before: State, to after: State) -> Bool
}

/// The part of a state at a key path.
struct KeyPathLens<State, Part: Equatable>: PartLens {
  let path: WritableKeyPath<State, Part> & Sendable

  func isUnchanged(from before: State, to after: State) -> Bool {
    before[keyPath: path] == after[keyPath: path]
  }
}
