/// Steps that follow one another, without what others of them take back.
struct StepsInEffect {
  private(set) var steps: [Step] = []
  private let types: MergeBase

  init(_ types: MergeBase) { self.types = types }

  /// What is left of a step or of a part of it, or of several that were put together.
  struct Step {
    let moment: Moment.ID
    var patch: Patch
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
    // They stand in the order of their moments, and mostly it is one of the last.
    guard let oldest = parts.map(\.moment).min() else { return false }
    let place = steps.partitioningIndex { $0.moment >= oldest }
    guard let start = steps[place...].firstIndex(where: { step in parts.contains(where: step.isPart) }) else {
      return false
    }
    // In an array of its own: else all the others were copied when these are taken out of them.
    let (types, behind) = (types, Array(steps[start...]))
    func isTaken(_ step: Step) -> Bool { parts.contains(where: step.isPart) }
    guard let without = Self.takeOut(isTaken, of: behind[...], types) else { return false }
    // What was repaired then, and anything else that was not as it would be now, is what the last one did.
    guard let rest = try? without.back.inverted.followed(by: last.patch) else { return false }
    var left = without.left
    if !rest.isEmpty { left.append(Step(last.moment, rest, isNamed: false)) }
    steps.removeSubrange(start...)
    for step in left { Self.append(step, to: &steps) }
    return true
  }

  /// What takes some of several steps back, and what is left of the others, one by one; nil where they contradict what is there
  /// in the end, so that it has to be chosen what is to be there.
  static func takeOut(
    _ isTaken: (Step) -> Bool,
    of steps: ArraySlice<Step>,
    _ types: MergeBase
  ) -> (back: Patch, left: [Step])? {
    if let without = try? takeOut(isTaken, of: steps, types, resolving: nil) { return without }
    // A later one may have undone what contradicts them; then what a step did to something that was taken back is gone with that.
    guard agree(steps.map { ($0.patch, isTaken($0)) }, types) else { return nil }
    return try? takeOut(isTaken, of: steps, types, resolving: .mine)
  }

  /// The same.
  ///
  /// - Parameter choice: As of ``CarriedBack/carry(over:resolving:)``.
  private static func takeOut(
    _ isTaken: (Step) -> Bool,
    of steps: ArraySlice<Step>,
    _ types: MergeBase,
    resolving choice: MergeConflict.Choice?
  ) throws -> (back: Patch, left: [Step]) {
    var (back, left) = (CarriedBack(types), [Step]())
    for step in steps {
      if isTaken(step) {
        try back.add(step.patch.inverted)
      } else {
        let without = try back.carry(over: step, resolving: choice)
        if !without.patch.isEmpty { left.append(without) }
      }
    }
    return (try back.whole, left)
  }

  /// Adds a step, and puts those together that follow one another and are no matter by themselves.
  ///
  /// Not where one takes out of lists and texts and the other one puts in: together, what went stands in front of what came in
  /// one place, whichever stood first; and not where both are about one name, for together they do not say what was there
  /// in between.
  private static func append(_ step: Step, to steps: inout [Step]) {
    if let last = steps.last, !last.isNamed, !step.isNamed,
      last.effect.union(step.effect).mayBeOne,
      !last.patch.hasNames(of: step.patch),
      let both = try? last.patch.followed(by: step.patch)
    {
      steps[steps.count - 1] = Step(step.moment, both, isNamed: false)
    } else {
      steps.append(step)
    }
  }
}

extension StepsInEffect {
  /// A change, and whether it is to be taken back.
  typealias Part = (patch: Patch, isAsked: Bool)

  /// What takes back what is asked of some changes, and what they are without that: put together by halves, so that each patch
  /// is read as often as they can be halved.
  static func halves(
    of parts: ArraySlice<Part>,
    _ types: MergeBase,
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> (kept: Patch, back: Patch) {
    guard parts.count > 1 else {
      guard let part = parts.first else { return (Patch(), Patch()) }
      return part.isAsked ? (Patch(), part.patch.inverted) : (part.patch, Patch())
    }
    let middle = parts.startIndex + parts.count / 2
    let (first, second) = (
      try halves(of: parts[..<middle], types, asking: rebase),
      try halves(of: parts[middle...], types, asking: rebase)
    )
    if first.back.isEmpty { return (try first.kept.followed(by: second.kept), second.back) }
    let carried = try rebase(first.back, second.kept)
    let left = try Patch(composing: [first.back.inverted, second.kept, carried])
    return (try first.kept.followed(by: left), try second.back.followed(by: carried))
  }

  /// The same changes, those that are asked put together as far as the others let them: for what contradicts one of them
  /// another one may undo.
  ///
  /// - Complexity: O(their number · size of what is asked).
  static func gathered(_ parts: some BidirectionalCollection<Part>) throws(PatchError) -> [Part] {
    // From the end on. What is asked goes to the front, up to what is about the same.
    var (runs, asked, kept): ([Part], Patch, [Patch]) = ([], Patch(), [])
    for part in parts.reversed() {
      if part.isAsked {
        asked = try part.patch.followed(by: asked)
        continue
      }
      if let root = part.patch.root, let split = asked.root?.split(by: root), let about = split.about {
        runs += [(try Patch(composing: kept.reversed()), false), (Patch(root: about), true)]
        (asked, kept) = (Patch(root: split.rest), [])
      }
      kept.append(part.patch)
    }
    runs += [(try Patch(composing: kept.reversed()), false), (asked, true)]
    return runs.reversed()
  }

  /// Whether what takes some changes back contradicts nothing that is there in the end of what the others did.
  ///
  /// From the last one on, so that each meets all that came later: what a half of it did the other one may have undone.
  private static func agree(_ parts: some BidirectionalCollection<Part>, _ types: MergeBase) -> Bool {
    var later = Patch()
    do {
      for part in try gathered(parts).reversed() {
        guard part.isAsked else {
          later = try part.patch.followed(by: later)
          continue
        }
        let back = part.patch.inverted
        let carried = try back.rebased(over: later, from: types, rank: .second) { _ in nil }
        later = try Patch(composing: [part.patch, later, carried])
      }
    } catch {
      return false
    }
    return true
  }
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
    var (parts, before, taken): ([Self], Patch, Set<Int>) = ([], Patch(), [])
    for numbers in groups.values.sorted(by: { $0.min() ?? 0 < $1.min() ?? 0 }) {
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
