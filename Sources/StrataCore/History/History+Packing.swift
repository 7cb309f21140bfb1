extension History {
  /// A page whose moments have become old, with what is needed to pack it.
  package struct UnpackedPage: Sendable {
    fileprivate let page: OpenPage
    /// The packed pages that become one with it.
    fileprivate let neighbors: [MomentPages.Neighbor]
    /// The snapshot before each step.
    fileprivate let before: [DomainSnapshot?]
    fileprivate let domain: UndoDomain
    fileprivate let described: DescribedDomain

    /// Packs the page, which runs the app's code; a page with a step that cannot be packed stays as it is.
    package func packed() -> PackedMoments {
      let first = neighbors.first?.page.first ?? page.first
      var contents: [PackedPage.Content?] = []
      func padding(to number: UInt32) -> [PackedPage.Content?] {
        Array(repeating: nil, count: Int(number - first) - contents.count)
      }
      for (neighbor, alive) in neighbors {
        contents += padding(to: neighbor.first) + neighbor.contents(alive: alive)
      }
      contents += padding(to: page.first)
      for (offset, entry) in page.entries.enumerated() {
        guard page.isAlive(offset) else {
          contents.append(nil)
          continue
        }
        guard let step = step(entry.kept, after: before[offset]) else {
          return PackedMoments(page: page, packed: nil)
        }
        contents.append(PackedPage.Content(words: entry.words, step: step))
      }
      return PackedMoments(page: page, packed: try? PackedPage(first: first, contents))
    }

    private func step(_ kept: MomentPages.Kept, after before: DomainSnapshot?) -> PackedStep? {
      switch kept {
      case .elsewhere(let places, let source): return .elsewhere(places, source)
      case .nothing: return nil
      case .snapshot(let after):
        if after.stepCount > 0 {
          return .packed(after.step[...], companions: domain.sides(of: after))
        }
        // The oldest moment has led there from itself.
        guard let patch = try? described.patch(before ?? after, after), patch.isReadablePacked else {
          return nil
        }
        return .packed(patch.packed[...], companions: domain.sides(of: after))
      }
    }
  }

  /// A page that was packed, or could not be.
  package struct PackedMoments: Sendable {
    fileprivate let page: OpenPage
    fileprivate let packed: PackedPage?
  }

  /// Whether a page may be old enough to be packed.
  @inline(__always)
  var isPackingDue: Bool {
    guard let recent, Int(timeline.newestID.raw) > recent else { return false }
    return timeline.pages.mayHavePage(before: timeline.newestID.raw - UInt32(recent))
  }

  /// The page that is to be packed next, if it is old enough.
  package var unpackedPage: UnpackedPage? {
    isPackingDue ? recent.flatMap { unpackedPage(olderThan: $0) } : nil
  }

  /// The page that is to be packed next, where it is older than some moments.
  private func unpackedPage(olderThan count: Int) -> UnpackedPage? {
    guard let described = domain.described, Int(timeline.newestID.raw) > count,
      let page = timeline.pages.pageToPack(before: timeline.newestID.raw - UInt32(count))
    else { return nil }
    let before = page.entries.indices.map { offset in
      let id = Moment.ID(raw: page.first + UInt32(offset))
      guard page.isAlive(offset) else { return DomainSnapshot?.none }
      return timeline.parent(of: id).flatMap(timeline.snapshot)
    }
    // Of a small limit in bytes, one page must not be much.
    let limit = min(MomentPages.openedLimit, keeping.bytes.map { $0 / 16 } ?? .max)
    let neighbors = timeline.pages.neighbors(before: page, limit: limit)
    return UnpackedPage(
      page: page,
      neighbors: neighbors,
      before: before,
      domain: domain,
      described: described
    )
  }

  /// Puts a page into the attic, and keeps only the values that are needed beside it.
  package mutating func stow(_ moments: PackedMoments, into remains: inout Remains) {
    let page = moments.page
    timeline.pages.replace(page, by: moments.packed)
    guard moments.packed != nil else { return }
    weight.bytes = nil
    for (offset, entry) in page.entries.enumerated() {
      let id = Moment.ID(raw: page.first + UInt32(offset))
      guard case .snapshot(let snapshot) = entry.kept, timeline.tree.contains(id) else { continue }
      if needsValue(id) {
        timeline.pages.setValue(snapshot, at: id, into: &remains)
      } else {
        remains.add(snapshot)
      }
      if let parent = timeline.parent(of: id), parent.raw < page.first {
        releaseValue(at: parent, into: &remains)
      }
    }
  }

  /// Packs the oldest snapshots, until those that are left take no more than some bytes, or few are left.
  ///
  /// It may run the app's code.
  mutating func packSnapshots(over limit: Int, into remains: inout Remains) {
    guard var count = recent else { return }
    while count > 1, snapshotBytes > limit {
      count /= 2
      if Int(timeline.newestID.raw) < count { continue }
      timeline.pages.endPage(before: timeline.newestID.raw - UInt32(count))
      while let page = unpackedPage(olderThan: count) { stow(page.packed(), into: &remains) }
    }
  }

  /// Lets the value of an old moment go that is not needed any more.
  mutating func releaseValue(at id: Moment.ID, into remains: inout Remains) {
    if timeline.pages.hasValue(at: id), !needsValue(id) {
      timeline.pages.setValue(nil, at: id, into: &remains)
    }
  }

  /// Whether the value of a packed moment is kept: the present's, that of the moment that was left over a long way, and those
  /// that a step was made from which is not packed.
  private func needsValue(_ id: Moment.ID) -> Bool {
    id == timeline.presentID || id == left
      || timeline.tree.children(of: id).contains(where: timeline.pages.isUnpacked)
  }
}
