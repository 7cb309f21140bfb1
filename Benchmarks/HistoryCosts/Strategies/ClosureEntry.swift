import PersistentCollections

/// The entry of an undo manager: a closure that restores the earlier items, and leaves a closure to reverse that.
///
/// A platform's own manager keeps more than this: groups, targets, invocations.
struct ClosureEntry<State: PlainState>: StepEntry {
  /// The item that a closure remembers.
  private struct Memory {
    var key: Int
    var item: State.Item?
    /// Whether the item is there when the closure is called.
    var isThere: Bool

    init(before change: ItemChange<State.Item>) {
      (key, item, isThere) = (change.key, change.old, change.new != nil)
    }

    /// Puts the item back, and returns what there was instead.
    func exchange(in state: inout State) -> Memory {
      let change = ItemChange(key: key, old: isThere ? state.item(at: key) : nil, new: item)
      state.apply(change)
      return Memory(before: change)
    }

    func addTexts(to meter: inout FootprintMeter, beside state: State) {
      item?.addTexts(to: &meter, notIn: state.item(at: key))
    }
  }

  /// The purpose of a call of a closure. No other code can look into a closure, so it counts its captures itself.
  private enum Call {
    case exchange(UnsafeMutablePointer<State>)
    case count(UnsafeMutablePointer<FootprintMeter>, beside: UnsafePointer<State>)
  }

  private var run: (Call) -> ClosureEntry?

  init(_ changes: ItemChanges<State.Item>) {
    switch changes {
    case .one(let change): self.init(Memory(before: change))
    case .many(let changes): self.init(changes.map(Memory.init(before:)))
    }
  }

  private init(_ memory: Memory) {
    run = { call in
      switch call {
      case .exchange(let state): return ClosureEntry(memory.exchange(in: &state.pointee))
      case .count(let meter, let state):
        meter.pointee.countObject(of: Memory.self)
        memory.addTexts(to: &meter.pointee, beside: state.pointee)
        return nil
      }
    }
  }

  private init(_ memories: [Memory]) {
    run = { call in
      switch call {
      case .exchange(let state):
        var back: [Memory] = []
        back.reserveCapacity(memories.count)
        for memory in memories.reversed() { back.append(memory.exchange(in: &state.pointee)) }
        return ClosureEntry(back)
      case .count(let meter, let state):
        // A closure that captures nothing but one block has that for its own.
        meter.pointee.countArray(memories)
        for memory in memories { memory.addTexts(to: &meter.pointee, beside: state.pointee) }
        return nil
      }
    }
  }

  /// The closure restores the items from before the first of the changes: nothing is registered again.
  mutating func extend(by changes: ItemChanges<State.Item>) {}

  mutating func undo(in state: inout State) { exchange(in: &state) }
  mutating func redo(in state: inout State) { exchange(in: &state) }

  private mutating func exchange(in state: inout State) {
    if let back = withUnsafeMutablePointer(to: &state, { run(.exchange($0)) }) { self = back }
  }

  func addFootprint(to meter: inout FootprintMeter, beside state: State) {
    withUnsafeMutablePointer(to: &meter) { meter in
      withUnsafePointer(to: state) { state in _ = run(.count(meter, beside: state)) }
    }
  }
}
