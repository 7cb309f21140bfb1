extension PlainValue {
  /// How deep lists and records are nested in the value; 0 for any other.
  package var nesting: Int {
    switch self {
    case .list(let values): 1 + values.greatest(\.nesting)
    case .record(let record): 1 + record.members.greatest(\.value.nesting)
    default: 0
    }
  }
}

extension Patch {
  /// Whether the patch can be read again when it is packed.
  var isReadablePacked: Bool { (root?.levels(isPacked: true) ?? 0) <= PackedReader.depthLimit }

  /// How deep lists and records are nested where this patch puts new values, seen from the whole value.
  package var nesting: Int { root?.levels(isPacked: false) ?? 0 }
}

extension Patch.Node {
  /// How deep it is nested: the new values in it, at their places; or what is packed, the node with old and new values.
  fileprivate func levels(isPacked: Bool) -> Int {
    let own = isPacked ? 1 : 0
    return switch self {
    case .replaced(let before, let after): own + max(own * before.nesting, after.nesting)
    case .text: own
    case .fields(let fields): 1 + fields.greatest { $0.node.levels(isPacked: isPacked) }
    case .entries(let entries):
      1
        + entries.greatest { entry in
          switch entry.change {
          case .inserted(let value): max(entry.key.nesting, value.nesting)
          case .removed(let value): max(entry.key.nesting, own * value.nesting)
          case .changed(let node): max(entry.key.nesting, node.levels(isPacked: isPacked))
          }
        }
    case .members(let members): 1 + members.greatest(\.value.nesting)
    case .list(let runs):
      1
        + runs.greatest { run in
          switch run {
          case .kept: 0
          case .changed(let node): node.levels(isPacked: isPacked)
          case .inserted(let values): own + values.greatest(\.nesting)
          case .removed(let values): own * (1 + values.greatest(\.nesting))
          }
        }
    }
  }
}

extension Sequence {
  /// The greatest of what is told of each element; 0 of none.
  fileprivate func greatest(_ number: (Element) -> Int) -> Int { reduce(0) { Swift.max($0, number($1)) } }
}
