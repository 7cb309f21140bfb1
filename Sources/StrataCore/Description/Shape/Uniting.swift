// Members of a set, and keys of a map, that only a field told apart which the description has removed: in a file they are
// two, and in the state they are one. The last one stays.

extension JSONReader {
  /// Takes note of a member or key that is equal to an earlier one, and takes its place.
  ///
  /// - Throws: `PatchError.Reason.alreadyThere` where nothing but damage makes two equal, and where it is to be refused.
  mutating func unite(_ shape: AnyValueShape) throws(PatchError) {
    guard let count = united, shape.reachable.contains(where: \.leavesOut) else {
      throw PatchError(equalKeys: ())
    }
    united = count + 1
  }
}
