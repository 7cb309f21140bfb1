/// How the keys of a map, or the members of a set, are told: those that could not be found again are refused.
struct KeyTelling<Key: DescribedValue & Hashable> {
  private let shape: ValueShape<Key>
  /// Whether a key may not be equal to what is read of it.
  private let mayBeStrange: Bool

  init(_ shape: ValueShape<Key>) {
    self.shape = shape
    mayBeStrange = shape.mayDifferInside
  }

  /// A key without its type.
  ///
  /// - Throws: `PatchError.unwritable` for one that is not equal to what is read of it, as a number that is none.
  func plain(_ key: UnsafePointer<Key>) throws(PatchError) -> PlainValue {
    let plain = try shape.plain(key)
    guard mayBeStrange, try shape.make(from: plain) != key.pointee else { return plain }
    let reason =
      "\(Key.self) \(plain) is not equal to what is read of it, and could not be found again as a key or member"
    throw PatchError(.unwritable(reason: reason))
  }
}

extension ValueShape where Value: Hashable {
  /// Sees to it that a key or member that was read can be found again.
  func checkIsFound(_ key: Value) throws(PatchError) {
    guard mayDifferInside, key != key else { return }
    let reason = "it is not equal to itself, and could not be found again as a key or member"
    throw PatchError(.unmakeable(type: "\(Value.self)", reason: reason))
  }
}
