// Steps that took a record away and brought it back, changed, are put together as one value in the place of another. A
// patch does not know types; who knows the value's can say which of its fields are different.

extension Patch {
  /// The same change, where records that took the place of others are told field by field.
  func refined(_ shape: AnyValueShape) -> Patch {
    guard let root, root.hasReplacedRecord else { return self }
    return Patch(root: root.refined(shape))
  }
}

extension Patch.Node {
  /// Whether a record took the place of another one, as far as names and keys lead.
  fileprivate var hasReplacedRecord: Bool {
    switch self {
    case .replaced(.record, .record): true
    case .fields(let fields): fields.contains(where: \.node.hasReplacedRecord)
    case .entries(let entries):
      entries.contains { if case .changed(let node) = $0.change { node.hasReplacedRecord } else { false } }
    case .replaced, .members, .list, .text: false
    }
  }

  fileprivate func refined(_ shape: AnyValueShape) -> Patch.Node {
    switch self {
    case .replaced(let old, let new):
      guard case (.record, .record) = (old, new) else { return self }
      // A value that the app can no longer make is replaced as a whole.
      return (try? shape.difference(from: old, to: new)) ?? self
    case .fields(let fields):
      return .fields(
        fields.map { field in
          let part = shape.part(at: .field(field.name))
          return Field(name: field.name, node: part.map(field.node.refined) ?? field.node)
        }
      )
    case .entries(let entries):
      return .entries(
        entries.map { entry in
          guard case .changed(let node) = entry.change, let part = shape.part(at: .key(entry.key)) else {
            return entry
          }
          return Entry(key: entry.key, change: .changed(node.refined(part)))
        }
      )
    case .members, .list, .text: return self
    }
  }
}
