import PersistentCollections

/// Finds what leads from one list to another, gap by gap.
///
/// Elements that took each other's place are looked into once, and what was found is kept: whether they are the same is
/// asked several times, and what changed in them is a part of what changed in the list. Without that, a list in a list
/// would cost a multiple of what it costs alone, at every level.
struct ListDifferences {
  private let shape: AnyValueShape
  private var runs = NormalRuns<Patch.Node.Run>()
  private var position = 0
  private var failure: PatchError?

  init(of shape: AnyValueShape) {
    self.shape = shape
  }

  /// The changes in all gaps; nil when there are none.
  func result() throws(PatchError) -> Patch.Node? {
    if let failure { throw failure }
    let found = runs.runs
    return found.isEmpty ? nil : .list(found)
  }

  /// Takes in the next gap; the first error ends the looking.
  mutating func look(into gap: ListGap) {
    guard failure == nil else { return }
    if let identity = shape.identity { return look(into: gap, by: identity) }
    var found: [Int: Patch.Node?] = [:]
    var failure: PatchError?
    let changes = gap.changes { [shape] before, after in
      if gap.areBytesSame(before, after) { return true }
      if failure != nil { return false }
      do throws(PatchError) {
        guard before == after else { return try shape.areSame(gap.old(before), gap.new(after)) }
        if let known = found[before] { return known == nil }
        let node = try shape.difference(from: gap.old(before), to: gap.new(after))
        found[before] = .some(node)
        return node == nil
      } catch {
        failure = error.inside(.position(gap.oldRange.lowerBound + before))
        return false
      }
    }
    do throws(PatchError) {
      if let failure { throw failure }
      for change in changes { try append(change, in: gap, found) }
    } catch {
      self.failure = error
    }
  }

  /// Takes in a gap between elements that are known by their identity: one that is in both versions is the same one
  /// or changed, and all others came or went.
  private mutating func look(into gap: ListGap, by identity: EntityIdentity) {
    do throws(PatchError) {
      var (before, after) = (0, 0)
      for change in gap.changes(by: identity) {
        try appendShared(before..<change.old.lowerBound, with: after, in: gap)
        try appendExchange(change, in: gap)
        (before, after) = (change.old.upperBound, change.new.upperBound)
      }
      try appendShared(before..<gap.oldRange.count, with: after, in: gap)
    } catch {
      failure = error
    }
  }

  /// Takes in elements that are in both versions, in one order.
  private mutating func appendShared(_ places: Range<Int>, with after: Int, in gap: ListGap)
    throws(PatchError)
  {
    let distance = after - places.lowerBound
    var place = gap.firstChange(in: places, at: distance)
    while place < places.upperBound {
      do throws(PatchError) {
        if let node = try shape.difference(from: gap.old(place), to: gap.new(place + distance)) {
          keep(upTo: gap.oldRange.lowerBound + place)
          runs.append(.changed(node))
          position += 1
        }
      } catch {
        throw error.inside(.position(gap.oldRange.lowerBound + place))
      }
      place = gap.firstChange(in: place + 1..<places.upperBound, at: distance)
    }
  }

  /// Takes in what is kept before a place in the older version.
  private mutating func keep(upTo place: Int) {
    runs.append(.kept(place - position))
    position = place
  }

  /// Takes in elements that went, and others that came in their place.
  private mutating func appendExchange(_ change: ArrayComparison.Places, in gap: ListGap) throws(PatchError) {
    let (start, newStart) = (gap.oldRange.lowerBound, gap.newRange.lowerBound)
    keep(upTo: start + change.old.lowerBound)
    position = start + change.old.upperBound
    var (removed, inserted): ([PlainValue], [PlainValue]) = ([], [])
    for place in change.old { removed.append(try shape.plain(gap.old(place), at: .position(start + place))) }
    for place in change.new {
      inserted.append(try shape.plain(gap.new(place), at: .position(newStart + place)))
    }
    runs.append(.removed(removed))
    runs.append(.inserted(inserted))
  }

  private mutating func append(
    _ change: ArrayComparison.Places,
    in gap: ListGap,
    _ found: [Int: Patch.Node?]
  ) throws(PatchError) {
    guard change.old.count == change.new.count else { return try appendExchange(change, in: gap) }
    let start = gap.oldRange.lowerBound
    keep(upTo: start + change.old.lowerBound)
    position = start + change.old.upperBound
    for (before, after) in zip(change.old, change.new) {
      do throws(PatchError) {
        let node: Patch.Node?
        if before == after, let known = found[before] {
          node = known
        } else {
          node = try shape.difference(from: gap.old(before), to: gap.new(after))
        }
        runs.append(node.map { .changed($0) } ?? .kept(1))
      } catch {
        throw error.inside(.position(start + before))
      }
    }
  }
}
