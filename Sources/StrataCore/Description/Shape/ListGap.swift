import PersistentCollections

/// Elements of two versions of a list, as they lie in memory, that stand between others which both share.
@usableFromInline
struct ListGap {
  /// Where the elements are in the older version.
  let oldRange: Range<Int>
  /// Where the elements are in the newer version.
  let newRange: Range<Int>
  private let old: UnsafeRawPointer
  private let new: UnsafeRawPointer
  private let size: Int
  private let stride: Int

  /// Calls `body` with a gap; it is not to be used any more afterwards.
  @usableFromInline
  static func with<Element>(
    _ old: [Element],
    at oldStart: Int,
    _ new: [Element],
    at newStart: Int,
    _ body: (ListGap) -> Void
  ) {
    old.withUnsafeBytes { oldBytes in
      new.withUnsafeBytes { newBytes in
        // Elements without a size lie nowhere, and any place will do.
        let anywhere = UnsafeRawPointer(bitPattern: MemoryLayout<Element>.alignment)
        guard let before = oldBytes.baseAddress ?? anywhere, let after = newBytes.baseAddress ?? anywhere
        else { return }
        body(
          ListGap(
            oldRange: oldStart..<oldStart + old.count,
            newRange: newStart..<newStart + new.count,
            old: before,
            new: after,
            size: MemoryLayout<Element>.size,
            stride: MemoryLayout<Element>.stride
          )
        )
      }
    }
  }

  /// Where an element of the older version lies, by its place in the gap.
  func old(_ place: Int) -> UnsafeRawPointer { old + place * stride }

  /// Where an element of the newer version lies, by its place in the gap.
  func new(_ place: Int) -> UnsafeRawPointer { new + place * stride }

  /// Whether two elements are the same byte for byte, and so the same.
  func areBytesSame(_ before: Int, _ after: Int) -> Bool { areSameBytes(old(before), new(after), size) }

  /// What went, came and changed, in ascending order, as places in the gap.
  ///
  /// - Parameters:
  ///   - hash: What is the same for elements that are surely the same.
  ///   - areSurelySame: Whether they are, which is asked often.
  ///   - areSame: Whether two elements are the same.
  func changes(
    hash: (UnsafeRawPointer) -> Int,
    areSurelySame: (_ old: Int, _ new: Int) -> Bool,
    by areSame: (_ old: Int, _ new: Int) -> Bool
  ) -> [ArrayComparison.Places] {
    var changes: [ArrayComparison.Places] = []
    for piece in pieces(hash, areSurelySame) {
      let (oldStart, newStart) = (piece.old.lowerBound, piece.new.lowerBound)
      let found = ArrayComparison.changes(from: piece.old.count, to: piece.new.count) {
        areSame(oldStart + $0, newStart + $1)
      }
      changes += found.map { old, new in
        (
          oldStart + old.lowerBound..<oldStart + old.upperBound,
          newStart + new.lowerBound..<newStart + new.upperBound
        )
      }
    }
    return changes
  }

  /// What went, came and changed where elements are known by their bytes.
  func changes(by areSame: (_ old: Int, _ new: Int) -> Bool) -> [ArrayComparison.Places] {
    changes(hash: hash, areSurelySame: areBytesSame, by: areSame)
  }

  /// What went and came where elements are known by their identity.
  func changes(by identity: EntityIdentity) -> [ArrayComparison.Places] {
    func isShared(_ before: Int, _ after: Int) -> Bool {
      areBytesSame(before, after) || identity.isShared(old(before), new(after))
    }
    return changes(hash: identity.hash, areSurelySame: isShared, by: isShared)
  }
}

extension ListGap {
  /// The gap cut up at elements that are surely in both versions, if it is long.
  ///
  /// A long list that was filtered, rotated or put together anew would else look like another one from its first
  /// change to its last.
  private func pieces(
    _ hash: (UnsafeRawPointer) -> Int,
    _ areSurelySame: (_ old: Int, _ new: Int) -> Bool
  ) -> [ArrayComparison.Places] {
    let whole: ArrayComparison.Places = (0..<oldRange.count, 0..<newRange.count)
    guard max(whole.old.count, whole.new.count) > ArrayComparison.thoroughCount else { return [whole] }
    let shared = sharedPlaces(hash, areSurelySame)
    if whole.old.count == whole.new.count {
      // Elements that changed where they are leave the others in their places.
      let updates = whole.old.reduce(0) { areSurelySame($1, $1) ? $0 : $0 + 1 }
      if updates <= whole.old.count - shared.count { return [whole] }
    }
    var pieces: [ArrayComparison.Places] = []
    var (old, new) = (0, 0)
    for place in shared + [(whole.old.count, whole.new.count)] {
      if old < place.old || new < place.new { pieces.append((old..<place.old, new..<place.new)) }
      (old, new) = (place.old + 1, place.new + 1)
    }
    return pieces
  }

  /// The places of elements that are surely the same, as many as are in the same order in both versions.
  private func sharedPlaces(
    _ hash: (UnsafeRawPointer) -> Int,
    _ areSurelySame: (_ old: Int, _ new: Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    // The first of several that are the same goes with the first, the second with the second.
    var places: [Int: [Int]] = [:]
    for place in (0..<oldRange.count).reversed() { places[hash(old(place)), default: []].append(place) }
    let found = (0..<newRange.count).compactMap { after -> (old: Int, new: Int)? in
      guard let before = places[hash(new(after))]?.popLast(), areSurelySame(before, after) else { return nil }
      return (before, after)
    }
    return found.map(\.old).longestAscent.map { found[$0] }
  }

  private func hash(_ element: UnsafeRawPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(start: element, count: size))
    return hasher.finalize()
  }
}
