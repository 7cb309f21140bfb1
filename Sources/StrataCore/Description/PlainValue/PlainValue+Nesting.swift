extension PlainValue {
  /// The number of levels of the value: lists and records inside each other.
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
  var isReadablePacked: Bool { (root?.levels(withOld: true) ?? 0) <= jsonDepthLimit }

  /// The number of levels of the whole value where this patch puts new values.
  package var nesting: Int { root?.levels(withOld: false) ?? 0 }
}

extension Patch.Node {
  /// The number of levels of the new values at their places, or of the old and new values.
  fileprivate func levels(withOld: Bool) -> Int {
    switch self {
    case .replaced(let before, let after): max(withOld ? before.nesting : 0, after.nesting)
    case .text: 0
    case .fields(let fields): 1 + fields.greatest { $0.node.levels(withOld: withOld) }
    case .entries(let entries):
      1
        + entries.greatest { entry in
          switch entry.change {
          case .inserted(let value): max(entry.key.nesting, value.nesting)
          case .removed(let value): max(entry.key.nesting, withOld ? value.nesting : 0)
          case .changed(let node): max(entry.key.nesting, node.levels(withOld: withOld))
          }
        }
    case .members(let members): 1 + members.greatest(\.value.nesting)
    case .list(let runs):
      1
        + runs.greatest { run in
          switch run {
          case .kept: 0
          case .changed(let node): node.levels(withOld: withOld)
          case .inserted(let values): values.greatest(\.nesting)
          case .removed(let values): withOld ? values.greatest(\.nesting) : 0
          }
        }
    }
  }
}

extension Sequence {
  /// The greatest of what is told of each element; 0 of none.
  fileprivate func greatest(_ number: (Element) -> Int) -> Int { reduce(0) { Swift.max($0, number($1)) } }
}
