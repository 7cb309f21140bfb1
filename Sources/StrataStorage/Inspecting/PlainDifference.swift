import StrataCore

extension Patch {
  /// Makes the patch that leads from one plain value to another, without the types that know more of them. It compares
  /// records by the names of their members, and lists by the elements that both have in common at their ends.
  ///
  /// - Complexity: O(*n*).
  package init(from old: PlainValue, to new: PlainValue) {
    self.init(root: Node.difference(from: old, to: new))
  }
}

extension Patch.Node {
  fileprivate static func difference(from old: PlainValue, to new: PlainValue) -> Patch.Node? {
    if old == new { return nil }
    switch (old, new) {
    case (.record(let before), .record(let after)):
      let names = Set((before.members + after.members).map(\.name))
      let fields = names.compactMap { name in
        difference(from: before[name] ?? .null, to: after[name] ?? .null).map { Field(name: name, node: $0) }
      }
      return .fields(fields.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    case (.list(let before), .list(let after)):
      let most = min(before.count, after.count)
      var (start, end) = (0, 0)
      while start < most, before[start] == after[start] { start += 1 }
      while start + end < most, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
      let (gone, come) = (before[start..<before.count - end], after[start..<after.count - end])
      var runs: [Run] = start > 0 ? [.kept(start)] : []
      if !gone.isEmpty { runs.append(.removed(Array(gone))) }
      if !come.isEmpty { runs.append(.inserted(Array(come))) }
      return .list(runs)
    default: return between(old, new)
    }
  }
}
