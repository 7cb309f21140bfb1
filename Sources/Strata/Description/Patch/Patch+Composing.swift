extension Patch {
  /// Returns the patch that does what this one does and then what the next one does: two steps as one.
  ///
  /// What one of them does and the other undoes is in it no more.
  ///
  /// - Throws: ``PatchError`` with the path where the next patch does not begin at what this one leads to.
  /// - Complexity: O(size of both patches).
  public func followed(by next: Patch) throws(PatchError) -> Patch {
    guard let first = root else { return next }
    guard let second = next.root else { return self }
    return Patch(root: try first.followed(by: second))
  }
}

extension Patch.Node {
  /// This change and then the next one; nil when they undo each other.
  func followed(by next: Patch.Node) throws(PatchError) -> Patch.Node? {
    switch (self, next) {
    case (.replaced(let old, var new), _):
      try new.apply(next)
      return old == new ? nil : .replaced(old: old, new: new)
    case (_, .replaced(var old, let new)):
      try old.apply(inverted)
      return old == new ? nil : .replaced(old: old, new: new)
    case (.fields(let first), .fields(let second)):
      let fields = try merged(first, second, name: { .text($0.name) }) { first, second throws(PatchError) in
        do throws(PatchError) {
          return try first.node.followed(by: second.node).map { Field(name: first.name, node: $0) }
        } catch {
          throw error.inside(.field(first.name))
        }
      }
      return fields.isEmpty ? nil : .fields(fields)
    case (.entries(let first), .entries(let second)):
      let entries = try merged(first, second, name: \.key) { first, second throws(PatchError) in
        do throws(PatchError) {
          return try first.change.followed(by: second.change).map { Entry(key: first.key, change: $0) }
        } catch {
          throw error.inside(.key(first.key))
        }
      }
      return entries.isEmpty ? nil : .entries(entries)
    case (.members(let first), .members(let second)):
      let members = try merged(first, second, name: \.value) { first, second throws(PatchError) in
        guard first.isInserted != second.isInserted else {
          throw PatchError(second.isInserted ? .alreadyThere : .nothingThere).inside(.key(first.value))
        }
        return nil
      }
      return members.isEmpty ? nil : .members(members)
    case (.list(let first), .list(let second)):
      let runs = try RunComposition(first, second).composed()
      return runs.isEmpty ? nil : .list(runs)
    case (.text(let first), .text(let second)):
      let runs = try RunComposition(first, second).composed()
      return runs.isEmpty ? nil : .text(runs)
    default:
      throw PatchError(.otherKind(expected: next.kind))
    }
  }

  /// Goes through two lists of changes in their order, and puts together those of one name.
  private func merged<Change>(
    _ first: [Change],
    _ second: [Change],
    name: (Change) -> PlainValue,
    _ combine: (Change, Change) throws(PatchError) -> Change?
  ) throws(PatchError) -> [Change] {
    var result: [Change] = []
    var (left, right) = (first[...], second[...])
    while let before = left.first, let after = right.first {
      if name(before) == name(after) {
        if let change = try combine(before, after) { result.append(change) }
        left = left.dropFirst()
        right = right.dropFirst()
      } else if name(before).precedes(name(after)) {
        result.append(before)
        left = left.dropFirst()
      } else {
        result.append(after)
        right = right.dropFirst()
      }
    }
    return result + left + right
  }
}

extension Patch.Node.EntryChange {
  func followed(by next: Patch.Node.EntryChange) throws(PatchError) -> Patch.Node.EntryChange? {
    switch (self, next) {
    case (.removed(let old), .inserted(let new)):
      return old == new ? nil : .changed(.replaced(old: old, new: new))
    case (.removed, _): throw PatchError(.nothingThere)
    case (.inserted(let value), _):
      var end: PlainValue? = value
      try next.apply(to: &end)
      return end.map { .inserted($0) }
    case (.changed, .inserted): throw PatchError(.alreadyThere)
    case (.changed(let node), .removed(var old)):
      try old.apply(node.inverted)
      return .removed(old)
    case (.changed(let first), .changed(let second)):
      return try first.followed(by: second).map { .changed($0) }
    }
  }
}
