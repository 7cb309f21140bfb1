extension Patch {
  /// Returns the patch that makes the changes of this patch and then those of the next one: two steps as one.
  ///
  /// A change that this patch makes and the next one undoes is not in the result.
  ///
  /// - Throws: ``PatchError`` with the path at which the next patch does not begin with the result of this one.
  /// - Complexity: O(size of both patches).
  public func followed(by next: Patch) throws(PatchError) -> Patch {
    guard let first = root else { return next }
    guard let second = next.root else { return self }
    return Patch(root: try first.followed(by: second))
  }

  /// Puts patches together that follow one another: many steps as one.
  ///
  /// - Throws: ``PatchError`` with the path where a patch does not begin at what the ones before lead to.
  /// - Complexity: O(size of all patches · log of it), where they are about different things.
  package init(composing patches: [Patch]) throws(PatchError) {
    root = try Node.composed(patches.compactMap(\.root)[...])
  }
}

extension Patch.Node {
  /// Composes changes that follow one another; nil when they undo each other.
  ///
  /// The changes under one name are composed by themselves. So a change is walked once for each of its levels, and not once
  /// for each of the other changes.
  fileprivate static func composed(_ nodes: ArraySlice<Patch.Node>) throws(PatchError) -> Patch.Node? {
    guard nodes.count > 2, let first = nodes.first else {
      guard let first = nodes.first, let last = nodes.last, nodes.count == 2 else { return nodes.first }
      return try first.followed(by: last)
    }
    switch first {
    case .fields:
      if let fields = nodes.all(\.fields) {
        let composed = try grouped(fields, by: \.key, at: \.step) { changes throws(PatchError) in
          try Self.composed(changes.map(\.node)[...]).map { Field(name: changes[0].name, node: $0) }
        }
        return composed.isEmpty ? nil : .fields(composed)
      }
    case .entries:
      if let entries = nodes.all(\.entries) {
        let composed = try grouped(entries, by: \.key, at: \.step) { changes throws(PatchError) in
          try EntryChange.composed(changes.map(\.change)[...]).map { Entry(key: changes[0].key, change: $0) }
        }
        return composed.isEmpty ? nil : .entries(composed)
      }
    case .replaced, .members, .list, .text: break
    }
    // Halves first: so each is gone through a few times, however many there are.
    let middle = nodes.startIndex + nodes.count / 2
    guard let start = try composed(nodes[..<middle]) else { return try composed(nodes[middle...]) }
    guard let end = try composed(nodes[middle...]) else { return start }
    return try start.followed(by: end)
  }

  /// Puts together changes of one name, in the order in which they were made; names in their order.
  private static func grouped<Change>(
    _ lists: [[Change]],
    by name: (Change) -> PlainValue,
    at step: (Change) -> PathComponent,
    _ compose: ([Change]) throws(PatchError) -> Change?
  ) throws(PatchError) -> [Change] {
    var (result, rest): ([Change], ArraySlice<Change>) = ([], Array(lists.joined()).sorted(by: name)[...])
    while let first = rest.first {
      let key = name(first)
      let group = rest.prefix { name($0) == key }
      rest.removeFirst(group.count)
      do throws(PatchError) {
        let change = group.count == 1 ? first : try compose(Array(group))
        if let change { result.append(change) }
      } catch {
        throw error.inside(step(first))
      }
    }
    return result
  }

  fileprivate var fields: [Field]? { if case .fields(let fields) = self { fields } else { nil } }
  fileprivate var entries: [Entry]? { if case .entries(let entries) = self { entries } else { nil } }
}

extension Patch.Node.Field {
  fileprivate var key: PlainValue { .text(name) }
  fileprivate var step: PathComponent { .field(name) }
}

extension Patch.Node.Entry {
  fileprivate var step: PathComponent { .key(key) }
}

extension ArraySlice<Patch.Node> {
  /// The changes of all of them, if all are of one kind.
  fileprivate func all<Change>(_ changes: (Patch.Node) -> [Change]?) -> [[Change]]? {
    let found = compactMap(changes)
    return found.count == count ? found : nil
  }
}

extension Patch.Node.EntryChange {
  /// Changes that follow one another as one; nil when they undo each other.
  fileprivate static func composed(_ changes: ArraySlice<Self>) throws(PatchError) -> Self? {
    if changes.count < 2 { return changes.first }
    let nodes = changes.compactMap { if case .changed(let node) = $0 { node } else { nil } }
    if nodes.count == changes.count { return try Patch.Node.composed(nodes[...]).map { .changed($0) } }
    let middle = changes.startIndex + changes.count / 2
    guard let start = try composed(changes[..<middle]) else { return try composed(changes[middle...]) }
    guard let end = try composed(changes[middle...]) else { return start }
    return try start.followed(by: end)
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
      let fields = try merged(first, second, name: \.key, at: \.step) { first, second throws(PatchError) in
        try first.node.followed(by: second.node).map { Field(name: first.name, node: $0) }
      }
      return fields.isEmpty ? nil : .fields(fields)
    case (.entries(let first), .entries(let second)):
      let entries = try merged(first, second, name: \.key, at: \.step) { first, second throws(PatchError) in
        try first.change.followed(by: second.change).map { Entry(key: first.key, change: $0) }
      }
      return entries.isEmpty ? nil : .entries(entries)
    case (.members(let first), .members(let second)):
      let members = try merged(first, second, name: \.value, at: { .key($0.value) }) {
        first,
        second throws(PatchError) in
        guard first.isInserted != second.isInserted else {
          throw PatchError(second.isInserted ? .alreadyThere : .nothingThere)
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
    at step: (Change) -> PathComponent,
    _ combine: (Change, Change) throws(PatchError) -> Change?
  ) throws(PatchError) -> [Change] {
    var result: [Change] = []
    var (left, right) = (first[...], second[...])
    while let before = left.first, let after = right.first {
      if name(before) == name(after) {
        do throws(PatchError) {
          if let change = try combine(before, after) { result.append(change) }
        } catch {
          throw error.inside(step(before))
        }
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
