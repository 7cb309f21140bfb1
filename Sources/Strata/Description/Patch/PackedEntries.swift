import PersistentCollections

/// What packed nodes change in the entries of a map one after the other, put together by key.
///
/// Keys are told apart by their bytes: a key has one packed form. So none is made before all is known of it.
struct PackedEntries {
  /// What happens to an entry, seen in the direction in which it is gone.
  enum Fate {
    case goes, comes, changes
  }

  /// One change of an entry.
  private struct Change {
    let fate: Fate
    /// Where the value begins that goes or comes, or the node of what changes.
    let place: Int
    /// The next change of the same entry; its own number where it is the last one.
    var next: Int
  }

  /// A key, and the changes of its entry.
  private struct Key {
    let place: Int
    let length: Int
    let hash: Int
    var (first, last): (Int, Int)
  }

  private var changes: [Change] = []
  private var keys: [Key] = []
  /// The keys by their hashes, each in the first free place from where its hash points to; -1 where there is none.
  private var slots: [Int]

  /// Reads nodes; where it is one, to its end. Nil where keys that are written differently may be equal, and one of them
  /// takes the other's place: there each node has its turn.
  ///
  /// - Parameter keysAreTexts: Whether they are, or are whole numbers: these have twins only where not all is ASCII.
  init?(
    _ nodes: PackedNodes,
    _ direction: PackedDirection,
    of packed: inout PackedReader,
    haveTwins: Bool,
    keysAreTexts: Bool
  ) throws(PatchError) {
    // As if each node were about a key of its own.
    slots = [Int](repeating: -1, count: 1 << (Int.bitWidth - (2 * nodes.count).leadingZeroBitCount))
    changes.reserveCapacity(nodes.count)
    for node in nodes {
      packed.position = node
      guard var left = try packed.changes(.entries) else { throw packed.malformed }
      while left > 0 {
        let fate = try Self.fate(&packed, direction)
        let place = packed.position
        try packed.skipValue()
        let length = packed.position - place
        if haveTwins, fate != .changes {
          guard keysAreTexts, packed.isASCII(place, length) else { return nil }
        }
        add(Change(fate: fate, place: packed.position, next: changes.count), place, length, packed)
        left -= 1
        // Behind the last one, nothing is looked for but by who reads one node.
        if left == 0 && nodes.count > 1 { break }
        if fate == .changes { try packed.skipNode() } else { try packed.skipValue() }
      }
    }
  }

  private static func fate(
    _ packed: inout PackedReader,
    _ direction: PackedDirection
  ) throws(PatchError) -> Fate {
    switch (try packed.head(.step), direction) {
    case (0, .forward), (1, .back): .goes
    case (1, .forward), (0, .back): .comes
    default: .changes
    }
  }

  private mutating func add(_ change: Change, _ place: Int, _ length: Int, _ packed: PackedReader) {
    let hash = packed.hash(place, length)
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = slots[slot]
      if keys[number].hash == hash, keys[number].length == length,
        packed.begins(place, as: keys[number].place, length)
      {
        changes[keys[number].last].next = changes.count
        keys[number].last = changes.count
        changes.append(change)
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = keys.count
    keys.append(Key(place: place, length: length, hash: hash, first: changes.count, last: changes.count))
    changes.append(change)
    if 2 * keys.count > slots.count { grow() }
  }

  private mutating func grow() {
    slots = [Int](repeating: -1, count: 4 * slots.count)
    for (number, key) in keys.enumerated() {
      var slot = key.hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = number
    }
  }
}

extension PackedEntries {
  /// What becomes of one entry.
  struct Outcome {
    /// Where its key begins.
    let key: Int
    /// Whether what was there goes.
    let goes: Bool
    /// Where the value begins that comes.
    let comes: Int?
    /// Where the nodes begin that change what is there then.
    let nodes: PackedNodes
  }

  /// Goes through the keys, in the order in which they were met.
  func forEach(_ body: (Outcome) throws(PatchError) -> Void) throws(PatchError) {
    var nodes: [Int] = []
    for key in keys {
      nodes.removeAll(keepingCapacity: true)
      var (goes, comes): (Bool, Int?) = (false, nil)
      var number = key.first
      while true {
        let change = changes[number]
        switch change.fate {
        case .changes: nodes.append(change.place)
        case .goes:
          nodes.removeAll(keepingCapacity: true)
          (goes, comes) = (true, nil)
        case .comes: comes = change.place
        }
        if change.next == number { break }
        number = change.next
      }
      try nodes.withUnsafeBufferPointer { nodes throws(PatchError) in
        try body(Outcome(key: key.place, goes: goes, comes: comes, nodes: nodes))
      }
    }
  }
}

extension PackedReader {
  fileprivate func isASCII(_ place: Int, _ length: Int) -> Bool {
    bytes[(place + 1)..<(place + length)].allSatisfy { $0 < 0x80 }
  }

  /// A hash that no app's user foresees.
  fileprivate func hash(_ place: Int, _ length: Int) -> Int {
    if length > 8 {
      var hasher = Hasher()
      hasher.combine(
        bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[place..<place + length])
      )
      return hasher.finalize()
    }
    var word = length
    for index in place..<place + length { word = word &<< 8 ^ Int(bytes[index]) }
    return Int(truncatingIfNeeded: KeyHash.hash(ofNumber: word) &>> 16)
  }
}
