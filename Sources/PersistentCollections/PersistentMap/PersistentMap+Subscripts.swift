extension PersistentMap {
  /// Accesses the value of a key; nil stands for no value.
  ///
  /// A value that is changed through the subscript, as in `map[key]?.append(1)`, is changed where it lies: it is
  /// not copied unless there is a copy of it.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and those that are shared are copied when setting; at most
  ///   22 nodes whatever the map's size, plus one comparison for every key of the same hash.
  @inlinable
  public subscript(key: Key) -> Value? {
    get { tree.withValue(of: key) { $0?.pointee } }
    set {
      if let newValue {
        _ = tree.update(key, to: newValue)
      } else {
        _ = tree.remove(key)
      }
    }
    _modify {
      let hash = key.treeHash
      guard let found = tree.locate(key, hash: hash, inserting: nil) else {
        var value: Value?
        defer { if let value { _ = tree.update(key, to: value) } }
        yield &value
        return
      }
      // The place is ours alone until this access ends: its nodes are referenced once, by this variable. While
      // the caller works on the value its place is empty. The key may be changed meanwhile, so it is not looked for
      // again: what was found here is put back, or removed, here.
      let place = found.value
      var value: Value? = place.move()
      defer {
        if let value {
          place.initialize(to: value)
        } else {
          _ = tree.remove(PlaceGuide(hash: hash, index: found.index), isVacated: true)
        }
      }
      yield &value
    }
  }

  /// Accesses the value of a key, or a default where the key is not there.
  ///
  ///     counts[word, default: 0] += 1
  ///
  /// Changing the value inserts the key. It happens where the value lies, without a copy.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared when setting.
  @inlinable
  public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { tree.withValue(of: key) { $0?.pointee } ?? defaultValue() }
    set { _ = tree.update(key, to: newValue) }
    _modify {
      if let found = tree.locate(key, hash: key.treeHash, inserting: nil) {
        yield &found.value.pointee
      } else {
        var value = defaultValue()
        defer { _ = tree.update(key, to: value) }
        yield &value
      }
    }
  }
}
