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
  /// What was there before either side wrote; nil for nothing.
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
  /// What is to be in a register in the end.
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
    var patches: [Patch] = []
    for conflict in conflicts {
      switch try choose(conflict) {
      case .current: patches.append(conflict.choosing(conflict.current))
      case .other: patches.append(conflict.choosing(conflict.other))
      case .value(let value): patches.append(conflict.choosing(value))
      }
    }
    // The last ones first, so that the positions of those before them are still right.
    return try Patch(composing: patches.reversed())
  }

  /// The write that puts a chosen value into the register; empty where it is there already.
  private func choosing(_ value: PlainValue?) -> Patch {
    guard let last = path.last, value != result else { return Patch() }
    let outer = Array(path.dropLast())
    if let element {
      guard case (.integer(let from)?, .integer(let to)?) = (result, value) else { return Patch() }
      return Patch(moving: element, from: Int(from), to: Int(to)).inside(outer)
    }
    switch (last, result, value) {
    case (_, let result?, let value?):
      return Patch(root: Patch.Node.between(result, value)).inside(path)
    case (.key(let key), nil, let value?):
      return Patch(root: .entries([Patch.Node.Entry(key: key, change: .inserted(value))])).inside(outer)
    case (.key(let key), let result?, nil):
      return Patch(root: .entries([Patch.Node.Entry(key: key, change: .removed(result))])).inside(outer)
    case (.position(let position), nil, let value?):
      return Patch(root: .list(NormalRuns([.kept(position), .inserted([value])]).runs)).inside(outer)
    case (.position(let position), let result?, nil):
      return Patch(root: .list(NormalRuns([.kept(position), .removed([result])]).runs)).inside(outer)
    default: return Patch()
    }
  }
}

extension Patch {
  /// A move of an element in a list; both positions are those among the other elements.
  fileprivate init(moving element: PlainValue, from old: Int, to new: Int) {
    let (first, last) = (min(old, new), max(old, new))
    let (gone, come) = (Node.Run.removed([element]), Node.Run.inserted([element]))
    let runs = [.kept(first), old < new ? gone : come, .kept(last - first), old < new ? come : gone]
    self.init(root: old == new ? nil : .list(NormalRuns(runs).runs))
  }
}
