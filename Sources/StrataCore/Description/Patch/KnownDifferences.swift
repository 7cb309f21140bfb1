/// What is known already of a difference: that of some fields, and so what need not be looked for.
package struct KnownDifferences {
  private let fields: [(names: ArraySlice<String>, node: Patch.Node?)]

  init(_ fields: [(names: ArraySlice<String>, node: Patch.Node?)]) { self.fields = fields }

  /// What is known of the whole value; nil where that is nothing, and a node of nil where it is the same.
  var whole: Patch.Node?? { fields.first { $0.names.isEmpty }?.node }

  /// What is known of a field.
  func inside(_ name: String) -> KnownDifferences {
    KnownDifferences(
      fields.compactMap { field in
        guard let first = field.names.first, first.isWritten(as: name) else { return nil }
        return (names: field.names.dropFirst(), node: field.node)
      }
    )
  }

  var isEmpty: Bool { fields.isEmpty }
}
