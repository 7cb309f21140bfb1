import PersistentCollections

extension KeyedShape {
  /// Lets keys and values repair or refuse what they are made of.
  func repair(_ value: MutableValuePlace) throws(PatchError) {
    try Nesting.enter()
    defer { Nesting.leave() }
    let (keyShape, shape) = (keys.shape(of: Map.Key.self), values.shape(of: Map.Value.self))
    guard keyShape.hasRules || shape.hasRules else { return }
    var repaired: [(key: Map.Key, newKey: Map.Key?, value: Map.Value)] = []
    try walks.entries.forEach(value.reading) { place throws(PatchError) in
      do throws(PatchError) {
        let key = try keyShape.repaired(place.key.pointee)
        let value = try shape.repaired(place.value.pointee)
        if key == nil && value == nil { return }
        repaired.append((place.key.pointee, key, value ?? place.value.pointee))
      } catch {
        throw error.inside((try? keyShape.plain(ValuePlace(place.key))).map { .key($0) })
      }
    }
    // Entries are removed before others are inserted, since keys may change places.
    for entry in repaired where entry.newKey != nil { try walks.change(value, entry.key) { $0 = nil } }
    for entry in repaired {
      try walks.change(value, entry.newKey ?? entry.key) { value throws(PatchError) in
        if entry.newKey != nil, value != nil {
          let reason = "its rule makes it one that is there already"
          throw PatchError(.refused(type: "\(Map.Key.self)", reason: reason))
            .inside((try? keyShape.plain(of: entry.key)).map { .key($0) })
        }
        value = entry.value
      }
    }
  }
}
