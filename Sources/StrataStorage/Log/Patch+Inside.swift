import StrataCore

extension Patch {
  /// What a patch of the whole state changes in some parts of it.
  ///
  /// - Parameter parts: The names of the fields that lead to each of them.
  package func inside(parts: [[String]]) -> Patch { Patch(root: root?.inside(parts.map { $0[...] })) }
}

extension Patch.Node {
  fileprivate func inside(_ parts: [ArraySlice<String>]) -> Patch.Node? {
    // Where a record on the way was replaced as a whole, what is in it went and came with it.
    guard case .fields(let fields) = self, !parts.contains(where: \.isEmpty) else { return self }
    let left = fields.compactMap { field in
      let inner = parts.filter { $0.first == field.name }.map { $0.dropFirst() }
      return inner.isEmpty ? nil : field.node.inside(inner).map { Field(name: field.name, node: $0) }
    }
    return left.isEmpty ? nil : .fields(left)
  }
}
