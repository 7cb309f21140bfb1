// A patch in JSON is a tree with the shape of the state:
//
//     {"fields": {"journal": {"fields": {"todos": {"entries": [
//       {"key": 42, "change": {"fields": {"title": {"old": "A", "new": "B"}}}},
//       {"key": 43, "insert": {"id": 43, "title": "C"}},
//       {"key": 44, "remove": {"id": 44, "title": "D"}}]}}}}}
//
// A list has "runs" instead of "entries": {"keep": 3}, {"change": …}, {"insert": […]}, {"remove": […]}; a set has "members":
// {"insert": …} and {"remove": …}. A long text has {"splice": [17, "-what went", "+what came"]}: after 17 bytes of UTF-8,
// which are kept, the one went and the other came, and what follows is kept. An empty patch is {}.

extension Patch {
  /// The patch as JSON on one line: what a log keeps.
  ///
  /// - Complexity: O(size of the patch).
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The patch as JSON that can be read again.
  ///
  /// - Throws: `PatchError.Reason.tooDeep` when it is nested deeper than a reader goes.
  package func readableJSON() throws(PatchError) -> [UInt8] {
    var writer = JSONWriter(depthLimit: patchDepthLimit)
    writer.write(self)
    if writer.isTooDeep { throw PatchError(.tooDeep(limit: patchDepthLimit)) }
    return writer.bytes
  }

  /// Reads what ``json`` gave.
  ///
  /// - Throws: ``PatchError`` for anything else, with the path in the patch.
  public init(json: some Sequence<UInt8>) throws(PatchError) {
    root = try JSONReader.reading(json, depthLimit: patchDepthLimit) { reader throws(PatchError) in
      try reader.patch()
    }
  }

  /// Reads a record in which the member `name` is a patch, which is read where it lies.
  ///
  /// - Returns: The patch, or nil where no member has the name, and the other members.
  package static func read(
    member name: String,
    of record: some Sequence<UInt8>
  ) throws(PatchError) -> (patch: Patch?, others: PlainRecord) {
    try JSONReader.reading(record, depthLimit: patchDepthLimit + 1) { reader throws(PatchError) in
      var (patch, others, known): (Patch?, PlainRecord, Set<PlainValue>) = (nil, [:], [])
      var isFirst = true
      try reader.enter(.record)
      while try reader.next(in: .record, isFirst: &isFirst) {
        let place = try reader.name()
        let found = reader.string(place)
        guard known.insert(.text(found)).inserted else {
          throw reader.error(.duplicate(name: found), at: place.range.lowerBound - 1)
        }
        if found == name {
          patch = Patch(root: try reader.patch())
        } else {
          others[found] = try reader.plain()
        }
      }
      return (patch, others)
    }
  }
}

extension JSONWriter {
  /// Writes a patch.
  package mutating func write(_ patch: Patch) {
    if let root = patch.root { return root.write(to: &self) }
    beginRecord()
    endRecord()
  }

  fileprivate mutating func write(_ name: String, _ value: PlainValue) {
    writeName(name)
    write(value)
  }

  fileprivate mutating func write<Change>(
    _ name: String,
    _ changes: [Change],
    _ write: (Change, inout JSONWriter) -> Void
  ) {
    writeName(name)
    beginList()
    for change in changes { write(change, &self) }
    endList()
  }
}

extension Patch.Node {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginRecord()
    switch self {
    case .replaced(let old, let new):
      json.write("new", new)
      json.write("old", old)
    case .fields(let fields):
      json.writeName("fields")
      json.beginRecord()
      for field in fields {
        json.writeName(field.name)
        field.node.write(to: &json)
      }
      json.endRecord()
    case .entries(let entries): json.write("entries", entries) { $0.write(to: &$1) }
    case .members(let members):
      json.write("members", members) { member, json in
        json.beginRecord()
        json.write(member.isInserted ? "insert" : "remove", member.value)
        json.endRecord()
      }
    case .list(let runs): json.write("runs", runs) { $0.write(to: &$1) }
    case .text(let runs): json.write("splice", runs) { $0.write(to: &$1) }
    }
    json.endRecord()
  }
}

extension Patch.Node.Entry {
  // Names are in order, as everywhere in the JSON of this package.
  fileprivate func write(to json: inout JSONWriter) {
    json.beginRecord()
    switch change {
    case .removed(let value):
      json.write("key", key)
      json.write("remove", value)
    case .inserted(let value):
      json.write("insert", value)
      json.write("key", key)
    case .changed(let node):
      json.writeName("change")
      node.write(to: &json)
      json.write("key", key)
    }
    json.endRecord()
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
      json.write("remove", .list(values))
    case .inserted(let values):
      json.write("insert", .list(values))
    }
    json.endRecord()
  }
}

extension Patch.Node.TextRun {
  /// In the splice of a text, a run is a number, or a text behind its sign.
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .kept(let count): json.write(Int64(count))
    case .removed(let text): json.write("-", text)
    case .inserted(let text): json.write("+", text)
    }
  }
}
