// Not one level inside the other: a value may be deeper than a stack.

extension PlainValue {
  /// How deep lists and records are nested in the value; 0 for any other.
  package var nesting: Int {
    guard isContainer else { return 0 }
    var (depth, level) = (0, [self])
    while !level.isEmpty { (depth, level) = (depth + 1, level.flatMap(\.containers)) }
    return depth
  }

  private var containers: [PlainValue] {
    switch self {
    case .list(let values): values.filter(\.isContainer)
    case .record(let record): record.members.map(\.value).filter(\.isContainer)
    default: []
    }
  }
}

extension Patch {
  /// Whether the patch can be read again when it is packed.
  var isReadablePacked: Bool { (root?.levels ?? 0) <= PackedReader.depthLimit }

  /// How deep lists and records are nested where this patch puts new values, seen from the whole value.
  package var nesting: Int { root?.nesting ?? 0 }
}

extension Patch.Node {
  fileprivate var nesting: Int {
    switch self {
    case .replaced(_, let new): new.nesting
    case .text: 0
    case .fields(let fields): 1 + (fields.map(\.node.nesting).max() ?? 0)
    case .entries(let entries):
      1
        + (entries.map { entry in
          let inside =
            switch entry.change {
            case .inserted(let value): value.nesting
            case .removed: 0
            case .changed(let node): node.nesting
            }
          return max(inside, entry.key.nesting)
        }.max() ?? 0)
    case .members(let members): 1 + (members.map(\.value.nesting).max() ?? 0)
    case .list(let runs):
      1
        + (runs.map { run in
          switch run {
          case .kept, .removed: 0
          case .changed(let node): node.nesting
          case .inserted(let values): values.map(\.nesting).max() ?? 0
          }
        }.max() ?? 0)
    }
  }
}

extension Patch.Node {
  /// How deep the node is nested, with the values in it.
  fileprivate var levels: Int {
    switch self {
    case .replaced(let old, let new): 1 + max(old.nesting, new.nesting)
    case .text: 1
    case .fields(let fields): 1 + (fields.map(\.node.levels).max() ?? 0)
    case .entries(let entries):
      1
        + (entries.map { entry in
          let inside =
            switch entry.change {
            case .inserted(let value), .removed(let value): value.nesting
            case .changed(let node): node.levels
            }
          return max(entry.key.nesting, inside)
        }.max() ?? 0)
    case .members(let members): 1 + (members.map(\.value.nesting).max() ?? 0)
    case .list(let runs):
      1
        + (runs.map { run in
          switch run {
          case .kept: 0
          case .changed(let node): node.levels
          case .removed(let values), .inserted(let values): 1 + (values.map(\.nesting).max() ?? 0)
          }
        }.max() ?? 0)
    }
  }
}
