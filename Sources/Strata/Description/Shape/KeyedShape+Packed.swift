// How the entries of a map are changed as packed steps say.

extension KeyedShape {
  /// Changes the entries that packed nodes are about, each once; false where each node has to have its turn.
  func applyEntries(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to map: UnsafeMutableRawPointer
  ) throws(PatchError) -> Bool {
    let keysAreTexts = Map.Key.self == String.self
    let entries = try PackedEntries(
      nodes,
      direction,
      of: &packed,
      haveTwins: hasTwins,
      keysAreTexts: keysAreTexts
    )
    guard let entries else { return false }
    let end = packed.position
    let (keys, values) = (keys.shape(of: Map.Key.self), values.shape(of: Map.Value.self))
    let key = UnsafeMutablePointer<Map.Key>.allocate(capacity: 1)
    defer { key.deallocate() }
    try entries.forEach { entry throws(PatchError) in
      packed.position = entry.key
      do throws(PatchError) {
        try keys.read(&packed, toEmpty: key)
        defer { key.deinitialize(count: 1) }
        if entry.goes || entry.comes != nil {
          try replace(entry, at: key.pointee, direction, values, of: &packed, in: map)
        } else {
          var failure: PatchError?
          walks.changeValue(map, key.pointee) { value in
            do throws(PatchError) {
              guard let value else { throw PatchError(.nothingThere) }
              try values.change(direction, entry.nodes, of: &packed, at: value)
            } catch {
              failure = error
            }
          }
          if let failure { throw failure }
        }
      } catch {
        packed.position = entry.key
        throw error.inside(.key(try packed.value()))
      }
    }
    packed.position = end
    return true
  }

  /// Lets an entry go or come.
  private func replace(
    _ entry: PackedEntries.Outcome,
    at key: Map.Key,
    _ direction: PackedDirection,
    _ values: ValueShape<Map.Value>,
    of packed: inout PackedReader,
    in map: UnsafeMutableRawPointer
  ) throws(PatchError) {
    guard let comes = entry.comes else { return walks.change(map, key) { $0.pointee = nil } }
    packed.position = comes
    var new = try values.make(from: try packed.value())
    if !entry.nodes.isEmpty {
      try withUnsafeMutablePointer(to: &new) { new throws(PatchError) in
        try values.change(direction, entry.nodes, of: &packed, at: UnsafeMutableRawPointer(new))
      }
    }
    // What goes makes room for what comes: both keys may be equal and only be written differently.
    if entry.goes && hasTwins { walks.change(map, key) { $0.pointee = nil } }
    walks.change(map, key) { $0.pointee = new }
  }
}

extension AnyValueShape {
  /// Changes a value as one or several nodes say.
  @inline(__always)
  fileprivate final func change(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    at value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    if nodes.count == 1 {
      packed.position = nodes[0]
      try apply(direction, &packed, to: value)
    } else {
      try apply(direction, nodes, of: &packed, to: value)
    }
  }
}
