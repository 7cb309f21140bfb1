/// What is known already of a difference: that of some fields, and so what need not be looked for.
package struct KnownDifferences {
  private let fields: [(names: ArraySlice<String>, node: Patch.Node?)]

  init(_ fields: [(names: ArraySlice<String>, node: Patch.Node?)]) { self.fields = fields }

  /// What is known of the whole value; nil where that is nothing, and a node of nil where it is the same.
  var whole: Patch.Node?? { fields.first { $0.names.isEmpty }?.node }

  /// What is known of a field.
  func inside(_ name: String) -> KnownDifferences {
    KnownDifferences(
      fields.compactMap { $0.names.first == name ? (names: $0.names.dropFirst(), node: $0.node) : nil }
    )
  }

  var isEmpty: Bool { fields.isEmpty }
}
