import PersistentCollections

/// Elements of two versions of a list, as they lie in memory, that stand between others which both share.
@usableFromInline
struct ListGap {
  /// The positions of the elements in the older version.
  let oldRange: Range<Int>
  /// The positions of the elements in the newer version.
  let newRange: Range<Int>
  private let old: ValuePlace
  private let new: ValuePlace
  private let bytes: SolidBytes
  private let stride: Int

  /// Calls `body` with a gap; it is not to be used any more afterwards.
  @usableFromInline
  static func with<Element>(
    _ old: [Element],
    at oldStart: Int,
    _ new: [Element],
    at newStart: Int,
    _ bytes: SolidBytes,
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
            old: ValuePlace(untyped: before),
            new: ValuePlace(untyped: after),
            bytes: bytes,
            stride: MemoryLayout<Element>.stride
          )
        )
      }
    }
  }

  /// The address of an element of the older version, by its place in the gap.
  func old(_ place: Int) -> ValuePlace { old + place * stride }

  /// The address of an element of the newer version, by its place in the gap.
  func new(_ place: Int) -> ValuePlace { new + place * stride }

  /// Whether two elements are the same byte for byte, and so the same.
  func areBytesSame(_ before: Int, _ after: Int) -> Bool { bytes.areSame(old(before), new(after)) }

  /// The first of some places where elements of both versions are not the same byte for byte, or their end.
  ///
  /// - Parameter distance: How much further in the newer version an element's counterpart stands.
  func firstChange(in places: Range<Int>, at distance: Int) -> Int {
    var place = places.lowerBound
    while place < places.upperBound {
      let count = min(64, places.upperBound - place)
      if !bytes.areSame(old(place), new(place + distance), count: count, stride: stride) {
        let block = place..<place + count
        return block.first { !areBytesSame($0, $0 + distance) } ?? block.upperBound
      }
      place += count
    }
    return place
  }

  /// The removed, inserted and changed elements, in ascending order, as places in the gap.
  ///
  /// - Parameters:
  ///   - hash: A hash that is the same for elements that are surely the same.
  ///   - areSurelySame: Whether two elements are surely the same; called often.
  ///   - areSame: Whether two elements are the same.
  func changes(
    hash: (ValuePlace) -> Int,
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

  /// The removed, inserted and changed elements, where elements are identified by their bytes.
  func changes(by areSame: (_ old: Int, _ new: Int) -> Bool) -> [ArrayComparison.Places] {
    changes(hash: bytes.hash, areSurelySame: areBytesSame, by: areSame)
  }

  /// The removed and inserted elements, where elements are identified by their identity.
  func changes(by identity: EntityIdentity) -> [ArrayComparison.Places] {
    func isShared(_ before: Int, _ after: Int) -> Bool {
      areBytesSame(before, after) || identity.isShared(old(before), new(after))
    }
    return changes(hash: identity.hash, areSurelySame: isShared, by: isShared)
  }
}

extension ListGap {
  /// The parts of the gap without the elements that are surely in both versions.
  ///
  /// A long list that was filtered, rotated or put together anew would otherwise look different from its first change to
  /// its last.
  private func pieces(
    _ hash: (ValuePlace) -> Int,
    _ areSurelySame: (_ old: Int, _ new: Int) -> Bool
  ) -> [ArrayComparison.Places] {
    let (old, new) = withoutEnds(areSurelySame)
    guard max(old.count, new.count) > ArrayComparison.thoroughCount else { return [(old, new)] }
    var updates: [Int]?
    if old.count == new.count {
      // Elements that changed where they are leave the others in their places.
      let places = changes(in: old, areSurelySame)
      if places.count < old.count / 4, !isAnyMoved(places, hash, areSurelySame) { return pieces(at: places) }
      updates = places
    }
    let shared = sharedPlaces(old, new, hash, areSurelySame)
    if let updates, updates.count <= old.count - shared.count { return pieces(at: updates) }
    var pieces: [ArrayComparison.Places] = []
    var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
    for place in shared + [(old.upperBound, new.upperBound)] {
      if oldStart < place.old || newStart < place.new {
        pieces.append((oldStart..<place.old, newStart..<place.new))
      }
      (oldStart, newStart) = (place.old + 1, place.new + 1)
    }
    return pieces
  }

  /// The part of the gap between the elements at both ends that are surely the same.
  private func withoutEnds(_ areSurelySame: (_ old: Int, _ new: Int) -> Bool) -> ArrayComparison.Places {
    let (oldCount, newCount) = (oldRange.count, newRange.count)
    let (shorter, distance) = (min(oldCount, newCount), newCount - oldCount)
    var start = 0
    while start < shorter {
      start = firstChange(in: start..<shorter, at: 0)
      guard start < shorter, areSurelySame(start, start) else { break }
      start += 1
    }
    var end = oldCount
    let least = oldCount - (shorter - start)
    while end > least {
      // From a block's beginning on, as far as that is the same: most are.
      let block = max(least, end - 64)..<end
      if firstChange(in: block, at: distance) == end {
        end = block.lowerBound
      } else if let last = block.last(where: { !areSurelySame($0, $0 + distance) }) {
        end = last + 1
        break
      } else {
        end = block.lowerBound
      }
    }
    return (start..<end, start..<end + distance)
  }

  /// The places where another element stands in the newer version than in the older one.
  private func changes(in places: Range<Int>, _ areSurelySame: (_ old: Int, _ new: Int) -> Bool) -> [Int] {
    var found: [Int] = []
    var place = firstChange(in: places, at: 0)
    while place < places.upperBound {
      if !areSurelySame(place, place) { found.append(place) }
      place = firstChange(in: place + 1..<places.upperBound, at: 0)
    }
    return found
  }

  /// Neighbours among places as one piece.
  private func pieces(at places: [Int]) -> [ArrayComparison.Places] {
    var pieces: [ArrayComparison.Places] = []
    for place in places { pieces.append((place..<place + 1, place..<place + 1), joiningWithin: 1) }
    return pieces
  }

  /// Whether an element that stood at one of some places stands at another one of them now.
  private func isAnyMoved(
    _ places: [Int],
    _ hash: (ValuePlace) -> Int,
    _ areSurelySame: (_ old: Int, _ new: Int) -> Bool
  ) -> Bool {
    let before = Dictionary(places.map { (hash(old($0)), $0) }) { first, _ in first }
    return places.contains { after in before[hash(new(after))].map { areSurelySame($0, after) } ?? false }
  }

  /// The places of elements that are surely the same, as many as are in the same order in both versions.
  private func sharedPlaces(
    _ olds: Range<Int>,
    _ news: Range<Int>,
    _ hash: (ValuePlace) -> Int,
    _ areSurelySame: (_ old: Int, _ new: Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    // The first of several that are the same goes with the first, the second with the second.
    var places: [Int: [Int]] = [:]
    for place in olds.reversed() { places[hash(old(place)), default: []].append(place) }
    let found = news.compactMap { after -> (old: Int, new: Int)? in
      guard let before = places[hash(new(after))]?.popLast(), areSurelySame(before, after) else { return nil }
      return (before, after)
    }
    return found.map(\.old).longestAscent.map { found[$0] }
  }
}
