/// The differences of some fields that are known already, and need not be looked for.
package struct KnownDifferences {
  private let fields: [(names: ArraySlice<String>, node: Patch.Node?)]

  init(_ fields: [(names: ArraySlice<String>, node: Patch.Node?)]) { self.fields = fields }

  /// The difference of the whole value; nil where it is not known, and a node of nil where the value is the same.
  var whole: Patch.Node?? { fields.first { $0.names.isEmpty }?.node }

  /// The known differences inside a field.
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
