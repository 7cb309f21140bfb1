extension Patch {
  /// The patch that leads back.
  ///
  /// - Complexity: O(size of the patch).
  public var inverted: Patch { Patch(root: root?.inverted) }
}

extension Patch.Node {
  var inverted: Patch.Node {
    switch self {
    case .replaced(let old, let new): .replaced(old: new, new: old)
    case .fields(let fields): .fields(fields.map { Field(name: $0.name, node: $0.node.inverted) })
    case .entries(let entries): .entries(entries.map { Entry(key: $0.key, change: $0.change.inverted) })
    case .members(let members):
      .members(members.map { Member(value: $0.value, isInserted: !$0.isInserted) })
    case .list(let runs): .list(NormalRuns(runs.map(\.inverted)).runs)
    case .text(let runs): .text(NormalRuns(runs.map(\.inverted)).runs)
    }
  }
}

extension Patch.Node.EntryChange {
  var inverted: Patch.Node.EntryChange {
    switch self {
    case .inserted(let value): .removed(value)
    case .removed(let value): .inserted(value)
    case .changed(let node): .changed(node.inverted)
    }
  }
}

extension Patch.Node.Run {
  var inverted: Patch.Node.Run {
    switch self {
    case .kept: self
    case .changed(let node): .changed(node.inverted)
    case .removed(let values): .inserted(values)
    case .inserted(let values): .removed(values)
    }
  }
}
