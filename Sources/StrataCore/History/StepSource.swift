/// Where the steps of a history are that are not in memory: a log.
package protocol StepSource: AnyObject, Sendable {
  /// Reads one step.
  ///
  /// - Parameter places: Where it stands; a step that was added to stands in several places, in order.
  /// - Returns: The change of the part, and the companions on both of its sides; see
  ///   ``DomainSnapshot/companions(before:after:)``.
  func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?)

  /// Reads of one step what it changed, and leaves what goes beside the part where it is.
  func patch(at places: [UInt64]) throws(PatchError) -> Patch

  /// Reads of one step what goes beside the part, and leaves the change where it is, however large.
  func companions(at places: [UInt64]) throws(PatchError) -> DomainSnapshot?

  /// The change of the part by one of the places of a step as it is written there, a node of a patch in JSON; empty where
  /// nothing changed.
  ///
  /// - Returns: Nil where it is not written as it would be today: then it is to be read as a ``step(at:)``.
  func change(writtenAt place: UInt64) throws(PatchError) -> ArraySlice<UInt8>?

  /// How many bytes a step takes there.
  func bytes(at places: [UInt64]) -> Int
}

extension StepSource {
  package func patch(at places: [UInt64]) throws(PatchError) -> Patch { try step(at: places).patch }
  package func change(writtenAt place: UInt64) throws(PatchError) -> ArraySlice<UInt8>? { nil }
  package func bytes(at places: [UInt64]) -> Int { 0 }
}

/// A step that is not in memory.
struct WrittenStep {
  /// Where it stands; see ``StepSource/step(at:)``.
  let places: [UInt64]
  let source: any StepSource
}

extension AnyValueShape {
  /// Takes steps that stand elsewhere, in one way or the other.
  ///
  /// What is written there is applied where it lies: of an import that is undone nothing but the keys is looked at; and of
  /// many small steps each record on the way is gone into once.
  ///
  /// - Parameters:
  ///   - steps: In the order in which they are gone.
  ///   - isCareful: Whether each is read as a patch first, which knows of other types and names that the app had.
  func take(
    _ direction: PackedDirection,
    _ steps: [WrittenStep],
    to value: UnsafeMutableRawPointer,
    carefully isCareful: Bool
  ) throws(PatchError) {
    var gathered = WrittenChanges()
    for step in steps {
      for place in direction == .forward ? step.places : step.places.reversed() {
        if !isCareful, let json = try step.source.change(writtenAt: place) {
          if gathered.isFull(with: json) {
            try apply(direction, gathered, to: value)
            gathered = WrittenChanges()
          }
          gathered.append(json)
          continue
        }
        try apply(direction, gathered, to: value)
        gathered = WrittenChanges()
        guard let root = try step.source.step(at: [place]).patch.root else { continue }
        try apply(direction == .forward ? root : root.inverted, to: value, .known)
      }
    }
    try apply(direction, gathered, to: value)
  }
}
