// Most patches change few fields of records in maps. These are read where they lie: to read a plain value first, and a patch of
// that, takes six times as long, and most of it to let the plain value go.

extension JSONReader {
  /// The node that a text is, where it stands as a patch writes it; nil where that takes a closer look.
  static func node(writtenIn text: UnsafeBufferPointer<UInt8>) -> Patch.Node? {
    do throws(PatchError) {
      var reader = try JSONReader(text, depthLimit: patchDepthLimit)
      guard let node = try reader.writtenNode() else { return nil }
      try reader.finish()
      return node
    } catch {
      return nil
    }
  }

  /// Reads a node; nil where it does not stand as a patch writes it.
  private mutating func writtenNode() throws(PatchError) -> Patch.Node? {
    let start = self
    var isFirst = true
    try enter(.record)
    guard try next(in: .record, isFirst: &isFirst) else { return nil }
    let name = try name()
    let node: Patch.Node?
    if isNamed("new", name) {
      node = try replacedNode(&isFirst)
    } else if isNamed("fields", name) {
      node = try writtenFields().map { .fields($0) }
    } else if isNamed("entries", name) {
      node = try writtenEntries().map { .entries($0) }
    } else {
      self = start
      return try self.node()
    }
    return try next(in: .record, isFirst: &isFirst) ? nil : node
  }

  private mutating func replacedNode(_ isFirst: inout Bool) throws(PatchError) -> Patch.Node? {
    let new = try unescaped()
    guard try next(in: .record, isFirst: &isFirst), isNamed("old", try name()) else { return nil }
    let old = try unescaped()
    return old == new ? nil : .replaced(old: old, new: new)
  }

  private mutating func writtenFields() throws(PatchError) -> [Patch.Node.Field]? {
    try Nesting.enter()
    defer { Nesting.leave() }
    var fields: [Patch.Node.Field] = []
    var isFirst = true
    try enter(.record)
    while try next(in: .record, isFirst: &isFirst) {
      let name = string(try name())
      if let last = fields.last, !last.name.isWritten(before: name) { return nil }
      guard let node = try writtenNode() else { return nil }
      fields.append(Patch.Node.Field(name: name, node: node))
    }
    return fields.isEmpty ? nil : fields
  }

  private mutating func writtenEntries() throws(PatchError) -> [Patch.Node.Entry]? {
    try Nesting.enter()
    defer { Nesting.leave() }
    var entries: [Patch.Node.Entry] = []
    var isFirst = true
    try enter(.list)
    while try next(in: .list, isFirst: &isFirst) {
      guard let entry = try writtenEntry() else { return nil }
      if let last = entries.last, !last.key.precedes(entry.key) { return nil }
      entries.append(entry)
    }
    return entries.isEmpty ? nil : entries
  }

  private mutating func writtenEntry() throws(PatchError) -> Patch.Node.Entry? {
    var (isFirst, key, change): (Bool, PlainValue?, Patch.Node.EntryChange?) = (true, nil, nil)
    try enter(.record)
    for _ in 0..<2 {
      guard try next(in: .record, isFirst: &isFirst) else { return nil }
      let name = try name()
      if isNamed("key", name) {
        key = try unescaped()
      } else if isNamed("change", name) {
        guard let node = try writtenNode() else { return nil }
        change = .changed(node)
      } else if isNamed("insert", name) {
        change = .inserted(try unescaped())
      } else if isNamed("remove", name) {
        change = .removed(try unescaped())
      }
    }
    guard let key, let change, try !next(in: .record, isFirst: &isFirst) else { return nil }
    return Patch.Node.Entry(key: key, change: change)
  }
}
