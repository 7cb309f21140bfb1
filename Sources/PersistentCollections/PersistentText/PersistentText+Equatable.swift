extension PersistentText: Hashable, Comparable {
  /// Returns whether both texts are canonically equivalent, as strings are equal.
  ///
  /// Nodes that both share, at the same offsets, are not looked into.
  ///
  /// - Complexity: O(bytes in nodes that are not shared) for texts that are written alike; from where they begin to be
  ///   written differently, O(characters that follow).
  public static func == (left: PersistentText, right: PersistentText) -> Bool {
    TextComparison(left, right).isEqual
  }

  /// Returns whether one text comes before another, in the order of strings.
  ///
  /// - Complexity: That of `==`.
  public static func < (left: PersistentText, right: PersistentText) -> Bool {
    TextComparison(left, right).isAscending
  }

  /// Returns whether both texts consist of the same bytes.
  ///
  /// Texts that are equal may be written differently: "é" is one scalar or two.
  ///
  /// - Complexity: O(bytes in nodes that are not shared).
  public func isWritten(as other: PersistentText) -> Bool {
    byteCount == other.byteCount && TextComparison(self, other).firstDifference == nil
  }

  /// Feeds the characters to a hasher, so that equal texts have equal hashes.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    let byteCount = byteCount
    withReader { reader in
      var start = 0
      while start < byteCount {
        // Canonically equivalent texts have as many clusters, and each of them is equivalent.
        var end = start
        for _ in 0..<64 where end < byteCount { end = reader.clusterEnd(from: end) }
        hasher.combine(reader.string(start, end))
        start = end
      }
    }
    hasher.combine(0xFF as UInt8)
  }
}

/// Two texts side by side.
struct TextComparison {
  private let left: PersistentText
  private let right: PersistentText

  init(_ left: PersistentText, _ right: PersistentText) {
    (self.left, self.right) = (left, right)
  }

  /// The first offset at which there are different bytes, or only on one side any; nil if all are the same.
  var firstDifference: Int? {
    let (count, otherCount) = (left.byteCount, right.byteCount)
    let shorter = min(count, otherCount)
    let difference = withExtendedLifetime((left, right)) { () -> Int? in
      guard let root = left.root, let otherRoot = right.root else { return nil }
      var offset = 0
      while offset < shorter {
        switch TextNode(root).next(from: offset, beside: TextNode(otherRoot)) {
        case .same(let end): offset = end
        case .different(let place): return place < shorter ? place : nil
        }
      }
      return nil
    }
    return difference ?? (count == otherCount ? nil : shorter)
  }

  var isEqual: Bool {
    if left.isIdentical(to: right) { return true }
    guard let difference = firstDifference else { return true }
    // Texts in ASCII are equivalent to no others of their kind.
    if left.isASCII && right.isASCII { return false }
    return firstDifferentClusters(difference) == nil
  }

  var isAscending: Bool {
    guard let difference = firstDifference, let (place, other) = firstDifferentClusters(difference) else {
      return false
    }
    // One cluster may be the beginning of another, as "e" is of "é" where that is two scalars: then the next one
    // decides. What is least ends both, because strings that end early are out of order at times (Swift 6.3:
    // "\u{212A}" and "Kss").
    func two(_ text: PersistentText, _ offset: Int) -> String {
      text.clusters(2, from: offset) + "\0"
    }
    return two(left, place) < two(right, other)
  }

  /// Returns the offsets of the first clusters that are not equivalent, given the offset of the first bytes that
  /// differ. On a side that has no clusters left, the offset is the end. Returns nil if all clusters are equivalent.
  private func firstDifferentClusters(_ difference: Int) -> (Int, Int)? {
    // The smaller one of the two offsets is the beginning of a cluster on both sides: all text before it is the same.
    func start(_ text: PersistentText) -> Int { text.withReader { $0.clusterStart(at: difference) } ?? 0 }
    let first = min(start(left), start(right))
    var (place, other) = (first, first)
    while place < left.byteCount, other < right.byteCount {
      let (cluster, otherCluster) = (left.clusters(1, from: place), right.clusters(1, from: other))
      if cluster != otherCluster { return (place, other) }
      (place, other) = (place + cluster.utf8.count, other + otherCluster.utf8.count)
    }
    return place == left.byteCount && other == right.byteCount ? nil : (place, other)
  }
}

extension PersistentText {
  /// Whether all scalars are ASCII.
  var isASCII: Bool {
    let measure = measure
    return measure[.utf8] == measure[.scalar]
  }

  /// Some clusters from an offset on, as many as there are; see ``TextReader/clusterEnd(from:)``.
  fileprivate func clusters(_ count: Int, from offset: Int) -> String {
    withReader { reader in
      var end = offset
      for _ in 0..<count where end < byteCount { end = reader.clusterEnd(from: end) }
      return reader.string(offset, end)
    } ?? ""
  }
}

extension TextNode {
  enum Comparison {
    /// Everything up to an offset is the same.
    case same(Int)
    /// At an offset there are different bytes.
    case different(Int)
  }

  /// Compares two texts from an offset on, as far as they share a node or have bytes that lie together.
  func next(from offset: Int, beside other: TextNode) -> Comparison {
    var (node, start, otherNode, otherStart) = (self, 0, other, 0)
    while true {
      if node === otherNode && start == otherStart { return .same(start &+ node.count) }
      let (header, otherHeader) = (node.header, otherNode.header)
      if header.isLeaf && otherHeader.isLeaf { break }
      if header.height >= otherHeader.height {
        let (slot, before) = node.slot(of: offset &- start, header)
        (node, start) = (node.child(slot), start &+ before)
      }
      if otherHeader.height >= header.height {
        let (slot, before) = otherNode.slot(of: offset &- otherStart, otherHeader)
        (otherNode, otherStart) = (otherNode.child(slot), otherStart &+ before)
      }
    }
    let end = min(start &+ node.count, otherStart &+ otherNode.count)
    let (bytes, otherBytes) = (node.body - start, otherNode.body - otherStart)
    var place = offset
    while place &+ 8 <= end,
      (bytes + place).loadUnaligned(as: UInt64.self) == (otherBytes + place).loadUnaligned(as: UInt64.self)
    {
      place &+= 8
    }
    while place < end {
      if bytes.load(fromByteOffset: place, as: UInt8.self)
        != otherBytes.load(fromByteOffset: place, as: UInt8.self)
      {
        return .different(place)
      }
      place &+= 1
    }
    return .same(end)
  }
}
