/// A page whose moments have become old, with what is needed to pack it.
package struct UnpackedPage: Sendable {
  fileprivate let page: OpenPage
  /// The packed pages that become one with it.
  private let neighbors: [MomentPages.Neighbor]
  /// The snapshot before each step that only snapshots know.
  private let before: [DomainSnapshot?]
  /// Nil where all steps are known by themselves.
  private let domain: UndoDomain?

  fileprivate init(
    _ page: OpenPage,
    _ neighbors: [MomentPages.Neighbor] = [],
    in timeline: Timeline,
    of domain: UndoDomain?
  ) {
    (self.page, self.neighbors, self.domain) = (page, neighbors, domain)
    before = page.entries.enumerated().map { offset, entry in
      guard case .snapshot = entry.kept, page.isAlive(offset) else { return nil }
      return timeline.parent(of: Moment.ID(raw: page.first + UInt32(offset))).flatMap(timeline.snapshot)
    }
  }

  /// Packs the page, which runs the app's code; a page with a step that cannot be packed stays as it is.
  package func packed() -> PackedMoments { PackedMoments(page: page, packed: try? packedPage()) }

  fileprivate func packedPage() throws(PatchError) -> PackedPage {
    let first = neighbors.first?.page.first ?? page.first
    var contents: [PackedPage.Content?] = []
    for (neighbor, alive) in neighbors {
      contents.pad(to: Int(neighbor.first - first))
      contents += try neighbor.contents(alive: alive)
    }
    contents.pad(to: Int(page.first - first))
    for (offset, entry) in page.entries.enumerated() {
      guard page.isAlive(offset), let step = try step(entry.kept, after: before[offset]) else {
        contents.append(nil)
        continue
      }
      contents.append(PackedPage.Content(words: entry.words, step: step))
    }
    return try PackedPage(first: first, consume contents)
  }

  private func step(_ kept: MomentPages.Kept, after before: DomainSnapshot?) throws(PatchError) -> PackedStep?
  {
    switch kept {
    case .step(let step): return step
    case .nothing: return nil
    case .snapshot(let after):
      guard let domain, let described = domain.described else {
        throw PatchError(.unreadable(reason: "the type is not described"))
      }
      let restoredValues = domain.restoredValues(of: after)
      if after.stepCount > 0 { return PackedStep(after.step[...], restoredValues: restoredValues) }
      // The oldest moment has led there from itself.
      let patch = try described.patch(before ?? after, after)
      guard patch.isReadablePacked else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
      return PackedStep(patch, restoredValues: restoredValues)
    }
  }
}

extension [PackedPage.Content?] {
  /// Adds moments that are gone up to a place.
  fileprivate mutating func pad(to place: Int) {
    append(contentsOf: repeatElement(nil, count: place - count))
  }
}

/// A page that was packed, or could not be.
package struct PackedMoments: Sendable {
  fileprivate let page: OpenPage
  fileprivate let packed: PackedPage?
}

extension Timeline {
  /// All moments in pages, as a log has them. It runs the app's code.
  ///
  /// - Throws: ``PatchError`` for a step that cannot be packed.
  func writtenPages(of domain: UndoDomain?) throws(PatchError) -> [WrittenPage] {
    var written: [WrittenPage] = []
    for page in pages.all {
      let packed: PackedPage
      switch page {
      case .packed(let page, _): packed = page
      case .open(let page): packed = try UnpackedPage(page, in: self, of: domain).packedPage()
      }
      written.append(WrittenPage(packed, alive: page.marks.alive, in: self))
    }
    return written
  }

  /// Packs a page of which all steps are known by themselves, once another one has begun.
  mutating func packSteps() {
    guard pages.mayHavePage(before: .max), let page = pages.pageToPack(before: .max) else { return }
    let neighbors = pages.neighbors(before: page, limit: MomentPages.openedLimit)
    pages.replace(page, by: UnpackedPage(page, neighbors, in: self, of: nil).packed().packed)
  }
}

extension History {
  /// All moments in pages, as a log has them. It runs the app's code.
  ///
  /// - Throws: ``PatchError`` for a step that cannot be packed.
  package func writtenPages() throws(PatchError) -> [WrittenPage] { try timeline.writtenPages(of: domain) }

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
    guard domain.described != nil, Int(timeline.newestID.raw) > count,
      let page = timeline.pages.pageToPack(before: timeline.newestID.raw - UInt32(count))
    else { return nil }
    // Of a small limit in bytes, one page must not be much.
    let limit = min(MomentPages.openedLimit, keeping.bytes.map { $0 / 16 } ?? .max)
    let neighbors = timeline.pages.neighbors(before: page, limit: limit)
    return UnpackedPage(page, neighbors, in: timeline, of: domain)
  }

  /// Puts a page into the attic, and keeps only the values that are needed beside it.
  package mutating func stow(_ moments: PackedMoments, into deferred: inout DeferredReleases) {
    let page = moments.page
    timeline.pages.replace(page, by: moments.packed)
    guard moments.packed != nil else { return }
    weight.bytes = nil
    var lastParent: Moment.ID?
    for (offset, entry) in page.entries.enumerated() {
      let id = Moment.ID(raw: page.first + UInt32(offset))
      guard case .snapshot(let snapshot) = entry.kept, timeline.tree.contains(id) else { continue }
      if needsValue(id) {
        timeline.pages.setValue(snapshot, at: id, into: &deferred)
      } else {
        deferred.add(snapshot)
      }
      if let parent = timeline.parent(of: id), parent.raw < page.first, parent != lastParent {
        releaseValue(at: parent, into: &deferred)
        lastParent = parent
      }
    }
  }

  /// Packs the oldest snapshots, until those that are left take no more than some bytes, or few are left.
  ///
  /// It may run the app's code.
  mutating func packSnapshots(over limit: Int, into deferred: inout DeferredReleases) {
    guard var count = recent else { return }
    while count > 1, snapshotBytes > limit {
      count /= 2
      if Int(timeline.newestID.raw) < count { continue }
      timeline.pages.endPage(before: timeline.newestID.raw - UInt32(count))
      while let page = unpackedPage(olderThan: count) { stow(page.packed(), into: &deferred) }
    }
  }

  /// Lets the value of an old moment go that is not needed any more.
  mutating func releaseValue(at id: Moment.ID, into deferred: inout DeferredReleases) {
    if timeline.pages.hasValue(at: id), !needsValue(id) {
      timeline.pages.setValue(nil, at: id, into: &deferred)
    }
  }

  /// Whether the value of a packed moment is kept: the present's, and those that a step was made from which is not packed.
  private func needsValue(_ id: Moment.ID) -> Bool {
    id == timeline.presentID || timeline.tree.hasChild(of: id, where: timeline.pages.isUnpacked)
  }
}
