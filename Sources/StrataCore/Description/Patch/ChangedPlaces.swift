import PersistentCollections

/// The places that a change is about, to look for among many packed steps.
///
/// One who walks a thousand steps has to do with few of them. Which those are is seen where the steps lie packed, without
/// making patches of them: names and keys are compared as bytes.
struct ChangedPlaces {
  let change: Patch.Node
  private let inside: Inside
  /// The number of places, as far as names and keys lead.
  let count: Int

  private indirect enum Inside {
    /// All of what is there.
    case whole
    case fields([(name: [UInt8], places: ChangedPlaces)])
    /// Entries by their packed keys, in the order of these.
    case entries([(key: [UInt8], places: ChangedPlaces?)])
  }

  init(_ change: Patch.Node) {
    self.change = change
    switch change {
    case .fields(let fields):
      let all = fields.map { (name: Array($0.name.utf8), places: ChangedPlaces($0.node)) }
      (inside, count) = (.fields(all), all.reduce(0) { $0 + $1.places.count })
    case .entries(let entries):
      var all = entries.map { entry -> (key: [UInt8], places: ChangedPlaces?) in
        var writer = PackedWriter()
        writer.write(entry.key)
        if case .changed(let node) = entry.change { return (writer.bytes, ChangedPlaces(node)) }
        return (writer.bytes, nil)
      }
      all.sort { $0.key.lexicographicallyPrecedes($1.key) }
      (inside, count) = (.entries(all), all.reduce(0) { $0 + ($1.places?.count ?? 1) })
    case .replaced, .members, .list, .text: (inside, count) = (.whole, 1)
    }
  }

  /// Whether a packed step may be about some of the places; where it is, not all of it is read.
  func meet(_ step: ArraySlice<UInt8>) throws(PatchError) -> Bool {
    try PackedReader.reading(step) { reader throws(PatchError) in try isMet(by: &reader) }
  }

  /// Reads the next node, and says whether it may be about some of the places.
  func isMet(by reader: inout PackedReader) throws(PatchError) -> Bool {
    let (tag, number) = try reader.head()
    let count = try reader.count(number)
    return try reader.nested(in: tag) { reader throws(PatchError) in
      switch (tag, inside) {
      case (.fields, .fields(let fields)):
        for _ in 0..<count {
          let name = try reader.textBytes(try reader.head(.text))
          if let field = fields.first(where: { $0.name.isWritten(in: name) }) {
            if try field.places.isMet(by: &reader) { return true }
          } else {
            try reader.skipNode()
          }
        }
        return false
      case (.entries, .entries(let entries)):
        for _ in 0..<count {
          let step = try reader.head(.step)
          let start = reader.position
          try reader.skipValue()
          let key = reader.bytes(from: start)
          let place = entries.partitioningIndex { !$0.key.precedes(key) }
          if place < entries.count, entries[place].key.isWritten(in: key) {
            guard step == 2, let places = entries[place].places else { return true }
            if try places.isMet(by: &reader) { return true }
          } else if step == 2 {
            try reader.skipNode()
          } else {
            try reader.skipValue()
          }
        }
        return false
      default: return true
      }
    }
  }
}

extension [UInt8] {
  fileprivate func isWritten(in bytes: Bytes) -> Bool {
    withBytes { $0.isSame(as: bytes) }
  }

  fileprivate func precedes(_ bytes: Bytes) -> Bool {
    // By hand: most keys are a few bytes, and what is generic takes longer than to compare them.
    var place = 0
    while place < count, place < bytes.count {
      if self[place] != bytes[place] { return self[place] < bytes[place] }
      place += 1
    }
    return count < bytes.count
  }
}

extension PackedReader {
  mutating func skipNode() throws(PatchError) {
    let (tag, number) = try head()
    let count = try count(number)
    try nested(in: tag) { reader throws(PatchError) in
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
  /// The part of a change that may be about something that another one of the same value is about, too; nil for nothing.
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
  /// A node that is about all that either of two is about, for ``part(about:)`` and ``ChangedPlaces``.
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
