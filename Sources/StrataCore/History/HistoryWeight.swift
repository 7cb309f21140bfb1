import PersistentCollections

/// The memory that a history keeps alive, tracked from one measurement to the next.
///
/// The store measures it on request. In between, where a limit in bytes has to be held, each step adds the bytes that it
/// released: the bytes that the history alone keeps alive of the step. After a movement the weight is unknown.
struct HistoryWeight: Sendable {
  /// The measured bytes and the bytes released since; nil when the weight is unknown.
  var bytes: Int?

  /// Takes note of a step.
  mutating func add(_ released: Int) {
    bytes? += released
  }
}

extension History {
  /// Measures what is kept.
  mutating func measure() { weight.bytes = measuredBytes }

  /// Removes the moment that is the next to go, from a history that was measured.
  mutating func evictOne(into deferred: inout DeferredReleases) {
    let (count, packed) = (timeline.count, timeline.pages.packedBytes)
    let isPacked = timeline.nextToEvict.map {
      timeline.pages.packedPage(of: $0) != nil && !timeline.pages.hasValue(at: $0)
    }
    timeline.evict(into: &deferred) { $0.count == count }
    if isPacked == true {
      weight.add(timeline.pages.packedBytes - packed)
    } else {
      measure()
    }
  }

  /// The bytes that the history keeps alive beyond the present, measured anew. Packed pages count with their length. Each
  /// snapshot adds the nodes that the snapshot before it does not have. Branches add the records of where they begin.
  ///
  /// Nodes that come back count once more. The measurement may run the app's code.
  ///
  /// - Complexity: O(snapshots, and what they do not share).
  var measuredBytes: Int {
    guard domain.described != nil, timeline.count > 1 else { return 0 }
    return snapshotBytes + timeline.pages.packedBytes
      + (timeline.pages.opened?.heapBytes ?? 0) + timeline.tree.heapBytes
  }

  /// The bytes that unpacked moments keep alive beyond the present, measured anew.
  var snapshotBytes: Int {
    guard let described = domain.described, timeline.count > 1 else { return 0 }
    let (snapshots, entryBytes) = timeline.pages.snapshots
    var sizes: [Moment.ID: Int] = [:]
    var (added, held, previous): (Int, Int, (id: Moment.ID, snapshot: DomainSnapshot)?) = (0, 0, nil)
    for (id, snapshot) in snapshots {
      if id != timeline.presentID { held += snapshot.heapBytes }
      let parent = timeline.parent(of: id).flatMap { sizes[$0] == nil ? nil : $0 }
      let base = parent.flatMap { parent in timeline.snapshot(at: parent).map { (id: parent, snapshot: $0) } }
      if let base = base ?? previous {
        let exchange = described.exchange(base.snapshot, snapshot)
        added += exchange.added.bytes
        sizes[id] = (sizes[base.id] ?? 0) + exchange.added.bytes - exchange.released.bytes
      } else {
        sizes[id] = 0
      }
      previous = (id, snapshot)
    }
    let beyond = max(0, added - (sizes[timeline.presentID] ?? 0))
    // The present's entry is no part of what could be forgotten.
    let entries = max(0, entryBytes - MemoryLayout<MomentPages.Entry>.stride)
    return beyond + held + entries
  }
}

extension History {
  /// The way to the part, and the part at the present as it is kept; nil where it is not kept as a value.
  var kept: (domain: UndoDomain, present: DomainSnapshot)? {
    timeline.snapshot(at: timeline.presentID).map { (domain, $0) }
  }
}

extension UndoDomain {
  /// Returns the bytes that only a history would keep alive after a step between two snapshots; nil where the number is
  /// unknown.
  ///
  /// This may run the app's code.
  func bytesReleased(by step: Step, from present: DomainSnapshot, to snapshot: DomainSnapshot) -> Int? {
    guard let described else { return nil }
    let released = described.exchange(present, snapshot).released.bytes
    // The record of the step itself counts, so that steps that change next to nothing do not pass a limit.
    return released + MemoryLayout<MomentPages.Entry>.stride + step.label.storage.bytes
      + present.heapBytes
  }
}
