// A patch in JSON is a tree with the shape of the state:
//
//     {"fields": {"journal": {"fields": {"todos": {"entries": [
//       {"key": 42, "change": {"fields": {"title": {"old": "A", "new": "B"}}}},
//       {"key": 43, "insert": {"id": 43, "title": "C"}},
//       {"key": 44, "remove": {"id": 44, "title": "D"}}]}}}}}
//
// A list has "runs" instead of "entries": {"keep": 3}, {"change": …}, {"insert": […]}, {"remove": […]}; a set has "members":
// {"insert": …} and {"remove": …}. A long text has {"splice": [17, "-what went", "+what came"]}: after 17 bytes of UTF-8,
// which are kept, the one went and the other came, and what follows is kept. An empty patch is {}. Numbers that JSON does not have stand as {"$number": "7ff8000000000000"}, their bits;
// names in a value that begin with $ have one more.

extension Patch {
  /// The patch as JSON on one line: what a log keeps.
  ///
  /// - Complexity: O(size of the patch).
  public var json: [UInt8] {
    var writer = JSONWriter()
    if let root {
      root.write(to: &writer)
    } else {
      writer.beginRecord()
      writer.endRecord()
    }
    return writer.bytes
  }

  /// The patch as JSON that can be read again.
  ///
  /// - Throws: `PatchError.Reason.tooDeep` when it is nested deeper than a reader goes.
  package func readableJSON() throws(PatchError) -> [UInt8] {
    var writer = JSONWriter(depthLimit: patchDepthLimit)
    root?.write(to: &writer)
    if writer.isTooDeep { throw PatchError(.tooDeep(limit: patchDepthLimit)) }
    return root == nil ? json : writer.bytes
  }

  /// Reads what ``json`` gave.
  ///
  /// - Throws: ``PatchError`` for anything else, with the path in the patch.
  public init(json: some Sequence<UInt8>) throws(PatchError) {
    func read(_ text: UnsafeBufferPointer<UInt8>) -> Result<Patch, PatchError> {
      Result { () throws(PatchError) in try Patch(text: text) }
    }
    let patch =
      json.withContiguousStorageIfAvailable(read) ?? Array(json).withUnsafeBufferPointer(read)
    self = try patch.get()
  }

  private init(text: UnsafeBufferPointer<UInt8>) throws(PatchError) {
    if let node = JSONReader.node(writtenIn: text) {
      root = node
      return
    }
    let plain: PlainValue
    do {
      plain = try PlainValue(json: text, depthLimit: patchDepthLimit)
    } catch {
      throw PatchError(.notJSON(error))
    }
    root = plain == .record([:]) ? nil : try Node(plainForm: plain)
  }
}

extension Patch.Node {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginRecord()
    switch self {
    case .replaced(let old, let new):
      json.writeName("new")
      json.write(escaping: new)
      json.writeName("old")
      json.write(escaping: old)
    case .fields(let fields):
      json.writeName("fields")
      json.beginRecord()
      for field in fields {
        json.writeName(field.name)
        field.node.write(to: &json)
      }
      json.endRecord()
    case .entries(let entries):
      json.writeName("entries")
      json.beginList()
      for entry in entries { entry.write(to: &json) }
      json.endList()
    case .members(let members):
      json.writeName("members")
      json.beginList()
      for member in members {
        json.beginRecord()
        json.writeName(member.isInserted ? "insert" : "remove")
        json.write(escaping: member.value)
        json.endRecord()
      }
      json.endList()
    case .list(let runs):
      json.writeName("runs")
      json.beginList()
      for run in runs { run.write(to: &json) }
      json.endList()
    case .text(let runs):
      json.writeName("splice")
      json.beginList()
      for run in runs { run.write(to: &json) }
      json.endList()
    }
    json.endRecord()
  }

  package init(plainForm plain: PlainValue) throws(PatchError) {
    let record = try PatchRecord(plain)
    if let old = record["old"], let new = record["new"] {
      try record.check(count: 2)
      self = .replaced(old: try old.unescaped, new: try new.unescaped)
      guard old != new else { throw PatchError(.notAPatch(expected: "a new value that is not the old one")) }
      return
    }
    // Each node of any other kind is a level of what it changes.
    try Nesting.enter()
    defer { Nesting.leave() }
    if case .record(let fields)? = record["fields"] {
      try record.check(count: 1)
      var read: [Field] = []
      for member in fields.members {
        do throws(PatchError) {
          read.append(Field(name: member.name, node: try Patch.Node(plainForm: member.value)))
        } catch {
          throw error.inside(.field(member.name))
        }
      }
      self = .fields(try Self.notEmpty(read))
    } else if case .list(let values)? = record["entries"] {
      try record.check(count: 1)
      self = .entries(
        try Self.inOrder(values.values, by: \.key) { value throws(PatchError) in try Entry(plainForm: value) }
      )
    } else if case .list(let values)? = record["members"] {
      try record.check(count: 1)
      self = .members(
        try Self.inOrder(values.values, by: \.value) { value throws(PatchError) in
          try Member(plainForm: value)
        }
      )
    } else if case .list(let values)? = record["runs"] {
      try record.check(count: 1)
      let runs = try Self.read(values.values) { value throws(PatchError) in try Run(plainForm: value) }
      self = .list(try Self.normal(runs))
    } else if case .list(let values)? = record["splice"] {
      try record.check(count: 1)
      let runs = try Self.read(values.values) { value throws(PatchError) in try TextRun(plainForm: value) }
      self = .text(try Self.normal(runs))
    } else {
      throw PatchError(.notAPatch(expected: "old and new, fields, entries, members, runs or splice"))
    }
  }

  private static func read<Change>(
    _ values: [PlainValue],
    _ read: (PlainValue) throws(PatchError) -> Change
  ) throws(PatchError) -> [Change] {
    var changes: [Change] = []
    for (position, value) in values.enumerated() {
      do throws(PatchError) {
        changes.append(try read(value))
      } catch {
        throw error.inside(.position(position))
      }
    }
    return try notEmpty(changes)
  }

  private static func inOrder<Change>(
    _ values: [PlainValue],
    by key: (Change) -> PlainValue,
    _ read: (PlainValue) throws(PatchError) -> Change
  ) throws(PatchError) -> [Change] {
    let changes = try self.read(values, read)
    guard zip(changes, changes.dropFirst()).allSatisfy({ key($0).precedes(key($1)) }) else {
      throw PatchError(.notAPatch(expected: "changes in the order of their keys, no key twice"))
    }
    return changes
  }

  private static func normal<Run: PatchRun>(_ runs: [Run]) throws(PatchError) -> [Run] {
    if NormalRuns.areNormal(runs) { return runs }
    throw PatchError(.notAPatch(expected: "runs in their normal form"))
  }

  private static func notEmpty<Change>(_ changes: [Change]) throws(PatchError) -> [Change] {
    if changes.isEmpty { throw PatchError(.notAPatch(expected: "at least one change")) }
    return changes
  }
}

extension Patch.Node.Entry {
  // Names are in order, as everywhere in the JSON of this package.
  fileprivate func write(to json: inout JSONWriter) {
    json.beginRecord()
    switch change {
    case .removed(let value):
      writeKey(to: &json)
      json.writeName("remove")
      json.write(escaping: value)
    case .inserted(let value):
      json.writeName("insert")
      json.write(escaping: value)
      writeKey(to: &json)
    case .changed(let node):
      json.writeName("change")
      node.write(to: &json)
      writeKey(to: &json)
    }
    json.endRecord()
  }

  private func writeKey(to json: inout JSONWriter) {
    json.writeName("key")
    json.write(escaping: key)
  }

  fileprivate init(plainForm plain: PlainValue) throws(PatchError) {
    let record = try PatchRecord(plain)
    try record.check(count: 2)
    guard let key = record["key"] else { throw PatchError(.notAPatch(expected: "a key")) }
    self.key = try key.unescaped
    if let value = record["remove"] {
      change = .removed(try value.unescaped)
    } else if let value = record["insert"] {
      change = .inserted(try value.unescaped)
    } else if let value = record["change"] {
      change = .changed(try Patch.Node(plainForm: value))
    } else {
      throw PatchError(.notAPatch(expected: "insert, remove or change"))
    }
  }
}

extension Patch.Node.Member {
  fileprivate init(plainForm plain: PlainValue) throws(PatchError) {
    let record = try PatchRecord(plain)
    try record.check(count: 1)
    guard let value = record["insert"] ?? record["remove"] else {
      throw PatchError(.notAPatch(expected: "insert or remove"))
    }
    self.init(value: try value.unescaped, isInserted: record["insert"] != nil)
  }
}

extension Patch.Node.Run {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginRecord()
    switch self {
    case .kept(let count):
      json.writeName("keep")
      json.write(Int64(count))
    case .changed(let node):
      json.writeName("change")
      node.write(to: &json)
    case .removed(let values):
      json.writeName("remove")
      json.write(escaping: .list(PlainList(values)))
    case .inserted(let values):
      json.writeName("insert")
      json.write(escaping: .list(PlainList(values)))
    }
    json.endRecord()
  }

  fileprivate init(plainForm plain: PlainValue) throws(PatchError) {
    let record = try PatchRecord(plain)
    try record.check(count: 1)
    if case .integer(let count)? = record["keep"], let count = Int(exactly: count) {
      self = .kept(count)
    } else if let value = record["change"] {
      self = .changed(try Patch.Node(plainForm: value))
    } else if case .list(let values)? = record["remove"], !values.isEmpty {
      self = .removed(try Self.unescaped(values.values))
    } else if case .list(let values)? = record["insert"], !values.isEmpty {
      self = .inserted(try Self.unescaped(values.values))
    } else {
      throw PatchError(.notAPatch(expected: "keep, change, insert or remove"))
    }
  }

  private static func unescaped(_ values: [PlainValue]) throws(PatchError) -> [PlainValue] {
    var unescaped: [PlainValue] = []
    for value in values { unescaped.append(try value.unescaped) }
    return unescaped
  }
}

/// A record of a patch, which has just the members that it should have.
private struct PatchRecord {
  private let record: PlainRecord

  init(_ plain: PlainValue) throws(PatchError) {
    guard case .record(let record) = plain else { throw PatchError(.notAPatch(expected: "a record")) }
    self.record = record
  }

  /// What is under a name, looked for in turn: there are one or two.
  subscript(name: String) -> PlainValue? { record.members.first { $0.name.isWritten(as: name) }?.value }

  func check(count: Int) throws(PatchError) {
    guard record.members.count == count else {
      throw PatchError(.notAPatch(expected: "a record of \(count)"))
    }
  }
}
