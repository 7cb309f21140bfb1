import PersistentCollections

/// The fields of an undo domain as they were at a moment, side by side on the heap.
///
///     ┌────────┬─────────┬───────────────────┬──────────────────┬───────────────────────────┐
///     │ layout │ undone… │ restored, before… │ restored, after… │ packed step, if it is kept │
///     └────────┴─────────┴───────────────────┴──────────────────┴───────────────────────────┘
///
/// The undone fields are as they were at the moment. The restored fields are kept on both sides of the step that led
/// there: undo brings back those from before, redo and jumps those from after. A snapshot keeps nothing else of the state.
///
/// Snapshots are of one class, whatever the types in them: a table of generic snapshots made a step twenty times as slow
/// (`StoreSpeed`, `overhead`). Their ``SnapshotLayout`` knows what lies where.
@usableFromInline
package final class DomainSnapshot: @unchecked Sendable {
  // Unchecked, because the compiler does not see the values behind the header: all are Sendable, and none is written
  // after `make` returns.
  private typealias Memory = ManagedBufferPointer<Unmanaged<SnapshotLayout>, UInt64>

  /// Makes a snapshot.
  ///
  /// - Parameter fill: Puts a value into each slot of the layout, given the address that the offsets of slots count from.
  static func make(
    _ layout: SnapshotLayout,
    step: [UInt8] = [],
    _ fill: (MutableValuePlace) -> Void
  ) -> DomainSnapshot {
    let layout = step.isEmpty ? layout : layout.withStep ?? layout
    let memory = Memory(
      bufferClass: DomainSnapshot.self,
      minimumCapacity: layout.words(keeping: step.count)
    ) { _, _ in Unmanaged.passRetained(layout) }
    memory.withUnsafeMutablePointerToElements { elements in
      let base = MutableValuePlace(untyped: elements)
      fill(base)
      if !layout.hasStep { return }
      (base + layout.stepOffset).storeBytes(of: UInt32(step.count), as: UInt32.self)
      step.withUnsafeBytes {
        (base + layout.stepBytesOffset).copyBytes($0)
      }
    }
    // The buffer is of the class that it was made with.
    return unsafeDowncast(memory.buffer, to: DomainSnapshot.self)
  }

  deinit {
    let (layout, base) = (layout, base)
    for slot in layout.slots { slot.destroy(base) }
    Unmanaged.passUnretained(layout).release()
  }

  // A `ManagedBufferPointer` of this object would count a reference to it: a step makes a snapshot and releases one, and each
  // count costs as much as reading the layout.
  private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The address that the offsets of slots count from, for as long as the snapshot is held.
  private var base: MutableValuePlace { MutableValuePlace(untyped: address + SnapshotLayout.header) }

  @inline(__always)
  var layout: SnapshotLayout {
    let place = address + SnapshotLayout.header - MemoryLayout<Int>.size
    return place.assumingMemoryBound(to: Unmanaged<SnapshotLayout>.self).pointee._withUnsafeGuaranteedRef {
      $0
    }
  }

  /// Runs `body` with the address that the offsets of slots count from.
  func withBase<Result, Failure: Error>(
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(base.reading)
  }

  /// Changes values of a snapshot that was just made, before anything else has it.
  func change<Failure: Error>(
    _ body: (MutableValuePlace) throws(Failure) -> Void
  ) throws(Failure) {
    defer { withExtendedLifetime(self) {} }
    try body(base)
  }

  /// The encoded patch of the step to this moment. Empty where the patch is found only when the page is packed, such as for a
  /// step that later steps may be added to.
  var step: [UInt8] {
    let layout = layout
    if !layout.hasStep { return [] }
    return withBase { base in
      Array((base + layout.stepBytesOffset).bytes(0..<stepCount))
    }
  }

  /// The number of bytes of the packed step; 0 where it is not kept.
  var stepCount: Int {
    let layout = layout
    return layout.hasStep ? withBase { Int(($0 + layout.stepOffset).load(as: UInt32.self)) } : 0
  }

  /// The bytes that the snapshot occupies on the heap, without the objects that its values refer to.
  var heapBytes: Int {
    Footprint.block(of: SnapshotLayout.header + 8 * layout.words(keeping: stepCount))
  }

  /// The step that led here and the next one as one step, packed. Declared edits stay as declared. Empty where one of the
  /// steps is still to be found.
  func step(and next: DomainSnapshot) -> [UInt8] {
    let (first, second) = (step, next.step)
    if first.isEmpty || second.isEmpty { return [] }
    let both = try? Patch(packed: first).followed(by: Patch(packed: second))
    return both?.packed ?? []
  }
}

/// The places of values in a snapshot.
final class SnapshotLayout: @unchecked Sendable {
  // Unchecked for the pointers to slots, which are constants.

  /// The place of one value of a field.
  struct Slot: Sendable {
    // Not counted: the layout holds its fields, and is held while a slot of it is used.
    private let unmanaged: Unmanaged<DomainField>
    let offset: Int

    init(_ field: DomainField, at offset: Int) {
      (unmanaged, self.offset) = (.passUnretained(field), offset)
    }

    @inline(__always)
    func withField(_ body: (DomainField) -> Void) { unmanaged._withUnsafeGuaranteedRef(body) }

    @inline(__always)
    func destroy(_ base: MutableValuePlace) { withField { $0.destroy(base + offset) } }

    /// Copies the field out of a state.
    @inline(__always)
    func copy(_ state: ValuePlace, to base: MutableValuePlace) {
      withField { $0.copy(state, base + offset) }
    }
  }

  /// Slots behind a pointer: going through an array would count references to it.
  typealias Slots = UnsafeBufferPointer<Slot>

  let undone: Slots
  /// The restored fields before the step, and after it; none where they are not known or not kept.
  let before: Slots
  let after: Slots
  let slots: Slots
  private let fields: [DomainField]
  /// Whether the packed step is kept behind the values: its length, and then its bytes.
  let hasStep: Bool
  /// The same with the packed step; nil for a layout that has it.
  let withStep: SnapshotLayout?
  /// The bytes of the values.
  let size: Int
  /// The size of the header: the class, the count of references, and this layout. Offsets count from the end of the header.
  /// The header's size is no multiple of 16, while blocks begin at multiples of 16.
  static let header = 3 * MemoryLayout<Int>.size

  init(undone: [DomainField], restored: [DomainField] = [], hasStep: Bool = false) {
    var end = Self.header
    func lay(_ fields: [DomainField]) -> [Slot] {
      fields.map { field in
        let start = (end + field.alignment - 1) & ~(field.alignment - 1)
        end = start + field.size
        return Slot(field, at: start - Self.header)
      }
    }
    let all = lay(undone) + lay(restored) + lay(restored)
    let memory = UnsafeMutableBufferPointer<Slot>.allocate(capacity: all.count)
    _ = memory.initialize(from: all)
    slots = UnsafeBufferPointer(memory)
    self.undone = UnsafeBufferPointer(rebasing: slots.prefix(undone.count))
    before = UnsafeBufferPointer(rebasing: slots[undone.count..<undone.count + restored.count])
    after = UnsafeBufferPointer(rebasing: slots.suffix(restored.count))
    (fields, size, self.hasStep) = (undone + restored, end - Self.header, hasStep)
    withStep = hasStep ? nil : SnapshotLayout(undone: undone, restored: restored, hasStep: true)
  }

  deinit { slots.deallocate() }

  var stepOffset: Int { (size + 3) & ~3 }
  var stepBytesOffset: Int { stepOffset + MemoryLayout<UInt32>.size }

  /// How many words the values take, and a step of so many bytes behind them.
  func words(keeping stepCount: Int) -> Int {
    ((hasStep ? stepBytesOffset + stepCount : size) + 7) / 8
  }

  /// The bytes that a snapshot without its step occupies, without the objects that its values refer to.
  var blockBytes: Int { Footprint.block(of: Self.header + 8 * words(keeping: 0)) }
}
