/// Steps that follow one another, without what others of them take back.
struct StepsInEffect {
  private(set) var steps: [Step] = []
  private let types: MergeBase

  init(_ types: MergeBase) { self.types = types }

  /// What is left of a step or of a part of it, or of several that were put together.
  struct Step {
    let moment: Moment.ID
    fileprivate(set) var patch: Patch
    /// Whether it may be taken back; then it is not put together with others.
    fileprivate let isNamed: Bool
    /// Which of all changes that the step made are those of the patch; nil for all of them.
    private let numbers: Set<Int>?
    /// Whether something came or went in lists and texts, as far as that was asked.
    fileprivate let effect: ListEffect

    init(_ moment: Moment.ID, _ patch: Patch, isNamed: Bool, numbers: Set<Int>? = nil) {
      (self.moment, self.patch, self.isNamed, self.numbers) = (moment, patch, isNamed, numbers)
      effect = isNamed ? [] : patch.root?.listEffect ?? []
    }

    /// Whether what is taken back has this in it.
    func isPart(of taken: Moment.Rejected) -> Bool {
      guard taken.moment == moment else { return false }
      guard let changes = taken.changes, let numbers else { return true }
      return changes.contains { numbers.contains($0) }
    }
  }

  /// Adds a step; where it takes others back, what it takes back goes with it.
  mutating func append(_ step: Step, takingBack parts: [Moment.Rejected]) {
    if parts.isEmpty || !takeOut(parts, by: step) { Self.append(step, to: &steps) }
  }

  /// Takes parts of steps out, because the last one took them back.
  private mutating func takeOut(_ parts: [Moment.Rejected], by last: Step) -> Bool {
    guard let start = steps.firstIndex(where: { step in parts.contains(where: step.isPart) }) else {
      return false
    }
    var back = CarriedBack(types)
    var left: [Step] = []
    do {
      for step in steps[start...] {
        if parts.contains(where: step.isPart) {
          back.add(step.patch.inverted)
        } else {
          // Where they contradict each other, it goes: what it did to something that was taken back is gone with that.
          let without = try back.carry(over: step, resolving: .mine)
          if !without.patch.isEmpty { left.append(without) }
        }
      }
      // What was chosen or repaired then, and anything else that was not as it would be now, is what the last one did.
      let rest = try back.whole.inverted.followed(by: last.patch)
      if !rest.isEmpty { left.append(Step(last.moment, rest, isNamed: false)) }
    } catch {
      return false
    }
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
      steps[steps.count - 1] = Step(step.moment, both, isNamed: false)
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
  /// - Parameter choice: What is to be there where they contradict it: *mine* is what they make of it; nil leaves it open.
  /// - Throws: ``MergeError`` where it is left open.
  @discardableResult
  mutating func carry(
    over step: StepsInEffect.Step,
    resolving choice: MergeConflict.Choice? = nil
  ) throws(MergeError) -> StepsInEffect.Step {
    var step = step
    for index in backs.indices {
      let (back, other) = (backs[index].patch, step.patch)
      backs[index].patch = try back.rebased(over: other, from: types, rank: .second) { _ in choice }
      step.patch = try other.rebased(over: back, from: types, rank: .first) { _ in choice?.mirrored }
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

extension StepsInEffect.Step {
  /// A step in as many parts as may be taken back by themselves, one after the other.
  ///
  /// - Parameters:
  ///   - root: What the parts are to be about.
  ///   - lists: Which of the step's changes are taken back together.
  static func parts(
    of moment: Moment.ID,
    _ whole: Patch,
    about root: Patch.Node,
    apart lists: [[Int]]
  ) throws(PatchError) -> [Self] {
    func about(_ patch: Patch) -> Patch { Patch(root: patch.root?.part(about: root)) }
    if lists.isEmpty { return [Self(moment, about(whole), isNamed: true)] }
    let sets = lists.map(Set.init)
    func group(_ number: Int) -> [Bool] { sets.map { $0.contains(number) } }
    let changes = whole.changes
    let groups = Dictionary(grouping: changes.indices, by: group).mapValues(Set.init)
    // What went stands in front of what came in its place: so that goes last which went where another one came.
    func isLast(_ numbers: Set<Int>) -> Bool {
      numbers.contains { number in
        guard case .removed = changes[number].kind else { return false }
        let next = changes[number...].dropFirst().first {
          if case .inserted = $0.kind { $0.path.dropLast() == changes[number].path.dropLast() } else { false }
        }
        return next.map { next in !numbers.contains { changes[$0] == next } } ?? false
      }
    }
    let order = groups.values.sorted { left, right in
      let (first, second) = (isLast(left), isLast(right))
      return first == second ? left.min() ?? 0 < right.min() ?? 0 : second
    }
    var (parts, before, taken): ([Self], Patch, Set<Int>) = ([], Patch(), [])
    for numbers in order {
      taken.formUnion(numbers)
      var next = -1
      let after = about(
        whole.filter { _ in
          next += 1
          return taken.contains(next)
        }
      )
      parts.append(Self(moment, try before.inverted.followed(by: after), isNamed: true, numbers: numbers))
      before = after
    }
    return parts
  }
}

extension Patch {
  /// What takes some of its changes back, right behind it.
  ///
  /// - Parameter changes: Which; nil for all of them.
  func back(taking changes: [Int]?) throws(PatchError) -> Patch {
    guard let changes else { return inverted }
    let taken = Set(changes)
    var next = -1
    let kept = filter { _ in
      next += 1
      return !taken.contains(next)
    }
    return try inverted.followed(by: kept)
  }
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
