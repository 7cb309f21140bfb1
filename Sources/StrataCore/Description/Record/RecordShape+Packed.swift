// How the fields of a record are changed as packed steps say.

extension RecordShape {
  /// Changes the fields that a packed node names; false for a node of another kind.
  func applyFields(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) -> Bool {
    guard let count = try packed.changes(.fields) else { return false }
    var next = 0
    try changeFields(of: value) { change throws(PatchError) in
      for _ in 0..<count {
        next = try field(&packed, from: next)
        let shape = fields[next].shape
        try change(next) { part throws(PatchError) in try shape.apply(direction, &packed, to: part) }
      }
    }
    return true
  }

  /// Changes the fields that several packed nodes name, each once.
  func applyFields(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    let nodes = try replace(direction, nodes, of: &packed, at: value)
    if nodes.isEmpty { return }
    try changeFields(of: value) { change throws(PatchError) in
      try forEachField(nodes, of: &packed) { index, nodes, packed throws(PatchError) in
        let shape = fields[index].shape
        try change(index) { part throws(PatchError) in
          try shape.apply(direction, nodes, of: &packed, to: part)
        }
      }
    }
  }

  /// Goes through the fields that packed nodes name, each with the nodes that are about it.
  private func forEachField(
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    _ body: (Int, PackedNodes, inout PackedReader) throws(PatchError) -> Void
  ) throws(PatchError) {
    let room = UnsafeMutableBufferPointer<Int>.allocate(capacity: nodes.count)
    defer { room.deallocate() }
    if let field = try onlyField(nodes, of: &packed, room) {
      return try body(field, PackedNodes(room), &packed)
    }
    for (field, nodes) in try changes(nodes, of: &packed).enumerated() where !nodes.isEmpty {
      try nodes.withUnsafeBufferPointer { nodes throws(PatchError) in try body(field, nodes, &packed) }
    }
  }

  /// The one field that all of several packed nodes are about, after putting where each changes it into a room; nil where
  /// there are others.
  ///
  /// Mostly a node begins as the one before does.
  private func onlyField(
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    _ room: UnsafeMutableBufferPointer<Int>
  ) throws(PatchError) -> Int? {
    packed.position = nodes[0]
    guard try packed.changes(.fields) == 1 else { return nil }
    let field = try field(&packed, from: 0)
    let length = packed.position - nodes[0]
    for (number, node) in nodes.enumerated() {
      guard packed.begins(node, as: nodes[0], length) else { return nil }
      room.initializeElement(at: number, to: node + length)
    }
    return field
  }

  /// The positions of each field's changes in several packed nodes.
  private func changes(_ nodes: PackedNodes, of packed: inout PackedReader) throws(PatchError) -> [[Int]] {
    var changes = [[Int]](repeating: [], count: fields.count)
    for node in nodes {
      packed.position = node
      guard var left = try packed.changes(.fields) else { throw packed.malformed }
      var next = 0
      while left > 0 {
        next = try field(&packed, from: next)
        changes[next].append(packed.position)
        left -= 1
        if left > 0 { try packed.skipNode() }
      }
    }
    return changes
  }

  /// Reads the name of a field, and finds that from a place on: names stand in their order in a node.
  private func field(_ packed: inout PackedReader, from next: Int) throws(PatchError) -> Int {
    guard let index = try packed.field(among: fields, from: next) else { throw packed.malformed }
    return index
  }
}
