/// Where the steps of a history are that are not in memory: a log.
package protocol StepSource: AnyObject, Sendable {
  /// Reads one step.
  ///
  /// - Parameter places: Where it stands; a step that was added to stands in several places, in order.
  /// - Returns: The change of the part, and the companions on both of its sides; see
  ///   ``AnySnapshot/companions(before:after:)``.
  func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?)

  /// Reads of one step what goes beside the part, and leaves the change where it is, however large.
  func companions(at places: [UInt64]) throws(PatchError) -> AnySnapshot?

  /// The change of the part by one of the places of a step as it is written there, a node of a patch in JSON; empty where
  /// nothing changed.
  ///
  /// - Returns: Nil where it is not written as it would be today: then it is to be read as a ``step(at:)``.
  func change(writtenAt place: UInt64) throws(PatchError) -> ArraySlice<UInt8>?

  /// How many bytes a step takes there.
  func bytes(at places: [UInt64]) -> Int
}

extension StepSource {
  package func change(writtenAt place: UInt64) throws(PatchError) -> ArraySlice<UInt8>? { nil }
  package func bytes(at places: [UInt64]) -> Int { 0 }
}

extension AnyValueShape {
  /// Takes a step that stands elsewhere, in one way or the other.
  ///
  /// What is written there is applied where it lies: of an import that is undone nothing but the keys is looked at.
  ///
  /// - Parameter isCareful: Whether it is read as a patch first, which knows of other types and names that the app had.
  func take(
    _ direction: PackedDirection,
    _ places: [UInt64],
    of source: any StepSource,
    to value: UnsafeMutableRawPointer,
    carefully isCareful: Bool
  ) throws(PatchError) {
    for place in direction == .forward ? places : places.reversed() {
      if !isCareful, let json = try source.change(writtenAt: place),
        try apply(direction, json: json, to: value)
      {
        continue
      }
      guard let root = try source.step(at: [place]).patch.root else { continue }
      try apply(direction == .forward ? root : root.inverted, to: value, .known)
    }
  }
}
