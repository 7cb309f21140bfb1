/// The fields of a state that undo covers, in two lists.
///
///     Store(Studio(), undoing: \.notes, \.drawing, restoring: \.selection)
///
///     undone     notes, drawing    a change of one of them is a step
///     restored   selection         its change alone is no step; undo and redo bring it back with a step
///
/// A domain moves the values of its fields between states and snapshots. All states of a store are of one type, and a
/// history makes all its snapshots by its own domain: so each field finds the types that it was made with.
@usableFromInline
package final class UndoDomain: Sendable {
  let undone: [DomainField]
  let restored: [DomainField]
  /// Whether moving values runs no code of the app.
  let isStored: Bool
  /// The operations on the undone fields where all of them are described; nil where a field is not described.
  package let described: DescribedDomain?
  /// The error in the description of a field: the store then takes no changes.
  let refusal: DescriptionError?
  /// The fields of it that are transient: they would be undone.
  package let transients: DescriptionError?
  /// The layouts of snapshots with the restored fields and without. A snapshot without them leaves these fields as they are.
  let layout: SnapshotLayout
  let bareLayout: SnapshotLayout
  /// The restored fields alone, on both sides of a step.
  let sidesLayout: SnapshotLayout
  /// The layout of the room for values that a movement moves out of a state.
  private let roomLayout: SnapshotLayout

  @usableFromInline
  package init(undone: [DomainField], restored: [DomainField] = []) {
    (self.undone, self.restored) = (undone, restored)
    isStored = (undone + restored).allSatisfy { $0.offset != nil }
    let transients = Self.transients(in: undone + restored)
    (self.transients, refusal) = (transients, undone.lazy.compactMap(\.refusal).first ?? transients)
    bareLayout = SnapshotLayout(undone: undone)
    layout = restored.isEmpty ? bareLayout : SnapshotLayout(undone: undone, restored: restored)
    sidesLayout = SnapshotLayout(undone: [], restored: restored)
    roomLayout = SnapshotLayout(undone: undone + restored)
    let shapes = undone.compactMap(\.shape)
    described =
      shapes.isEmpty || shapes.count < undone.count ? nil : DescribedDomain(undone, shapes, in: bareLayout)
  }

  /// Undo would bring transient fields back from snapshots, and lose them in packed steps.
  private static func transients(in fields: [DomainField]) -> DescriptionError? {
    let problems = fields.compactMap(\.shape).flatMap { $0.reachable.flatMap(\.transientFields) }
    return problems.isEmpty ? nil : DescriptionError(problems: problems)
  }

  /// The key paths of the undone fields, in the order in which they were given.
  package var paths: [AnyKeyPath & Sendable] { undone.map(\.path) }
  var restoresFields: Bool { !restored.isEmpty }

  /// Whether the undone fields are the same in two states.
  func isSame(_ old: ValuePlace, _ new: ValuePlace) -> Bool {
    for field in undone where !field.isSame(old, new) { return false }
    return true
  }
}

extension UndoDomain {
  /// Makes the snapshot of a step, given the states before and after it.
  ///
  /// - Parameter step: The encoded patch of the step; empty where the patch is found later.
  func capture(_ before: ValuePlace, _ after: ValuePlace, _ step: [UInt8] = []) -> DomainSnapshot {
    DomainSnapshot.make(layout, step: step) { base in
      for slot in layout.undone { slot.copy(after, to: base) }
      for slot in layout.before { slot.copy(before, to: base) }
      for slot in layout.after { slot.copy(after, to: base) }
    }
  }

  /// Returns the snapshot of two steps as one.
  func joined(_ first: DomainSnapshot, _ second: DomainSnapshot) -> DomainSnapshot {
    snapshot(second, before: first, after: second, step: first.step(and: second))
  }

  /// Returns a snapshot with the restored fields of another step, or without them.
  func reunite(_ snapshot: DomainSnapshot, _ sides: DomainSnapshot?) -> DomainSnapshot {
    self.snapshot(snapshot, before: sides, after: sides)
  }

  /// The restored fields of a snapshot by themselves, as a packed page keeps them; nil where there are none.
  func sides(of snapshot: DomainSnapshot) -> DomainSnapshot? {
    snapshot.layout.after.isEmpty ? nil : sides(before: snapshot, after: snapshot)
  }

  /// Makes a snapshot of values in other ones.
  private func snapshot(
    _ undone: DomainSnapshot,
    before: DomainSnapshot?,
    after: DomainSnapshot?,
    step: [UInt8] = []
  ) -> DomainSnapshot {
    guard let before, let after, !before.layout.before.isEmpty, !after.layout.after.isEmpty else {
      return DomainSnapshot.make(bareLayout, step: step) { base in
        Self.copy(undone, undone.layout.undone, to: base, bareLayout.undone)
      }
    }
    return DomainSnapshot.make(layout, step: step) { base in
      Self.copy(undone, undone.layout.undone, to: base, layout.undone)
      Self.copy(before, before.layout.before, to: base, layout.before)
      Self.copy(after, after.layout.after, to: base, layout.after)
    }
  }

  private func sides(before: DomainSnapshot, after: DomainSnapshot) -> DomainSnapshot {
    DomainSnapshot.make(sidesLayout) { base in
      Self.copy(before, before.layout.before, to: base, sidesLayout.before)
      Self.copy(after, after.layout.after, to: base, sidesLayout.after)
    }
  }

  private static func copy(
    _ snapshot: DomainSnapshot,
    _ from: SnapshotLayout.Slots,
    to base: MutableValuePlace,
    _ slots: SnapshotLayout.Slots
  ) {
    snapshot.withBase { source in
      for (from, to) in zip(from, slots) {
        to.withField { $0.duplicate(source + from.offset, base + to.offset) }
      }
    }
  }
}

extension UndoDomain {
  /// Puts the undone fields of a snapshot into a state, and nothing else.
  func restoreUndone(_ snapshot: DomainSnapshot, _ state: MutableValuePlace) {
    withRoom { room in exchange(snapshot, snapshot.layout.undone, state, &room) }
  }

  /// Puts all fields into a state as they were where a movement leads.
  ///
  /// - Parameter undone: The snapshot of the step that is undone; nil where none is.
  func restore(_ arrived: DomainSnapshot, _ undone: DomainSnapshot?, _ state: MutableValuePlace) {
    withRoom { exchange(arrived, undone, state, &$0) }
  }

  /// The room for values that a movement moves out of a state. They are released at the end, because that may run the app's
  /// code.
  struct Room {
    fileprivate let memory: MutableValuePlace
    fileprivate let slots: SnapshotLayout.Slots
    /// How many slots are filled.
    fileprivate var count = 0
  }

  /// Runs a body with room for the values that it moves out of a state, and releases the values afterwards.
  func withRoom<Result>(_ body: (inout Room) -> Result) -> Result {
    // Of a constant size, the memory is on the stack.
    if SnapshotLayout.header + roomLayout.size <= 256 {
      return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { using($0, body) }
    }
    let count = SnapshotLayout.header + roomLayout.size
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { using($0, body) }
  }

  @inline(__always)
  private func using<Result>(
    _ memory: UnsafeMutableRawBufferPointer,
    _ body: (inout Room) -> Result
  ) -> Result {
    // Memory of more than no bytes has an address.
    var room = Room(
      memory: MutableValuePlace(untyped: memory.baseAddress!) + SnapshotLayout.header,
      slots: roomLayout.slots
    )
    defer { for slot in room.slots.prefix(room.count) { slot.destroy(room.memory) } }
    return body(&room)
  }

  /// Puts all fields into a state as they were where a movement leads, and what was there into a room, so that nothing is
  /// released.
  @inline(__always)
  func exchange(
    _ arrived: DomainSnapshot,
    _ undone: DomainSnapshot?,
    _ state: MutableValuePlace,
    _ room: inout Room
  ) {
    exchange(arrived, arrived.layout.undone, state, &room)
    if restored.isEmpty { return }
    let source = undone ?? arrived
    exchange(source, undone == nil ? source.layout.after : source.layout.before, state, &room)
  }

  @inline(__always)
  private func exchange(
    _ snapshot: DomainSnapshot,
    _ slots: SnapshotLayout.Slots,
    _ state: MutableValuePlace,
    _ room: inout Room
  ) {
    snapshot.withBase { base in
      for slot in slots {
        let place = room.memory + room.slots[room.count].offset
        slot.withField { $0.exchange(state, base + slot.offset, place) }
        room.count += 1
      }
    }
  }
}

extension UndoDomain {
  /// The one restored field on both sides of a step, for its own type.
  package func sides<Value: Sendable>(before: Value, after: Value) -> DomainSnapshot {
    DomainSnapshot.make(sidesLayout) { base in
      for (slot, value) in zip(sidesLayout.slots, [before, after]) {
        withPlace(of: value) { value in slot.withField { $0.duplicate(value, base + slot.offset) } }
      }
    }
  }
}

extension DomainSnapshot {
  /// Returns the values that ``UndoDomain/sides(before:after:)`` received.
  package func sides<Value: Sendable>(as _: Value.Type) -> (before: Value, after: Value)? {
    guard let before = layout.before.first, let after = layout.after.first else { return nil }
    return withBase { base in
      func value(_ slot: SnapshotLayout.Slot) -> Value {
        (base + slot.offset).pointer(to: Value.self).pointee
      }
      return (value(before), value(after))
    }
  }
}
