import PersistentCollections

// One who carries a change over a thousand steps has to do with few of them. Which those are is seen where the steps lie
// packed, without making patches of them.

extension PackedReader {
  /// Reads the next node, and says whether it may be about something that another change is about, too. Where it is, not
  /// all of it is read.
  mutating func meets(_ change: Patch.Node) throws(PatchError) -> Bool {
    let (tag, number) = try head()
    let count = try count(number)
    return try nested { reader throws(PatchError) in
      switch (tag, change) {
      case (.fields, .fields(let fields)):
        for _ in 0..<count {
          let name = try reader.textBytes(try reader.head(.text))
          guard let field = fields.first(where: { $0.name.utf8.elementsEqual(name) }) else {
            try reader.skipNode()
            continue
          }
          if try reader.meets(field.node) { return true }
        }
        return false
      case (.entries, .entries(let entries)):
        for _ in 0..<count { if try reader.entryMeets(entries) { return true } }
        return false
      default: return true
      }
    }
  }

  private mutating func entryMeets(_ entries: [Patch.Node.Entry]) throws(PatchError) -> Bool {
    let step = try head(.step)
    let key = try value()
    let next = entries.partitioningIndex { !$0.key.precedes(key) }
    if next < entries.endIndex, entries[next].key == key {
      guard step == 2, case .changed(let node) = entries[next].change else { return true }
      return try meets(node)
    }
    if step == 2 { try skipNode() } else { try skipValue() }
    return false
  }

  mutating func skipNode() throws(PatchError) {
    let (tag, number) = try head()
    let count = try count(number)
    try nested { reader throws(PatchError) in
      if tag == .replaced {
        try reader.skipValue()
        return try reader.skipValue()
      }
      for _ in 0..<count { try reader.skipChange(tag) }
    }
  }

  private mutating func skipChange(_ tag: PackedTag) throws(PatchError) {
    switch tag {
    case .fields:
      _ = try textBytes(try head(.text))
      try skipNode()
    case .entries:
      let step = try head(.step)
      try skipValue()
      if step == 2 { try skipNode() } else { try skipValue() }
    case .members:
      _ = try head(.step)
      try skipValue()
    case .runs:
      switch try head() {
      case (.whole, _): break
      case (_, 2): try skipNode()
      default: try skipValue()
      }
    case .splice:
      let (tag, number) = try head()
      if tag != .whole { _ = try textBytes(number) }
    default: throw malformed
    }
  }
}

extension Patch.Node {
  /// What of a change may be about something that another one of the same value is about, too; nil for nothing.
  func part(about other: Patch.Node) -> Patch.Node? {
    switch (self, other) {
    case (.fields(let fields), .fields(let others)):
      let parts = fields.compactMap { field -> Field? in
        guard let other = others.first(where: { $0.name.isWritten(as: field.name) }) else { return nil }
        return field.node.part(about: other.node).map { Field(name: field.name, node: $0) }
      }
      return parts.isEmpty ? nil : .fields(parts)
    case (.entries(let entries), .entries(let others)):
      let parts = entries.compactMap { $0.part(about: others) }
      return parts.isEmpty ? nil : .entries(parts)
    default: return self
    }
  }
}

extension Patch.Node {
  /// A node that is about all that either of two is about, for ``part(about:)`` and ``PackedReader/meets(_:)``.
  func together(with other: Patch.Node) -> Patch.Node {
    switch (self, other) {
    case (.fields(var fields), .fields(let others)):
      for other in others {
        if let index = fields.firstIndex(where: { $0.name.isWritten(as: other.name) }) {
          fields[index] = Field(name: other.name, node: fields[index].node.together(with: other.node))
        } else {
          fields.append(other)
        }
      }
      return .fields(fields)
    case (.entries(let entries), .entries(let others)): return .entries(Self.together(entries, others))
    case (_, .fields), (_, .entries): return self
    default: return other
    }
  }
}

extension Patch.Node {
  /// A node that is about all that any of some is about.
  static func together(_ all: [Patch.Node]) -> Patch.Node? {
    // By halves: each change is gone through as often as they can be halved.
    if all.count < 2 { return all.first }
    let middle = all.count / 2
    let halves = (together(Array(all[..<middle])), together(Array(all[middle...])))
    guard let first = halves.0, let second = halves.1 else { return halves.0 ?? halves.1 }
    return first.together(with: second)
  }

  /// The number of places that it is about, as far as names and keys lead; no more than a limit.
  func places(upTo limit: Int) -> Int {
    var count = 0
    switch self {
    case .fields(let fields):
      for field in fields where count < limit { count += field.node.places(upTo: limit - count) }
    case .entries(let entries):
      for entry in entries where count < limit {
        if case .changed(let node) = entry.change {
          count += node.places(upTo: limit - count)
        } else {
          count += 1
        }
      }
    case .replaced, .members, .list, .text: count = 1
    }
    return count
  }

  private static func together(_ entries: [Entry], _ others: [Entry]) -> [Entry] {
    var (all, rest) = ([Entry](), others[...])
    all.reserveCapacity(entries.count + others.count)
    for entry in entries {
      while let other = rest.first, other.key.precedes(entry.key) { all.append(rest.removeFirst()) }
      guard let other = rest.first, other.key == entry.key else {
        all.append(entry)
        continue
      }
      rest.removeFirst()
      switch (entry.change, other.change) {
      case (.changed(let node), .changed(let otherNode)):
        all.append(Entry(key: entry.key, change: .changed(node.together(with: otherNode))))
      case (.changed, _): all.append(other)
      case (_, _): all.append(entry)
      }
    }
    return all + rest
  }
}

extension Patch.Node.Entry {
  fileprivate func part(about others: [Self]) -> Self? {
    let next = others.partitioningIndex { !$0.key.precedes(key) }
    guard next < others.endIndex, others[next].key == key else { return nil }
    guard case .changed(let node) = change, case .changed(let other) = others[next].change else {
      return self
    }
    return node.part(about: other).map { Self(key: key, change: .changed($0)) }
  }
}
