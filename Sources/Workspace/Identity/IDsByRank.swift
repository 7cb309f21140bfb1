import PersistentCollections

/// Ids in the order of something else, such as the day of a todo; among equals, in the order of the ids.
struct IDsByRank<Rank: Comparable & Sendable>: Sendable {
  /// Where an id stands.
  struct Place: Comparable {
    var rank: Rank
    var id: Int

    static func < (left: Place, right: Place) -> Bool {
      left.rank == right.rank ? left.id < right.id : left.rank < right.rank
    }
  }

  private(set) var places: PersistentSortedMap<Place, Void> = [:]

  init() {}

  /// Puts each id at its rank; one that is there twice counts once.
  init(_ places: [Place]) {
    self.places = PersistentSortedMap(places.lazy.map { ($0, ()) }, uniquingKeysWith: { _, _ in })
  }

  /// Puts an id at a rank, or takes it away from there.
  mutating func set(_ id: Int, at rank: Rank, isThere: Bool) {
    let place = Place(rank: rank, id: id)
    if isThere { places.updateValue((), forKey: place) } else { places.removeValue(forKey: place) }
  }

  /// Takes all ids away from a rank.
  ///
  /// - Complexity: O(log *n*), however many there are.
  mutating func removeAll(at rank: Rank) {
    places.removeAll(in: Place(rank: rank, id: .min)...Place(rank: rank, id: .max))
  }

  /// The places of all ids whose rank is less.
  func before(_ rank: Rank) -> PersistentSortedMap<Place, Void> {
    places[..<Place(rank: rank, id: .min)]
  }

  /// The places of all ids whose rank is not greater.
  func through(_ rank: Rank) -> PersistentSortedMap<Place, Void> {
    places[...Place(rank: rank, id: .max)]
  }

  /// The places of all ids whose rank is not less.
  func from(_ rank: Rank) -> PersistentSortedMap<Place, Void> {
    places[Place(rank: rank, id: .min)...]
  }

  /// The places of all ids whose rank is greater.
  func after(_ rank: Rank) -> PersistentSortedMap<Place, Void> {
    // No row has the greatest number for an id; see `IDCounter`.
    places[Place(rank: rank, id: .max)...]
  }

  /// The places of all ids with a rank.
  func at(_ rank: Rank) -> PersistentSortedMap<Place, Void> {
    places[Place(rank: rank, id: .min)...Place(rank: rank, id: .max)]
  }
}

extension IDsByRank: Equatable {
  static func == (left: IDsByRank, right: IDsByRank) -> Bool { left.places.keys == right.places.keys }
}
