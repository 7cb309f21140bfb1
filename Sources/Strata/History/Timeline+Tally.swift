import PersistentCollections

/// What the moments of a measured history take, kept up to date with every change of it.
///
/// States share their nodes, so what one of them costs depends on the others. The tree of moments is the measure: a
/// snapshot adds what it has and the one that it was made from has not. All snapshots together then have what the
/// first one has and what the others add, and without the present that is less by what the present has. As every
/// snapshot knows how much more it has than the first one, nobody has to know how much that is.
struct HistoryTally: Sendable {
  /// What all snapshots but the root's add.
  var made = 0
  /// What moments take beside the nodes of states: their entries, labels, snapshots' blocks and packed steps.
  var own = 0
  /// The first moment of the line that has a snapshot, from which all others count.
  var root: Moment.ID
  /// How much more the root's snapshot has than the one that the history began with.
  var rootSize = 0
  /// What a snapshot takes beside the part's own heap.
  let snapshotBytes: Int

  /// What a moment takes beside the nodes of its state.
  func own(_ entry: Timeline.Entry) -> Int {
    // A word for its share of the table that it is in.
    MemoryLayout<Timeline.Entry>.stride + 8 + entry.ownLabel.storage.bytes + own(entry.kept)
  }

  private func own(_ kept: Kept) -> Int {
    switch kept {
    case .snapshot: snapshotBytes
    case .step(let step): own(step)
    case .both(let both): snapshotBytes + Self.pairBytes + own(both.step)
    }
  }

  private func own(_ step: PackedStep) -> Int {
    step.heapBytes + (step.hasCompanions ? snapshotBytes : 0)
  }

  private static let pairBytes = Footprint.block(
    of: 2 * MemoryLayout<Int>.size + MemoryLayout<(AnySnapshot, PackedStep, Bool, Int)>.size
  )
}

extension Timeline {
  /// The bytes that the history keeps alive beyond the present; 0 for a history that is not measured.
  ///
  /// - Complexity: O(1).
  var bytes: Int {
    guard let tally else { return 0 }
    let present = entry(presentID)
    let size = present.kept.snapshot.map(\.weight.size) ?? 0
    return max(0, tally.made - (size - tally.rootSize)) + tally.own - tally.own(present)
  }

  /// Starts to measure a timeline in which the present has the only snapshot.
  ///
  /// - Complexity: O(moments).
  mutating func beginTally(snapshotBytes: Int) {
    var tally = HistoryTally(root: presentID, snapshotBytes: snapshotBytes)
    tally.own = count == 1 ? tally.own(entry(presentID)) : ids.reduce(0) { $0 + tally.own(entry($1)) }
    self.tally = tally
  }

  /// Takes note of an entry that came.
  mutating func count(_ entry: Entry) {
    guard let tally else { return }
    self.tally?.made += entry.kept.made
    self.tally?.own += tally.own(entry)
  }

  /// Takes note of what an entry has become.
  mutating func recount(_ id: Moment.ID, from old: Entry) {
    guard let tally else { return }
    let new = entry(id)
    self.tally?.own += tally.own(new) - tally.own(old)
    if id != tally.root {
      self.tally?.made += new.kept.made - old.kept.made
    } else if let snapshot = new.kept.snapshot {
      self.tally?.rootSize = snapshot.weight.size
    } else {
      settleRoot()
    }
  }

  /// Takes note of an entry that went.
  mutating func discount(_ id: Moment.ID, _ entry: Entry) {
    guard let tally else { return }
    self.tally?.own -= tally.own(entry)
    if id == tally.root { settleRoot() } else { self.tally?.made -= entry.kept.made }
  }

  /// Lets everything count from the snapshot that is the first one now.
  ///
  /// - Complexity: O(steps to it).
  private mutating func settleRoot() {
    var id = oldestID
    while entry(id).kept.snapshot == nil {
      // The line leads on to the present, which has a snapshot.
      guard let next = successor(of: id) else { return }
      id = next
    }
    let kept = entry(id).kept
    tally?.made -= kept.made
    tally?.root = id
    tally?.rootSize = kept.snapshot?.weight.size ?? 0
  }
}
