import StrataCore

/// The fields of a state that are shared, and what of a patch is about them.
struct SharedFields: Sendable {
  private let fields: PartFields
  /// The names of the fields that lead to ``Sharing``.
  private let place: [String]

  /// - Throws: ``SharingError/misplaced(reason:)`` where a key path leads to no described field, and where what the store
  ///   keeps for itself would be shared.
  init<State: SharedState>(of _: State.Type) throws(SharingError) {
    guard let place = PartFields([State.sharing], of: State.self)?.places.first else {
      throw .misplaced(reason: "\(State.sharing) is no described field of \(State.self)")
    }
    let paths = State.shared.map { $0 as AnyKeyPath }
    guard let fields = PartFields(paths, of: State.self), !paths.isEmpty else {
      throw .misplaced(reason: "\(State.self) shares nothing, or what is no described field of it")
    }
    (self.fields, self.place) = (fields, place)
    if Self.overlap(place, fields.places) {
      throw .misplaced(reason: "\(State.sharing) is the store's own, and would be shared")
    }
  }

  /// Sees to it that undo leaves alone what the store knows of the order.
  func require(undoing paths: [AnyKeyPath], of state: (some DescribedValue).Type) throws(SharingError) {
    let places = PartFields(paths, of: state)?.places ?? [[]]
    if Self.overlap(place, places) {
      throw .misplaced(reason: "\(place.joined(separator: ".")) is the store's own, and would be undone")
    }
  }

  private static func overlap(_ place: [String], _ others: [[String]]) -> Bool {
    others.contains { other in zip(place, other).allSatisfy { $0 == $1 } }
  }

  /// Returns the part of a patch of the whole state that is about the shared fields.
  func shared(of patch: Patch) -> Patch { fields.whole(of: fields.part(of: patch)) }

  /// Returns the patch that leads from the shared fields of one state to those of another.
  func difference<State: DescribedValue>(from old: State, to new: State) throws(PatchError) -> Patch {
    shared(of: try Patch(from: old, to: new))
  }

  /// Returns the difference of two whole states, given the difference of their shared fields.
  func whole<State: DescribedValue>(
    from old: State,
    to new: State,
    knowing shared: Patch
  ) throws(PatchError) -> Patch {
    try Patch(from: old, to: new, knowing: fields.known(fields.part(of: shared).root))
  }
}
