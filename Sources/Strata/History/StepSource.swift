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
}
