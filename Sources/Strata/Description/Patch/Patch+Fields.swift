extension Patch {
  /// What the patch changes in the part that the given fields lead to.
  package func part(at fields: some Sequence<String>) -> Patch {
    var node = root
    for name in fields {
      guard case .fields(let changed)? = node else { return Patch() }
      node = changed.first { $0.name.isWritten(as: name) }?.node
    }
    return Patch(root: node)
  }

  /// The patch as a change of the whole that the given fields lead into.
  package func whole(from fields: [String]) -> Patch {
    Patch(
      root: fields.reversed().reduce(root) { node, name in node.map { .fields([.init(name: name, node: $0)]) }
      }
    )
  }
}

extension DescribedValue {
  /// The names of the fields that lead to a part; none for the whole, nil for what is not described.
  package static func fieldNames(to part: PartialKeyPath<Self>) -> [String]? {
    part == \Self.self ? [] : _shape.fieldNames(to: part, from: \Self.self)
  }
}
