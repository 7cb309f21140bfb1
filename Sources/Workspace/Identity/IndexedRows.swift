import PersistentCollections
import Strata

/// Rows by id, with an index of their places in other orders.
///
/// The index is derived from the rows, and is no part of the state. It is neither encoded nor compared nor described:
/// a file cannot contradict itself, equal rows are equal, and a step has no bytes for the index. The rows keep it
/// because reducers need it too: they find the todos of a day among a hundred thousand without reading the others.
/// Undo restores it with the rows, since both belong to one snapshot.
///
/// Reducers change rows by the methods here, which update the index row by row. A decoder or a patch changes ``rows``
/// directly, and the next read of the index catches up with the difference. Most moments that a jump passes are never
/// read, or only for their changes.
struct IndexedRows<Index: RowIndex>: Equatable, Sendable {
  /// The rows by id.
  var rows: PersistentSortedMap<Int, Index.Row> = [:]
  /// The index of these rows or of older rows, as the methods here left it.
  private var own = Snapshot()
  /// The last index that a read made. All versions of the rows that came from one another by patches share it.
  private var read = Guarded<Snapshot?>(nil)

  /// Rows and their index.
  private struct Snapshot {
    var rows: PersistentSortedMap<Int, Index.Row> = [:]
    var index = Index()

    /// Changes the index to that of other rows.
    mutating func catchUp(with new: PersistentSortedMap<Int, Index.Row>) {
      if rows.isIdentical(to: new) { return }
      if rows.isEmpty {
        index = Index(of: new.values)
      } else {
        new.forEachChange(from: rows, by: ==) { change in
          switch change {
          case .inserted(_, let row): index.change(from: nil, to: row)
          case .removed(_, let row): index.change(from: row, to: nil)
          case .updated(_, let old, let new): index.change(from: old, to: new)
          }
        }
      }
      rows = new
    }
  }

  /// The places of the rows in other orders.
  ///
  /// - Complexity: O(1) where it is known. The first read takes O(*k* log *n*) for *k* rows that a patch changed, and
  ///   O(*n* log *n*) for decoded rows.
  var index: Index {
    if own.rows.isIdentical(to: rows) { return own.index }
    return read.withLock { read in
      var last = read.take() ?? own
      last.catchUp(with: rows)
      read = last
      return last.index
    }
  }

  /// Replaces the row with an id, and its places in the index; nil stands for no row.
  private mutating func replace(_ id: Int, _ old: Index.Row?, by new: Index.Row?) {
    if !own.rows.isIdentical(to: rows) { (own.index, read) = (index, Guarded(nil)) }
    // Without this second reference the rows can change in place.
    own.rows = [:]
    rows[id] = new
    own.index.change(from: old, to: new)
    own.rows = rows
  }

  /// Adds a row with a new id.
  mutating func insert(_ row: Index.Row) { replace(row.id, nil, by: row) }

  /// Changes the row with an id.
  ///
  /// - Returns: Whether there is such a row.
  /// - Throws: The error of `change`; the row is then unchanged.
  mutating func update<Failure: Error>(
    _ id: Int,
    _ change: (inout Index.Row) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let old = rows[id] else { return false }
    var new = old
    try change(&new)
    replace(id, old, by: new)
    return true
  }

  /// Removes the row with an id, and returns it if there is one.
  mutating func remove(_ id: Int) -> Index.Row? {
    guard let row = rows[id] else { return nil }
    replace(id, row, by: nil)
    return row
  }

  /// Removes the rows with these ids, or none of them when an id has no row.
  mutating func remove<Failure: Error>(_ ids: IDSet, orThrow missing: (Int) -> Failure) throws(Failure) {
    var next = self
    for id in ids where next.remove(id) == nil { throw missing(id) }
    self = next
  }

  /// Whether both have the same rows.
  static func == (left: IndexedRows, right: IndexedRows) -> Bool { left.rows == right.rows }
}

/// The places of rows in orders other than that of their ids.
protocol RowIndex: Equatable, Sendable {
  associatedtype Row: Identifiable & Equatable & Sendable where Row.ID == Int

  init()
  /// Makes the index of many rows, faster than by inserting each.
  init(of rows: some Sequence<Row>)
  /// Replaces the places of a row; nil stands for no row.
  mutating func change(from old: Row?, to new: Row?)
  /// Counts the index's own nodes.
  func addFootprint(to meter: inout FootprintMeter)
}

/// Ids of rows in the order of a rank, such as a day; among equal ranks, in the order of the ids.
struct IDsByRank<Row: Identifiable & Sendable, Rank: Comparable & Sendable>: Equatable, Sendable
where Row.ID == Int {
  /// The place of an id.
  struct Place: Comparable {
    var rank: Rank
    var id: Int

    static func < (left: Place, right: Place) -> Bool {
      left.rank == right.rank ? left.id < right.id : left.rank < right.rank
    }
  }

  typealias Places = PersistentSortedMap<Place, Void>

  private(set) var places: Places = [:]

  init() {}

  /// Orders rows by their rank; a row without a rank is left out, and one that is there twice counts once.
  init(_ rows: [Row], by rank: (Row) -> Rank?) {
    places = Places(
      rows.compactMap { row in Self.place(of: row, by: rank).map { ($0, ()) } },
      uniquingKeysWith: { _, _ in }
    )
  }

  private static func place(of row: Row, by rank: (Row) -> Rank?) -> Place? {
    rank(row).map { Place(rank: $0, id: row.id) }
  }

  /// Replaces the place of a row; where the rank stays the same, no node is changed.
  mutating func change(from old: Row?, to new: Row?, by rank: (Row) -> Rank?) {
    let from = old.flatMap { Self.place(of: $0, by: rank) }
    let to = new.flatMap { Self.place(of: $0, by: rank) }
    if from == to { return }
    if let from { places.removeValue(forKey: from) }
    if let to { places.updateValue((), forKey: to) }
  }

  /// The places with a lesser rank.
  func before(_ rank: Rank) -> Places { places[..<Place(rank: rank, id: .min)] }

  /// The places with this rank or a lesser one.
  func through(_ rank: Rank) -> Places { places[...Place(rank: rank, id: .max)] }

  /// The places with this rank.
  func at(_ rank: Rank) -> Places { places[Place(rank: rank, id: .min)...Place(rank: rank, id: .max)] }

  /// The places with this rank or a greater one.
  func from(_ rank: Rank) -> Places { places[Place(rank: rank, id: .min)...] }

  /// The places with a greater rank; no row has the greatest number as its id, see ``IDCounter``.
  func after(_ rank: Rank) -> Places { places[Place(rank: rank, id: .max)...] }

  static func == (left: IDsByRank, right: IDsByRank) -> Bool { left.places.keys == right.places.keys }
}
