extension PersistentSortedMap {
  /// Accesses the value of a key; nil stands for no value.
  ///
  /// A value that is changed through the subscript, as in `map[key]?.append(1)`, is changed where it lies: it
  /// is not copied unless there is a copy of it.
  ///
  /// - Complexity: O(log *n*) keys are compared; setting copies the nodes on the way where they are shared.
  @inlinable
  public subscript(key: Key) -> Value? {
    get { withElement(of: key) { $0?.pointee.value } }
    set {
      if let newValue {
        updateValue(newValue, forKey: key)
      } else {
        removeValue(forKey: key)
      }
    }
    _modify {
      let (rank, isFound) = find(key)
      guard isFound else {
        var value: Value?
        defer { if let value { updateValue(value, forKey: key) } }
        yield &value
        return
      }
      // The place is ours alone until this access ends: its nodes are referenced once, by this variable.
      // While the caller works on the value its place is empty.
      let place = tree.unshare(at: rank)
      var (foundKey, value): (Key, Value?) = place.move()
      defer {
        if let value {
          place.initialize(to: (foundKey, value))
        } else {
          tree.removeVacated(at: rank)
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
  /// - Complexity: O(log *n*) keys are compared; setting copies the nodes on the way where they are shared.
  @inlinable
  public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { withElement(of: key) { $0?.pointee.value } ?? defaultValue() }
    set { updateValue(newValue, forKey: key) }
    _modify {
      let (rank, isFound) = find(key)
      if isFound {
        yield &tree.unshare(at: rank).pointee.value
      } else {
        var value = defaultValue()
        defer { updateValue(value, forKey: key) }
        yield &value
      }
    }
  }
}
