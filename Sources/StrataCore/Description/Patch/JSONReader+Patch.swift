// A patch is read where it lies: to read a plain value first, and a patch of that, takes six times as long, and most of
// it to let the plain value go.

extension JSONReader {
  /// Reads a patch; nil for an empty one.
  mutating func patch() throws(PatchError) -> Patch.Node? {
    let start = self
    var isFirst = true
    try enter(.record)
    if try !next(in: .record, isFirst: &isFirst) { return nil }
    self = start
    return try node()
  }

  /// Reads a node of any kind.
  mutating func node() throws(PatchError) -> Patch.Node {
    var (old, new, node): (PlainValue?, PlainValue?, Patch.Node?) = (nil, nil, nil)
    let count = try forEachMember { name, reader throws(PatchError) in
      switch name {
      case "new": new = try reader.patchValue()
      case "old": old = try reader.patchValue()
      case "fields": node = .fields(try reader.fields())
      case "entries": node = .entries(try reader.entries())
      case "members": node = .members(try reader.members())
      case "runs": node = .list(try reader.runs())
      case "splice": node = .text(try reader.textRuns())
      default: throw Self.noNode
      }
    }
    if let old, let new, count == 2 {
      guard old != new else { throw PatchError(.notAPatch(expected: "a new value that is not the old one")) }
      return .replaced(old: old, new: new)
    }
    guard let node, count == 1 else { throw Self.noNode }
    return node
  }

  private static var noNode: PatchError {
    PatchError(.notAPatch(expected: "old and new, fields, entries, members, runs or splice"))
  }

  /// Reads a record, and lets `read` read what is under each name; returns how many there are.
  private mutating func forEachMember(
    _ read: (String, inout JSONReader) throws(PatchError) -> Void
  ) throws(PatchError) -> Int {
    var (isFirst, count) = (true, 0)
    try enter(.record)
    while try next(in: .record, isFirst: &isFirst) {
      try read(string(try name()), &self)
      count += 1
    }
    return count
  }

  /// Reads a list of changes of what a list, a set or a map has inside.
  private mutating func nestedChanges<Change>(
    _ read: (inout JSONReader) throws(PatchError) -> Change
  ) throws(PatchError) -> [Change] {
    try Nesting.enter()
    defer { Nesting.leave() }
    return try changes(read)
  }

  /// Reads a list of changes, of which there is one at least.
  private mutating func changes<Change>(
    _ read: (inout JSONReader) throws(PatchError) -> Change
  ) throws(PatchError) -> [Change] {
    var (isFirst, changes): (Bool, [Change]) = (true, [])
    try enter(.list)
    while try next(in: .list, isFirst: &isFirst) {
      do throws(PatchError) {
        changes.append(try read(&self))
      } catch {
        throw error.inside(.position(changes.count))
      }
    }
    return try Self.notEmpty(changes)
  }

  private static func notEmpty<Change>(_ changes: [Change]) throws(PatchError) -> [Change] {
    if changes.isEmpty { throw PatchError(.notAPatch(expected: "at least one change")) }
    return changes
  }

  /// Reads a value that a patch brings.
  ///
  /// - Parameter isRun: Whether the value is the elements of a run, which stand in the list that changes.
  /// - Throws: `PatchError.Reason.tooDeep` for one that is nested deeper than any that is written.
  private mutating func patchValue(isRun: Bool = false) throws(PatchError) -> PlainValue {
    var nesting = 0
    let value = try plain(&nesting)
    let levels = isRun ? nesting - 1 : nesting
    guard Nesting.hasRoom(for: levels) else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
    return value
  }

  private mutating func patchValues() throws(PatchError) -> [PlainValue] {
    guard case .list(let values) = try patchValue(isRun: true) else {
      throw PatchError(.notAPatch(expected: "a list of values"))
    }
    return try Self.notEmpty(values)
  }

  private mutating func fields() throws(PatchError) -> [Patch.Node.Field] {
    try Nesting.enter()
    defer { Nesting.leave() }
    var fields: [Patch.Node.Field] = []
    _ = try forEachMember { name, reader throws(PatchError) in
      do throws(PatchError) {
        fields.append(Patch.Node.Field(name: name, node: try reader.node()))
      } catch {
        throw error.inside(.field(name))
      }
    }
    func areInOrder() -> Bool {
      zip(fields, fields.dropFirst()).allSatisfy { $0.name.isWritten(before: $1.name) }
    }
    if !areInOrder() {
      fields.sort { $0.name.isWritten(before: $1.name) }
      guard areInOrder() else { throw PatchError(.notAPatch(expected: "no name twice")) }
    }
    return try Self.notEmpty(fields)
  }

  private static func inOrder<Change>(
    _ changes: [Change],
    by key: (Change) -> PlainValue
  ) throws(PatchError) -> [Change] {
    guard zip(changes, changes.dropFirst()).allSatisfy({ key($0).precedes(key($1)) }) else {
      throw PatchError(.notAPatch(expected: "changes in the order of their keys, no key twice"))
    }
    return changes
  }

  private mutating func entries() throws(PatchError) -> [Patch.Node.Entry] {
    let entries = try nestedChanges { reader throws(PatchError) in
      var (key, change): (PlainValue?, Patch.Node.EntryChange?) = (nil, nil)
      let count = try reader.forEachMember { name, reader throws(PatchError) in
        switch name {
        case "key": key = try reader.patchValue()
        case "change": change = .changed(try reader.node())
        case "insert": change = .inserted(try reader.patchValue())
        case "remove": change = .removed(try reader.patchValue())
        default: try reader.skip()
        }
      }
      guard let key, let change, count == 2 else {
        throw PatchError(.notAPatch(expected: "a key, and insert, remove or change"))
      }
      return Patch.Node.Entry(key: key, change: change)
    }
    return try Self.inOrder(entries, by: \.key)
  }

  private mutating func members() throws(PatchError) -> [Patch.Node.Member] {
    let members = try nestedChanges { reader throws(PatchError) in
      var member: Patch.Node.Member?
      let count = try reader.forEachMember { name, reader throws(PatchError) in
        guard name == "insert" || name == "remove" else { return try reader.skip() }
        member = Patch.Node.Member(value: try reader.patchValue(), isInserted: name == "insert")
      }
      guard let member, count == 1 else { throw PatchError(.notAPatch(expected: "insert or remove")) }
      return member
    }
    return try Self.inOrder(members, by: \.value)
  }

  /// Reads how many elements or bytes are kept.
  private mutating func keptCount() throws(PatchError) -> Int {
    guard case .integer(let number) = try plain(), let count = Int(exactly: number) else {
      throw PatchError(.notAPatch(expected: "a whole number"))
    }
    return count
  }

  private mutating func runs() throws(PatchError) -> [Patch.Node.Run] {
    let runs = try nestedChanges { reader throws(PatchError) in
      var run: Patch.Node.Run?
      let count = try reader.forEachMember { name, reader throws(PatchError) in
        switch name {
        case "keep": run = .kept(try reader.keptCount())
        case "change": run = .changed(try reader.node())
        case "insert": run = .inserted(try reader.patchValues())
        case "remove": run = .removed(try reader.patchValues())
        default: try reader.skip()
        }
      }
      guard let run, count == 1 else {
        throw PatchError(.notAPatch(expected: "keep, change, insert or remove"))
      }
      return run
    }
    return try Self.normal(runs)
  }

  private mutating func textRuns() throws(PatchError) -> [Patch.Node.TextRun] {
    let runs = try changes { reader throws(PatchError) in
      reader.skipSpace()
      guard reader.isTextNext else { return Patch.Node.TextRun.kept(try reader.keptCount()) }
      var text = try reader.string()
      let sign = text.unicodeScalars.first
      // By scalars, for the sign and the next scalar may look like one character. The sign is removed in place.
      if sign != nil { text.removeSubrange(..<text.unicodeScalars.index(after: text.startIndex)) }
      switch (sign, text.isEmpty) {
      case ("-", false): return Patch.Node.TextRun.removed(text)
      case ("+", false): return Patch.Node.TextRun.inserted(text)
      default: throw PatchError(.notAPatch(expected: "a number, or a text that begins with - or +"))
      }
    }
    return try Self.normal(runs)
  }

  private static func normal<Run: PatchRun>(_ runs: [Run]) throws(PatchError) -> [Run] {
    if NormalRuns.areNormal(runs) { return runs }
    throw PatchError(.notAPatch(expected: "runs in their normal form"))
  }
}
