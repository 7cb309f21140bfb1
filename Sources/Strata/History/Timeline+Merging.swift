extension Timeline {
  /// The last moment that both the present and another one have: where their branches part, or what was merged since.
  ///
  /// - Complexity: O(moments since the branches parted + merges since then, squared).
  func mergeBase(with other: Moment.ID) -> Moment.ID {
    let parting = parting(of: presentID, from: other)
    let own = ends(of: presentID, since: parting)
    let bases = ends(of: other, since: parting).flatMap { end in own.map { self.parting(of: $0, from: end) } }
    return bases.max() ?? parting
  }

  /// A moment, and what was merged on the way to it, or on the way to that; but for merges that the present has taken back.
  private func ends(of id: Moment.ID, since parting: Moment.ID) -> [Moment.ID] {
    var ends = [id]
    var next = 0
    while next < ends.count {
      for id in steps(after: parting, to: ends[next]) ?? [] {
        if let merged = origin(of: id).merges, isOnTheWay(parting, to: merged), !ends.contains(merged),
          !isOnTheWay(id) || undo(of: id) == nil
        {
          ends.append(merged)
        }
      }
      next += 1
    }
    return ends
  }
}
