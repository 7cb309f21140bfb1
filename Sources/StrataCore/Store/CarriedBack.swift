/// What takes back parts of some steps, on its way over those that follow.
struct CarriedBack {
  /// One after the other: those that take out of lists and texts and those that put in, put together, would not say in which
  /// order they stand in a place.
  private var parts: [(patch: Patch, effect: ListEffect)] = []
  private let types: MergeBase

  init(_ types: MergeBase) { self.types = types }

  /// All of them together.
  var whole: Patch { get throws(PatchError) { try Patch(composing: parts.map(\.patch)) } }

  /// Adds what takes back the step behind the last one, in front of the others.
  mutating func add(_ patch: Patch) throws(PatchError) {
    let effect = patch.root?.listEffect ?? []
    if let first = parts.first, first.effect.union(effect).mayBeOne {
      parts[0] = (try patch.followed(by: first.patch), first.effect.union(effect))
    } else if !patch.isEmpty {
      parts.insert((patch, effect), at: 0)
    }
  }

  /// Carries all over a step, and returns what that is without what they take back.
  ///
  /// - Parameter choice: What is to be there where they contradict it: *mine* is what they make of it; nil leaves it open.
  /// - Throws: ``MergeError`` where it is left open.
  @discardableResult
  mutating func carry(
    over step: StepsInEffect.Step,
    resolving choice: MergeConflict.Choice? = nil
  ) throws -> StepsInEffect.Step {
    if let without = try? carryEach(over: step, resolving: nil) { return without }
    // What contradicts it another one of them may undo.
    var together = CarriedBack(types)
    try together.add(whole)
    if let without = try? together.carryEach(over: step, resolving: nil) {
      self = together
      return without
    }
    return try carryEach(over: step, resolving: choice)
  }

  private mutating func carryEach(
    over step: StepsInEffect.Step,
    resolving choice: MergeConflict.Choice?
  ) throws(MergeError) -> StepsInEffect.Step {
    var (step, carried) = (step, self)
    func carry(_ back: Patch) throws(MergeError) -> Patch {
      let other = step.patch
      step.patch = try other.rebased(over: back, from: types, rank: .first) { _ in choice?.mirrored }
      return try back.rebased(over: other, from: types, rank: .second) { _ in choice }
    }
    for index in parts.indices { carried.parts[index].patch = try carry(parts[index].patch) }
    self = carried
    return step
  }
}

extension Patch {
  /// What is found by names and keys, and what by places in lists and texts.
  fileprivate var namedAndPlaced: (named: Patch, placed: Patch) {
    let parts = root?.namedAndPlaced
    return (Patch(root: parts?.named), Patch(root: parts?.placed))
  }

  /// Whether another patch may be about something that this one finds by a name or a key, too.
  func hasNames(of other: Patch) -> Bool {
    guard let own = namedAndPlaced.named.root, let others = other.namedAndPlaced.named.root else {
      return false
    }
    return own.part(about: others) != nil
  }
}

extension Patch.Node {
  fileprivate var namedAndPlaced: (named: Patch.Node?, placed: Patch.Node?) {
    switch self {
    case .replaced, .members: return (self, nil)
    case .list, .text: return (nil, self)
    case .fields(let fields):
      let parts = fields.map { (name: $0.name, parts: $0.node.namedAndPlaced) }
      let named = parts.compactMap { field in field.parts.named.map { Field(name: field.name, node: $0) } }
      let placed = parts.compactMap { field in field.parts.placed.map { Field(name: field.name, node: $0) } }
      return (named.isEmpty ? nil : .fields(named), placed.isEmpty ? nil : .fields(placed))
    case .entries(let entries):
      var (named, placed): ([Entry], [Entry]) = ([], [])
      for entry in entries {
        guard case .changed(let node) = entry.change else {
          named.append(entry)
          continue
        }
        let parts = node.namedAndPlaced
        if let node = parts.named { named.append(Entry(key: entry.key, change: .changed(node))) }
        if let node = parts.placed { placed.append(Entry(key: entry.key, change: .changed(node))) }
      }
      return (named.isEmpty ? nil : .entries(named), placed.isEmpty ? nil : .entries(placed))
    }
  }
}
