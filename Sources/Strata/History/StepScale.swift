import PersistentCollections

/// The way from snapshots to what they weigh: where a history, which knows no types, meets a description.
///
/// Weighing may run the app's code, which writes leaves and counts what is derived: never do it with a lock held.
package class StepScale: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: this one has a constant, and its heir none.

  /// What a snapshot takes beside the part's own heap.
  let snapshotBytes: Int

  fileprivate init(snapshotBytes: Int) {
    self.snapshotBytes = snapshotBytes
  }

  /// What the step from one snapshot to another makes, and what it takes the place of.
  func exchange(from old: AnySnapshot, to new: AnySnapshot, since earlier: AnySnapshot?) -> FootprintExchange
  {
    FootprintExchange()
  }
}

extension StepScale {
  /// The scale of a described part and its companion.
  package static func of<Part: DescribedValue, Companion: Sendable>(
    _ shape: ValueShape<Part>,
    with companion: Companion.Type
  ) -> StepScale {
    TypedScale<Part, Companion>(shape)
  }

  /// A scale for a part that is not described: what moments take beside the part's own heap is all that it knows.
  static func unweighing<Part>(_ part: Part.Type) -> StepScale {
    StepScale(snapshotBytes: snapshotBytes(Part.self, Void.self))
  }

  fileprivate static func snapshotBytes<Part, Companion>(_: Part.Type, _: Companion.Type) -> Int {
    let header = 2 * MemoryLayout<Int>.size
    return Footprint.block(of: header + MemoryLayout<(StepWeight, Part, Companion, Companion)>.size)
  }

  /// What a snapshot weighs that was made from another one.
  ///
  /// - Parameter earlier: The nearest one above the other that stays when that goes into the attic.
  func weight(of new: AnySnapshot, madeFrom old: AnySnapshot, since earlier: AnySnapshot?) -> StepWeight {
    let exchange = exchange(from: old, to: new, since: earlier)
    let (made, replaced) = (exchange.made.bytes, exchange.replaced.bytes)
    return StepWeight(
      made: made,
      size: old.weight.size + made - replaced,
      passed: UInt32(clamping: exchange.passed.bytes)
    )
  }
}

private final class TypedScale<Part: DescribedValue, Companion: Sendable>: StepScale, @unchecked Sendable {
  // Unchecked as its ancestor. A history makes all its snapshots of one type, so that is what they are below.
  private let shape: ValueShape<Part>

  init(_ shape: ValueShape<Part>) {
    self.shape = shape
    super.init(snapshotBytes: Self.snapshotBytes(Part.self, Companion.self))
  }

  override func exchange(
    from old: AnySnapshot,
    to new: AnySnapshot,
    since earlier: AnySnapshot?
  ) -> FootprintExchange {
    var exchange = FootprintExchange()
    withUnsafePointer(to: whole(old).part) { old in
      withUnsafePointer(to: whole(new).part) { new in
        if areSameBytes(old, new, MemoryLayout<Part>.size) { return }
        guard let earlier else {
          return shape.exchange(from: old, to: new, since: nil, into: &exchange)
        }
        withUnsafePointer(to: whole(earlier).part) {
          shape.exchange(from: old, to: new, since: $0, into: &exchange)
        }
      }
    }
    return exchange
  }

  private func whole(_ snapshot: AnySnapshot) -> Snapshot<Part, Companion> {
    unsafeDowncast(snapshot, to: Snapshot<Part, Companion>.self)
  }
}
