// How the entries of a map are changed as packed steps say.

extension KeyedShape {
  /// Changes the entries that packed nodes are about, each once; false where each node has to have its turn.
  func applyEntries(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to map: MutableValuePlace
  ) throws(PatchError) -> Bool {
    let entries = try PackedEntries(
      nodes,
      direction,
      of: &packed,
      haveTwins: hasTwins,
      keysAreTexts: Map.Key.self == String.self
    )
    guard let entries else { return false }
    let end = packed.position
    let values = values.shape(of: Map.Value.self)
    try withKeys(of: entries, &packed) { keys, packed throws(PatchError) in
      // In the order in which they lie in the map, each of its nodes is come to once.
      let order = walks.place.map { place in Self.order(entries.count) { place(keys + $0) } }
      for index in 0..<entries.count {
        let number = order?[index] ?? index
        do throws(PatchError) {
          try entries.withOutcome(ofKey: number) { outcome throws(PatchError) in
            try apply(outcome, at: keys[number], direction, values, of: &packed, in: map)
          }
        } catch {
          packed.position = entries.place(ofKey: number)
          throw error.inside(.key(try packed.value()))
        }
      }
    }
    packed.position = end
    return true
  }

  /// Calls `body` with the keys, one after the other.
  private func withKeys(
    of entries: PackedEntries,
    _ packed: inout PackedReader,
    _ body: (UnsafeMutablePointer<Map.Key>, inout PackedReader) throws(PatchError) -> Void
  ) throws(PatchError) {
    let shape = keys.shape(of: Map.Key.self)
    let keys = UnsafeMutablePointer<Map.Key>.allocate(capacity: entries.count)
    var made = 0
    defer {
      keys.deinitialize(count: made)
      keys.deallocate()
    }
    while made < entries.count {
      packed.position = entries.place(ofKey: made)
      try shape.read(&packed, toEmpty: keys + made)
      made += 1
    }
    try body(keys, &packed)
  }

  /// Numbers in the order of their places, as far as the first bits of these tell: nearly so where they are spread evenly.
  private static func order(_ count: Int, _ place: (Int) -> UInt64) -> [Int] {
    let bits = UInt64(Int.bitWidth - min(count, 1 << 16).leadingZeroBitCount)
    let places = (0..<count).map { Int(truncatingIfNeeded: place($0) &>> (64 - bits)) }
    var starts = [Int](repeating: 0, count: 1 << Int(bits) + 1)
    for place in places { starts[place + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    var order = [Int](repeating: 0, count: count)
    for (number, place) in places.enumerated() {
      order[starts[place]] = number
      starts[place] += 1
    }
    return order
  }

  /// Lets an entry change, go or come.
  private func apply(
    _ outcome: PackedEntries.Outcome,
    at key: Map.Key,
    _ direction: PackedDirection,
    _ values: ValueShape<Map.Value>,
    of packed: inout PackedReader,
    in map: MutableValuePlace
  ) throws(PatchError) {
    if outcome.goes || outcome.comes != nil {
      return try replace(outcome, at: key, direction, values, of: &packed, in: map)
    }
    try walks.changeValue(map, key) { value throws(PatchError) in
      try values.change(direction, outcome.nodes, of: &packed, at: value)
    }
  }

  private func replace(
    _ outcome: PackedEntries.Outcome,
    at key: Map.Key,
    _ direction: PackedDirection,
    _ values: ValueShape<Map.Value>,
    of packed: inout PackedReader,
    in map: MutableValuePlace
  ) throws(PatchError) {
    guard let comes = outcome.comes else { return try walks.change(map, key) { $0 = nil } }
    packed.position = comes
    var new = try values.make(from: try packed.value())
    if !outcome.nodes.isEmpty {
      try withPlace(of: &new) { new throws(PatchError) in
        try values.change(direction, outcome.nodes, of: &packed, at: new)
      }
    }
    try walks.change(map, key) { $0 = new }
  }
}

extension AnyValueShape {
  /// Changes a value as one or several nodes say.
  @inline(__always)
  fileprivate final func change(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    at value: MutableValuePlace
  ) throws(PatchError) {
    if nodes.count == 1 {
      packed.position = nodes[0]
      try apply(direction, &packed, to: value)
    } else {
      try apply(direction, nodes, of: &packed, to: value)
    }
  }
}
