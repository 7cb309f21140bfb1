/// Steps that follow one another, without what others of them take back.
struct StepsInEffect {
  private(set) var steps: [Step] = []
  private let types: MergeBase

  init(_ types: MergeBase) { self.types = types }

  /// What is left of a step, or of several that were put together.
  struct Step {
    let moment: Moment.ID
    fileprivate(set) var patch: Patch
    /// Which of all changes that the step made those of the patch are; nil where nothing of it is ever taken back by itself.
    private var numbers: [Int]?
    /// Whether something came or went in lists and texts, as far as that was asked.
    fileprivate var effect: ListEffect = []

    /// - Parameters:
    ///   - patch: What of the step is looked at.
    ///   - whole: All of it, where some of its changes may be taken back.
    init(_ moment: Moment.ID, _ patch: Patch, of whole: Patch?) {
      (self.moment, self.patch) = (moment, patch)
      guard let whole else {
        effect = patch.root?.listEffect ?? []
        return
      }
      var rest = patch.changes[...]
      numbers = whole.changes.enumerated().compactMap { number, change in
        guard rest.first == change else { return nil }
        rest.removeFirst()
        return number
      }
    }

    /// Whether others may be put together with it.
    fileprivate var isNamed: Bool { numbers != nil }

    /// The step without some of its changes, and what takes those back right behind it.
    ///
    /// - Parameter changes: Which of all changes that the step made; nil for what is left of them.
    /// - Throws: ``PatchError`` where what is left of the step does not say which those are.
    func split(taking changes: [Int]?) throws -> (kept: Step, back: Patch) {
      var kept = self
      guard let changes else {
        (kept.patch, kept.numbers) = (Patch(), [])
        return (kept, patch.inverted)
      }
      guard let numbers, patch.changes.count == numbers.count else { throw PatchError(.nothingThere) }
      var rest = numbers[...]
      kept.patch = patch.filter { _ in rest.popFirst().map { !changes.contains($0) } ?? true }
      kept.numbers = numbers.filter { !changes.contains($0) }
      return (kept, try patch.inverted.followed(by: kept.patch))
    }

    /// What the step is where something before it is no more: what it did to that is gone, too.
    fileprivate func rebased(over other: Patch, from types: MergeBase) throws(MergeError) -> Step {
      func carried(_ patch: Patch) throws(MergeError) -> Patch {
        try patch.rebased(over: other, from: types, rank: .first, resolving: { _ in nil })
      }
      var left = self
      left.patch = try carried(patch)
      guard let numbers, left.patch.changes.count != numbers.count else { return left }
      // Some are gone, or go around what is there again.
      left.numbers = []
      for (place, number) in numbers.enumerated() {
        var next = 0
        let alone = patch.filter { _ in
          defer { next += 1 }
          return next == place
        }
        left.numbers? += try carried(alone).changes.map { _ in number }
      }
      return left
    }
  }

  /// Adds a step; where it takes others back, what it takes back goes with it.
  mutating func append(_ step: Step, takingBack parts: [Moment.Rejected]) {
    if parts.isEmpty || !takeOut(parts, by: step.patch) { Self.append(step, to: &steps) }
  }

  /// Takes parts of steps out where that is what the last one did.
  private mutating func takeOut(_ parts: [Moment.Rejected], by last: Patch) -> Bool {
    guard let start = steps.firstIndex(where: { step in parts.contains { $0.moment == step.moment } }) else {
      return false
    }
    var back = CarriedBack(types)
    var left: [Step] = []
    for step in steps[start...] {
      var (kept, own) = (step, Patch())
      if let part = parts.first(where: { $0.moment == step.moment }) {
        guard let split = try? step.split(taking: part.changes) else { return false }
        (kept, own) = split
      }
      guard let without = try? back.carry(over: kept) else { return false }
      if !without.patch.isEmpty { Self.append(without, to: &left) }
      back.add(own)
    }
    guard (try? back.whole) == last else { return false }
    steps.removeSubrange(start...)
    for step in left { Self.append(step, to: &steps) }
    return true
  }

  /// Adds a step, and puts those together that follow one another and are no matter by themselves.
  ///
  /// Not where one takes out of lists and texts and the other one puts in: together, what went stands in front of what came in
  /// one place, whichever stood first.
  private static func append(_ step: Step, to steps: inout [Step]) {
    if let last = steps.last, !last.isNamed, !step.isNamed,
      !last.effect.union(step.effect).isSuperset(of: [.came, .went]),
      let both = try? last.patch.followed(by: step.patch)
    {
      steps[steps.count - 1] = Step(step.moment, both, of: nil)
    } else {
      steps.append(step)
    }
  }
}

/// What takes back parts of some steps, on its way over those that follow.
struct CarriedBack {
  /// One after the other, for together they would not say in which order they stand in a place.
  private var backs: [(patch: Patch, effect: ListEffect)] = []
  private let types: MergeBase

  init(_ types: MergeBase) { self.types = types }

  /// Carries all over a step, and returns what that is without what they take back.
  ///
  /// - Throws: ``MergeError`` where they contradict it.
  mutating func carry(over step: StepsInEffect.Step) throws(MergeError) -> StepsInEffect.Step {
    var step = step
    for index in backs.indices {
      let back = backs[index].patch
      backs[index].patch = try back.rebased(over: step.patch, from: types, rank: .second) { _ in nil }
      step = try step.rebased(over: back, from: types)
    }
    return step
  }

  /// Adds what takes back the step behind the last one, in front of the others.
  mutating func add(_ patch: Patch) {
    if patch.isEmpty { return }
    let effect = patch.root?.listEffect ?? []
    if let first = backs.first, !first.effect.union(effect).isSuperset(of: [.came, .went]),
      let both = try? patch.followed(by: first.patch)
    {
      backs[0] = (both, first.effect.union(effect))
    } else {
      backs.insert((patch, effect), at: 0)
    }
  }

  /// All of them together.
  var whole: Patch { get throws { try Patch(composing: backs.map(\.patch)) } }
}

/// What a change does with elements of lists and with letters of texts.
private struct ListEffect: OptionSet {
  let rawValue: UInt8
  static let came = ListEffect(rawValue: 1)
  static let went = ListEffect(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init<Content>(_ fate: RunFate<Content>) {
    self =
      switch fate {
      case .inserted: .came
      case .removed: .went
      case .kept, .changed: []
      }
  }
}

extension Patch.Node {
  /// What it does in lists and texts, however deep they lie.
  fileprivate var listEffect: ListEffect {
    func all(_ parts: some Sequence<ListEffect>) -> ListEffect { parts.reduce([]) { $0.union($1) } }
    return switch self {
    case .replaced, .members: []
    case .fields(let fields): all(fields.lazy.map(\.node.listEffect))
    case .entries(let entries):
      all(entries.lazy.map { if case .changed(let node) = $0.change { node.listEffect } else { [] } })
    case .list(let runs):
      all(
        runs.lazy.map { run in
          if case .changed(let node) = run { node.listEffect } else { ListEffect(run.fate) }
        }
      )
    case .text(let runs): all(runs.lazy.map { ListEffect($0.fate) })
    }
  }
}
