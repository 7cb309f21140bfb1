import PersistentCollections

/// The changes that packed nodes make in the entries of a map, one node after the other, grouped by key.
///
/// Keys are compared by their bytes, since a key has one packed form. So no key is made before all its changes are known.
struct PackedEntries {
  /// The change of an entry, seen in the direction in which the nodes are applied.
  private enum Fate {
    case goes, comes, changes
  }

  /// A key, and where the changes of its entry lie among all that are put together.
  private struct Key {
    let place: Int
    let length: Int
    let hash: Int
    var (start, count): (Int, Int)
  }

  private var keys: [Key] = []
  /// The keys by their hashes, each in the first free place from where its hash points to; -1 where there is none.
  private var slots: [Int]
  /// Of each change: which key it is about, where the value begins that goes or comes, or the node of what changes, and
  /// what happens. First in the order in which they are made, and in the end put together by key.
  private var (keysOfChanges, places, fates): ([Int], [Int], [Fate]) = ([], [], [])
  /// Whether anything but changes happens.
  private var isStir = false

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
    keysOfChanges.reserveCapacity(nodes.count)
    places.reserveCapacity(nodes.count)
    fates.reserveCapacity(nodes.count)
    for node in nodes {
      packed.position = node
      guard var left = try packed.changes(.entries) else { throw packed.malformed }
      while left > 0 {
        let fate = try Self.fate(&packed, direction)
        let place = packed.position
        try packed.skipValue()
        let length = packed.position - place
        if fate != .changes {
          if haveTwins, !(keysAreTexts && packed.isASCII(place, length)) { return nil }
          isStir = true
        }
        keysOfChanges.append(number(ofKeyAt: place, length, packed))
        places.append(packed.position)
        fates.append(fate)
        left -= 1
        // Behind the last one, nothing is looked for but by who reads one node.
        if left == 0 && nodes.count > 1 { break }
        if fate == .changes { try packed.skipNode() } else { try packed.skipValue() }
      }
    }
    putTogether()
  }

  @inline(__always)
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

  /// The number of a key, which is counted once more.
  @inline(__always)
  private mutating func number(ofKeyAt place: Int, _ length: Int, _ packed: PackedReader) -> Int {
    let hash = packed.hash(place, length)
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = slots[slot]
      if keys[number].hash == hash, keys[number].length == length,
        packed.begins(place, as: keys[number].place, length)
      {
        keys[number].count += 1
        return number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = keys.count
    slots[slot] = number
    keys.append(Key(place: place, length: length, hash: hash, start: 0, count: 1))
    if 2 * keys.count > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = [Int](repeating: -1, count: 4 * slots.count)
    for (number, key) in keys.enumerated() {
      var slot = key.hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = number
    }
  }

  /// Puts the changes in the order of their keys, and those of one key in that in which they are made.
  private mutating func putTogether() {
    var next = 0
    for number in keys.indices {
      keys[number].start = next
      next += keys[number].count
      keys[number].count = 0
    }
    let (madeFirst, fatesFirst) = (places, fates)
    for (change, number) in keysOfChanges.enumerated() {
      let place = keys[number].start + keys[number].count
      keys[number].count += 1
      places[place] = madeFirst[change]
      if isStir { fates[place] = fatesFirst[change] }
    }
  }
}

extension PackedEntries {
  /// The result of all changes of one entry.
  struct Outcome {
    /// Whether a value that was there is removed.
    var goes = false
    /// The position of the value that is inserted; nil where none is.
    var comes: Int?
    /// The positions of the nodes that change the value after that.
    let nodes: PackedNodes
  }

  /// The number of keys.
  var count: Int { keys.count }

  /// The position of a key.
  func place(ofKey number: Int) -> Int { keys[number].place }

  /// Calls `body` with the result of all changes of a key's entry.
  func withOutcome(
    ofKey number: Int,
    _ body: (Outcome) throws(PatchError) -> Void
  ) throws(PatchError) {
    let key = keys[number]
    try places.withUnsafeBufferPointer { places throws(PatchError) in
      let (start, end) = (key.start, key.start + key.count)
      guard isStir, let last = fates[start..<end].lastIndex(where: { $0 != .changes }) else {
        return try body(Outcome(nodes: PackedNodes(rebasing: places[start..<end])))
      }
      // Changes before the last removal or insertion have no effect any more.
      let nodes = PackedNodes(rebasing: places[(last + 1)..<end])
      let goes = fates[start...last].contains(.goes)
      try body(Outcome(goes: goes, comes: fates[last] == .comes ? places[last] : nil, nodes: nodes))
    }
  }
}

extension PackedReader {
  fileprivate func isASCII(_ place: Int, _ length: Int) -> Bool {
    bytes[(place + 1)..<(place + length)].allSatisfy { $0 < 0x80 }
  }

  /// A hash that the app's user does not foresee.
  @inline(__always)
  fileprivate func hash(_ place: Int, _ length: Int) -> Int {
    if length > 8 { return longHash(place, length) }
    var word = length
    for index in place..<place + length { word = word &<< 8 ^ Int(bytes[index]) }
    return Int(truncatingIfNeeded: KeyHash.hash(ofNumber: word) &>> 16)
  }

  private func longHash(_ place: Int, _ length: Int) -> Int {
    var hasher = Hasher()
    bytes.part(place..<place + length).withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
