/// A register that both sides wrote: steps whose switches move, and a step that is on before and after.
///
///     title: was "A", current "C", other "B"        step 1 wrote "B", step 2 wrote "C" over it; step 1 is switched
///
/// The newest write counts, so moving the switches makes a value in any case. A caller that asks is offered both sides; the
/// choice is a new write over that value.
struct StepConflict: Hashable, Sendable {
  /// The way to the register, in the value after the switches moved.
  let path: [PathComponent]
  let kind: MergeConflict.Kind
  /// The value that both sides began with, nil for no value: the value before either side wrote. If a write is switched off,
  /// it is the value of that write.
  let base: PlainValue?
  /// The present value.
  let current: PlainValue?
  /// The value that the moved switches stand for: of a merged branch, or what an undo restores.
  let other: PlainValue?
  /// The value after the switches moved, which is one of both.
  let result: PlainValue?
  /// The element that both sides moved; nil for other registers.
  var element: PlainValue?
}

extension StepConflict {
  /// The value to put into a register of a conflict.
  enum Choice {
    /// The present value.
    case current
    /// The value that the moved switches stand for.
    case other
    /// Something else; nil for nothing. For an element that both sides moved, its position.
    case value(PlainValue?)
  }

  /// The writes that follow the moving of the switches: for each conflict what is chosen.
  static func choices(
    in conflicts: [StepConflict],
    _ choose: (StepConflict) throws(PatchError) -> Choice
  ) throws(PatchError) -> Patch {
    var chosen: [(conflict: StepConflict, value: PlainValue?)] = []
    for conflict in conflicts {
      switch try choose(conflict) {
      case .current: chosen.append((conflict, conflict.current))
      case .other: chosen.append((conflict, conflict.other))
      case .value(let value): chosen.append((conflict, value))
      }
    }
    // A choice for an element moves others of its list. The deeper choice goes first: there the way to it is still right.
    let depths = Set(chosen.map(\.conflict.path.count)).sorted(by: >)
    var (patches, shifts): ([Patch], [[PathComponent]: ListShifts]) = ([], [:])
    for depth in depths {
      for (conflict, value) in chosen where conflict.path.count == depth && value != conflict.result {
        let list = Array(conflict.path.dropLast())
        patches.append(conflict.choosing(value, &shifts[list, default: ListShifts()]).inside(list))
      }
    }
    return try Patch(composing: patches)
  }

  /// The write that puts a chosen value into the register, seen from what the register lies in.
  private func choosing(_ value: PlainValue?, _ shifts: inout ListShifts) -> Patch {
    switch path.last {
    case .key(let key)?:
      switch (result, value) {
      case (nil, let value?):
        return Patch(root: .entries([Patch.Node.Entry(key: key, change: .inserted(value))]))
      case (let result?, nil):
        return Patch(root: .entries([Patch.Node.Entry(key: key, change: .removed(result))]))
      default: break
      }
    case .position(let position)?:
      if let element {
        guard case .integer(let new)? = value else { return Patch() }
        return shifts.move(element, from: position, to: Int(new))
      }
      switch (result, value) {
      case (nil, let value?): return shifts.insert(value, at: position)
      case (let result?, nil): return shifts.remove(result, at: position)
      default: break
      }
    default: break
    }
    // Of a field, nothing is a value.
    return Patch(root: Patch.Node.between(result ?? .null, value ?? .null)).inside(
      path.suffix(1).map(shifts.shifted)
    )
  }
}

/// The positions of a list's elements after some of them were inserted, removed and moved.
private struct ListShifts {
  private var all: [(removed: Int?, inserted: Int?)] = []

  private func shifted(_ position: Int) -> Int {
    all.reduce(position) { position, shift in
      var position = position
      if let removed = shift.removed, removed < position { position -= 1 }
      if let inserted = shift.inserted, inserted <= position { position += 1 }
      return position
    }
  }

  func shifted(_ step: PathComponent) -> PathComponent {
    if case .position(let position) = step { .position(shifted(position)) } else { step }
  }

  mutating func insert(_ element: PlainValue, at position: Int) -> Patch {
    let position = shifted(position)
    all.append((nil, position))
    return Patch(root: .list(NormalRuns([.kept(position), .inserted([element])]).runs))
  }

  mutating func remove(_ element: PlainValue, at position: Int) -> Patch {
    let position = shifted(position)
    all.append((position, nil))
    return Patch(root: .list(NormalRuns([.kept(position), .removed([element])]).runs))
  }

  /// - Parameter new: The new position among the other elements.
  mutating func move(_ element: PlainValue, from old: Int, to new: Int) -> Patch {
    let from = shifted(old)
    let next = shifted(new < old ? new : new + 1)
    let to = next > from ? next - 1 : next
    if from == to { return Patch() }
    all.append((from, to))
    let (gone, come) = (Patch.Node.Run.removed([element]), Patch.Node.Run.inserted([element]))
    let (first, last) = (min(from, to), max(from, to))
    let runs = [.kept(first), from < to ? gone : come, .kept(last - first), from < to ? come : gone]
    return Patch(root: .list(NormalRuns(runs).runs))
  }
}
