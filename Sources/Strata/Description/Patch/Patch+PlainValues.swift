// Patches on values whose types nobody knows, as a file's JSON is: what the log replays on the state of an older
// version, and what composing needs.

extension PlainValue {
  /// Returns what a patch makes of this value: the plain form of what it makes of the value that this is the plain
  /// form of.
  ///
  /// - Throws: ``PatchError`` with the path to what does not fit.
  public func applying(_ patch: Patch) throws(PatchError) -> PlainValue {
    guard let root = patch.root else { return self }
    var changed = self
    try changed.apply(root)
    return changed
  }

  mutating func apply(_ node: Patch.Node) throws(PatchError) {
    switch node {
    case .replaced(let old, let new):
      guard self == old else { throw PatchError(.differs(expected: old, found: self)) }
      self = new
    case .fields(let fields):
      for field in fields { try apply(field) }
    case .entries(let entries):
      for entry in entries { try apply(entry) }
    case .members(let members):
      for member in members { try apply(member) }
    case .list(let runs):
      guard case .list(var values) = self else { throw PatchError(.otherKind(expected: node.kind)) }
      self = .null
      try values.apply(runs)
      self = .list(values)
    case .text(let runs):
      guard case .text(var text) = self else { throw PatchError(.otherKind(expected: node.kind)) }
      try text.apply(runs)
      self = .text(text)
    }
  }

  private mutating func apply(_ field: Patch.Node.Field) throws(PatchError) {
    guard case .record(var record) = self else {
      throw PatchError(.otherKind(expected: "the fields of a record"))
    }
    // A record leaves out what is none, so no value and none are one.
    var value = record[field.name] ?? .null
    do throws(PatchError) {
      try value.apply(field.node)
    } catch {
      throw error.inside(.field(field.name))
    }
    record[field.name] = value == .null ? nil : value
    self = .record(record)
  }

  private mutating func apply(_ entry: Patch.Node.Entry) throws(PatchError) {
    do throws(PatchError) {
      switch self {
      case .record(var record):
        self = .null
        try entry.change.apply(to: &record[entry.key.name])
        self = .record(record)
      case .list(var values):
        self = .null
        let place = values.firstKey(entry.key)
        var value = place.map { values[$0 + 1] }
        try entry.change.apply(to: &value)
        switch (place, value) {
        case (let place?, let value?): values[place + 1] = value
        case (let place?, nil): values.removeSubrange(place..<place + 2)
        case (nil, let value?): values.insertEntry(entry.key, value)
        case (nil, nil): break
        }
        self = .list(values)
      default: throw PatchError(.otherKind(expected: "the entries of a map"))
      }
    } catch {
      throw error.inside(.key(entry.key))
    }
  }

  private mutating func apply(_ member: Patch.Node.Member) throws(PatchError) {
    guard case .list(var values) = self else {
      throw PatchError(.otherKind(expected: "the members of a set"))
    }
    let place = values.firstIndex(of: member.value)
    switch (place, member.isInserted) {
    case (nil, true):
      values.insert(member.value, at: values.firstIndex { member.value.precedes($0) } ?? values.count)
    case (let place?, false): values.remove(at: place)
    case (nil, false): throw PatchError(.nothingThere).inside(.key(member.value))
    case (_?, true): throw PatchError(.alreadyThere).inside(.key(member.value))
    }
    self = .list(values)
  }
}

extension Patch.Node.EntryChange {
  func apply(to value: inout PlainValue?) throws(PatchError) {
    switch self {
    case .inserted(let new):
      guard value == nil else { throw PatchError(.alreadyThere) }
      value = new
    case .removed(let old):
      guard let present = value else { throw PatchError(.nothingThere) }
      guard present == old else { throw PatchError(.differs(expected: old, found: present)) }
      value = nil
    case .changed(let node):
      guard var present = value else { throw PatchError(.nothingThere) }
      try present.apply(node)
      value = present
    }
  }
}

extension [PlainValue] {
  /// Where a key stands in a list of keys and values by turns.
  fileprivate func firstKey(_ key: PlainValue) -> Int? {
    stride(from: 0, to: count - 1, by: 2).first { self[$0] == key }
  }

  fileprivate mutating func insertEntry(_ key: PlainValue, _ value: PlainValue) {
    let place = stride(from: 0, to: count - 1, by: 2).first { key.precedes(self[$0]) } ?? count
    insert(contentsOf: [key, value], at: place)
  }

  fileprivate mutating func apply(_ runs: [Patch.Node.Run]) throws(PatchError) {
    var changed: [PlainValue] = []
    var rest = self[...]
    func check(_ length: Int) throws(PatchError) {
      guard length <= rest.count else {
        throw PatchError(
          .beyondTheEnd(position: changed.count + length - 1, count: changed.count + rest.count)
        )
      }
    }
    for run in runs {
      switch run {
      case .kept(let length):
        try check(length)
        changed += rest.prefix(length)
        rest = rest.dropFirst(length)
      case .changed(let node):
        try check(1)
        var value = rest.removeFirst()
        do throws(PatchError) {
          try value.apply(node)
        } catch {
          throw error.inside(.position(changed.count))
        }
        changed.append(value)
      case .removed(let values):
        try check(values.count)
        for (offset, expected) in values.enumerated() {
          let found = rest.removeFirst()
          guard found == expected else {
            throw PatchError(.differs(expected: expected, found: found)).inside(
              .position(changed.count + offset)
            )
          }
        }
      case .inserted(let values):
        changed += values
      }
    }
    self = changed + rest
  }
}
