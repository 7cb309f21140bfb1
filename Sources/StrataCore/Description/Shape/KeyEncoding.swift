/// How the keys of a map, or the members of a set, are told: those that could not be found again are refused.
struct KeyEncoding<Key: DescribedValue & Hashable> {
  private let shape: ValueShape<Key>
  /// Whether it is the app that says which keys are equal, and in which order they are.
  private let areOwn: Bool
  /// Whether a key may not be equal to what is read of it.
  private let mayBeStrange: Bool

  /// - Parameter wereShown: Whether such keys were told before, and were found then.
  init(_ shape: ValueShape<Key>, wereShown: Bool = false) {
    self.shape = shape
    areOwn = !wereShown && shape.form == nil && !(Key.self is any TrustedLeaf.Type)
    mayBeStrange = areOwn || shape.mayDifferInside
  }

  /// A key without its type.
  ///
  /// - Throws: `PatchError.unwritable` for one that is not equal to what is read of it, as a number that is none.
  func plain(_ key: UnsafePointer<Key>) throws(PatchError) -> PlainValue {
    let plain = try shape.plain(ValuePlace(key))
    guard mayBeStrange, try shape.make(from: plain) != key.pointee else { return plain }
    throw strange(
      plain,
      "is not equal to what is read of it, and could not be found again as a key or member"
    )
  }

  /// A key of a collection without its type.
  ///
  /// - Parameter isThere: Whether the collection finds the key.
  /// - Throws: `PatchError.unwritable` for one that could not be found again, and for one that is not found now.
  func plain(_ key: UnsafePointer<Key>, _ isThere: (Key) -> Bool) throws(PatchError) -> PlainValue {
    let plain = try plain(key)
    guard areOwn, !isThere(key.pointee) else { return plain }
    throw strange(plain, "is not found where it is a key or member: let ==, hash(into:) and < agree")
  }

  /// Sees to it that keys in order are each there once.
  func checkAreOnce(_ keys: some Sequence<PlainValue>) throws(PatchError) {
    guard areOwn else { return }
    var last: PlainValue?
    for key in keys {
      if key == last {
        throw strange(key, "is there twice as a key or member: let ==, hash(into:) and < agree")
      }
      last = key
    }
  }

  private func strange(_ plain: PlainValue, _ reason: String) -> PatchError {
    PatchError(.unwritable(reason: "\(Key.self) \(plain) \(reason)"))
  }
}

extension ValueShape where Value: Hashable {
  /// Sees to it that a key or member that was read can be found again.
  func checkIsFound(_ key: Value) throws(PatchError) {
    guard form == nil || mayDifferInside, key != key else { return }
    let reason = "it is not equal to itself, and could not be found again as a key or member"
    throw PatchError(.unmakeable(type: "\(Value.self)", reason: reason))
  }
}
