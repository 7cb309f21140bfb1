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

  /// What changed in all gaps; nil when nothing did.
  func result() throws(PatchError) -> Patch.Node? {
    if let failure { throw failure }
    let found = runs.runs
    return found.isEmpty ? nil : .list(found)
  }

  /// Takes in the next gap; the first error ends the looking.
  mutating func look(into gap: ListGap) {
    guard failure == nil else { return }
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

  private mutating func append(
    _ change: ArrayComparison.Places,
    in gap: ListGap,
    _ found: [Int: Patch.Node?]
  ) throws(PatchError) {
    let (start, newStart) = (gap.oldRange.lowerBound, gap.newRange.lowerBound)
    runs.append(.kept(start + change.old.lowerBound - position))
    position = start + change.old.upperBound
    if change.old.count == change.new.count {
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
    } else {
      var (removed, inserted): ([PlainValue], [PlainValue]) = ([], [])
      for place in change.old {
        removed.append(try shape.plain(gap.old(place), at: .position(start + place)))
      }
      for place in change.new {
        inserted.append(try shape.plain(gap.new(place), at: .position(newStart + place)))
      }
      runs.append(.removed(removed))
      runs.append(.inserted(inserted))
    }
  }
}
