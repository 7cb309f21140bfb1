/// What a history holds of a moment, to bring its state back: a snapshot, the step from the moment before as packed
/// bytes, or both.
///
/// Two rules hold in a history with an attic, and so every moment can be reached:
/// - both ends of a step that is not packed have snapshots; so has the present;
/// - every other step is packed, and can be gone both ways.
///
/// Whatever is evicted, the rest is still one tree with the present in it: nobody has to rebuild anything first.
enum Kept: Sendable {
  /// The part as it was.
  case snapshot(AnySnapshot)
  /// What the step changed.
  case step(PackedStep)
  /// Both, in one place: that keeps an entry small.
  case both(SnapshotAndStep)

  /// The part as it was, if that is kept.
  var snapshot: AnySnapshot? {
    switch self {
    case .snapshot(let snapshot): snapshot
    case .step: nil
    case .both(let both): both.snapshot
    }
  }

  /// What the step to the moment changed, if that is packed.
  var step: PackedStep? {
    switch self {
    case .snapshot: nil
    case .step(let step): step
    case .both(let both): both.step
    }
  }

  /// What its snapshot has and the one that it was made from has not, in bytes.
  var made: Int {
    switch self {
    case .snapshot(let snapshot): snapshot.weight.made
    case .step: 0
    case .both(let both): both.snapshot.weight.made + both.carried
    }
  }

  /// The steps from the nearest snapshot above that stays; 0 for one that stays itself.
  var distance: UInt32 {
    switch self {
    case .snapshot: 0
    case .step(let step): step.distance
    case .both(let both): both.stays ? 0 : both.step.distance
    }
  }
}

/// A moment that is kept as a value and as the step that led to it.
final class SnapshotAndStep: Sendable {
  let snapshot: AnySnapshot
  let step: PackedStep
  /// Whether the snapshot stays when the moment is old.
  let stays: Bool
  /// What this one has of what the snapshots had made that it was made from, one after the other, and that went into
  /// the attic.
  let carried: Int

  init(_ snapshot: AnySnapshot, _ step: PackedStep, stays: Bool, carried: Int = 0) {
    (self.snapshot, self.step, self.stays, self.carried) = (snapshot, step, stays, carried)
  }

  /// The same with more of what others had made.
  func carrying(_ more: Int) -> SnapshotAndStep {
    SnapshotAndStep(snapshot, step, stays: stays, carried: carried + more)
  }
}

/// What a history holds no longer.
///
/// Releasing it may run the app's code, the `deinit` of something in an old state, so that is left to whoever holds
/// no lock.
package struct Remains: Sendable {
  // The first has a place of its own: a step leaves one, and an array would be allocated for it.
  private var first: Kept?
  private var others: [Kept] = []
  /// The moments that were evicted, in that order.
  private(set) package var evicted: [Moment.ID] = []

  package init() {}

  /// Takes what was kept of a moment that was evicted.
  mutating func add(_ kept: Kept, of id: Moment.ID) {
    add(kept)
    evicted.append(id)
  }

  /// Takes what another history let go, whose moments have numbers of their own.
  mutating func add(_ others: Remains) {
    if let kept = others.first { add(kept) }
    for kept in others.others { add(kept) }
  }

  mutating func add(_ kept: Kept) {
    if first == nil { first = kept } else { others.append(kept) }
  }
}
