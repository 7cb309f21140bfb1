extension Timeline {
  /// The last moments that two moments both have: where their branches part, and what both have merged since.
  ///
  /// Mostly it is one. It is several where each branch has merged what the other one began with:
  ///
  ///     0 ── 1 ───── 4        4 merges 2, and 5 merges 1: both have 1 and 2
  ///      ╲── 2 ───── 5
  ///
  /// What was taken again from another branch, with all that led to it there, counts as merged. A merge that the present has
  /// taken back does not count: it can be made again.
  ///
  /// - Parameters:
  ///   - own: A moment; or several, for what they would make together.
  ///   - others: The same.
  /// - Returns: The bases, the newest one first.
  /// - Complexity: O(moments since the branches parted).
  func mergeBases(of own: [Moment.ID], and others: [Moment.ID]) -> [Moment.ID] {
    var (reached, bases) = (ReachedMoments(), [Moment.ID]())
    for id in own { reached.insert(id, from: .own) }
    for id in others { reached.insert(id, from: .others) }
    var way = hasTakenBack ? WayBack(of: self) : nil
    while let (id, sides) = reached.popNewest() {
      if sides == .both { bases.append(id) }
      let further = sides.isSuperset(of: .both) ? sides.union(.behind) : sides
      if let parent = parent(of: id) { reached.insert(parent, from: further) }
      if let merged = origin(of: id).merges ?? wholeAgain(by: id), tree.contains(merged) {
        while let step = way?.next(), step.moment > id {}
        if way?.hasTakenBack(id) != true { reached.insert(merged, from: further) }
      }
    }
    return bases
  }
}

/// Moments that were reached on ways back, and are to be gone on from: newer ones first, so that all ways to one are known when
/// it is its turn.
private struct ReachedMoments {
  /// From where a moment was reached.
  struct Sides: OptionSet {
    let rawValue: UInt8
    static let own = Sides(rawValue: 1)
    static let others = Sides(rawValue: 2)
    static let both: Sides = [.own, .others]
    /// By way of a moment that both have.
    static let behind = Sides(rawValue: 4)
  }

  /// The moments, the newest one last.
  private var open: [(id: Moment.ID, sides: Sides)] = []

  mutating func insert(_ id: Moment.ID, from sides: Sides) {
    let place = open.partitioningIndex { $0.id >= id }
    if place < open.endIndex, open[place].id == id {
      open[place].sides.formUnion(sides)
    } else {
      open.insert((id, sides), at: place)
    }
  }

  /// Takes the newest one out; nil where all that are left lie behind what both sides have.
  mutating func popNewest() -> (id: Moment.ID, sides: Sides)? {
    open.allSatisfy { $0.sides.contains(.behind) } ? nil : open.popLast()
  }
}
