/// Where the parts that undo covers stand in a state, for places that a person is told of.
struct PlacesOfParts<State> {
  /// The fields that lead to each part; nothing where the state is not described.
  private let places: [[PathComponent]]
  private let isSeveral: Bool
  /// What is known of the parts from their types alone.
  private let types: MergeBase?
  /// Whether something was chosen that neither side has: the state may write it otherwise, as a number without its fraction.
  private(set) var hasOtherValue = false
  /// Whether anything was chosen at all.
  private(set) var isChosen = false

  init(_ domain: UndoDomain) {
    let paths = domain.paths
    types = domain.described.map { MergeBase($0.shape, nil) }
    func places<Known: DescribedValue>(in type: Known.Type) -> [[String]] {
      PartFields(paths, of: type)?.places ?? []
    }
    let named = (State.self as? any DescribedValue.Type).map { places(in: $0) } ?? []
    self.places = named.map { $0.map { .field($0) } }
    isSeveral = paths.count > 1
  }

  /// Carries a patch of the parts over another one, where conflicts are seen from the whole state.
  ///
  /// - Parameter unites: Whether what both insert alike at one place is one insertion.
  mutating func rebase(
    _ patch: Patch,
    over other: Patch,
    rank: MergeRank = .second,
    unites: Bool = false,
    _ choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws(MergeError) -> Patch {
    var (isOther, isAnswered) = (false, false)
    defer {
      if isOther { hasOtherValue = true }
      if isAnswered { isChosen = true }
    }
    do throws(MergeError) {
      return try patch.rebased(over: other, from: types, rank: rank, unites: unites) { conflict in
        let choice = choose(outside(conflict))
        if case .value? = choice { isOther = true }
        if choice != nil { isAnswered = true }
        return choice
      }
    } catch {
      guard case .conflicts(let conflicts) = error else { throw error }
      throw .conflicts(conflicts.map { outside($0) })
    }
  }

  /// A change seen from the whole state.
  func outside(_ change: PatchChange) -> PatchChange {
    PatchChange(path: outside(change.path), kind: change.kind)
  }

  private func outside(_ conflict: MergeConflict) -> MergeConflict { conflict.at(outside(conflict.path)) }

  private func outside(_ inner: [PathComponent]) -> [PathComponent] {
    var (path, index) = (inner[...], 0)
    // Of several parts, each stands under its number.
    if isSeveral, case .field(let name)? = path.popFirst() { index = Int(name) ?? 0 }
    return (places.indices.contains(index) ? places[index] : []) + path
  }
}
