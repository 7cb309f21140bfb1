/// The places of the parts that undo covers in a state, for those that a person is told of.
struct PlacesOfParts {
  /// The fields that lead to each part; nothing where the state is not described.
  private let places: [[PathComponent]]
  private let isSeveral: Bool

  init<State>(_ domain: UndoDomain, in _: State.Type) {
    let paths = domain.paths
    func places<Known: DescribedValue>(in type: Known.Type) -> [[String]] {
      PartFields(paths, of: type)?.places ?? []
    }
    let named = (State.self as? any DescribedValue.Type).map { places(in: $0) } ?? []
    self.places = named.map { $0.map { .field($0) } }
    isSeveral = paths.count > 1
  }

  /// A change seen from the whole state.
  func outside(_ change: PatchChange) -> PatchChange {
    PatchChange(path: outside(change.path), kind: change.kind)
  }

  /// A conflict seen from the whole state.
  func outside(_ conflict: MergeConflict) -> MergeConflict { conflict.at(outside(conflict.path)) }

  private func outside(_ inner: [PathComponent]) -> [PathComponent] {
    var (path, index) = (inner[...], 0)
    // Of several parts, each stands under its number.
    if isSeveral, case .field(let name)? = path.popFirst() { index = Int(name) ?? 0 }
    return (places.indices.contains(index) ? places[index] : []) + path
  }
}
