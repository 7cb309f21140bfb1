import PersistentCollections
import Strata

/// Rows by id, with an index beside them that says where a row stands in other orders.
///
/// The index is derived, not state. It follows from the rows alone, so it is neither encoded nor compared nor
/// described: a file cannot contradict itself, equal rows are equal, and a step costs no bytes in a patch for it.
/// It is kept beside the rows, and not found again on demand, because reducers need it too: the todos of a day are
/// found among a hundred thousand without a look at the others. Undo brings it back with the rows, since both are
/// parts of one snapshot.
///
/// All changes go through this type. Those of reducers keep the index in step one row at a time. Whoever sets ``rows`` as a
/// whole, a decoder or a patch, has the index caught up by what is different when that is asked for: of the moments that a
/// way through the history passes, most are only looked at for what changed, or not at all.
struct IndexedRows<Index: RowIndex>: Sendable {
  private var storage: PersistentSortedMap<Int, Index.Row> = [:]
  /// The index, unless it is ``wanted``.
  private var made = Index()
  /// What the index will be found from, for all copies of these rows; nil where it is ``made``.
  private var wanted: Guarded<Source>?

  /// What the index of rows is found from.
  private enum Source {
    /// Other rows, with their index.
    case older(PersistentSortedMap<Int, Index.Row>, Index)
    /// It was found.
    case found(Index)
  }

  /// The rows by id.
  var rows: PersistentSortedMap<Int, Index.Row> {
    get { storage }
    set {
      let source = wanted?.withLock { $0 } ?? .found(made)
      if case .found(let index) = source {
        (made, wanted) = (Index(), Guarded(.older(storage, index)))
      } else {
        wanted = Guarded(source)
      }
      storage = newValue
    }
  }

  /// Where the rows stand in other orders.
  ///
  /// - Complexity: O(*n* log *n*) where all rows came at once, and O(*k* log *n*) where *k* of them did, the first time.
  var index: Index {
    guard let wanted else { return made }
    return wanted.withLock { source in
      switch source {
      case .found(let index): return index
      case .older(let rows, let index):
        let found = self.index(after: rows, with: index)
        source = .found(found)
        return found
      }
    }
  }

  /// The index, given that of other rows.
  private func index(after rows: PersistentSortedMap<Int, Index.Row>, with index: Index) -> Index {
    if rows.isEmpty { return Index(of: storage.values) }
    var index = index
    storage.forEachChange(from: rows, by: ==) { change in
      switch change {
      case .inserted(_, let row): index.insert(row)
      case .removed(_, let row): index.remove(row)
      case .updated(_, let old, let new): index.move(from: old, to: new)
      }
    }
    return index
  }

  /// Makes the index, if it is still to be made.
  private mutating func makeIndex() {
    if wanted != nil { (made, wanted) = (index, nil) }
  }

  /// Adds a row whose id is new.
  mutating func insert(_ row: Index.Row) {
    makeIndex()
    storage[row.id] = row
    made.insert(row)
  }

  /// Changes the row with an id, where there is one.
  ///
  /// - Returns: whether there was one.
  /// - Throws: What `change` throws; the row is then as it was.
  mutating func update<Failure: Error>(
    _ id: Int,
    _ change: (inout Index.Row) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let old = storage[id] else { return false }
    var new = old
    try change(&new)
    makeIndex()
    storage[id] = new
    made.move(from: old, to: new)
    return true
  }

  /// Changes many rows that are there, and at once what that means for their index: sooner than one by one.
  mutating func update(
    _ ids: some Sequence<Int>,
    _ change: (inout Index.Row) -> Void,
    inIndex changeIndex: (inout Index) -> Void
  ) {
    makeIndex()
    for id in ids {
      guard var row = storage[id] else { continue }
      change(&row)
      storage[id] = row
    }
    changeIndex(&made)
  }

  /// Removes the row with an id, and returns it if there was one.
  mutating func remove(_ id: Int) -> Index.Row? {
    guard storage[id] != nil else { return nil }
    makeIndex()
    guard let row = storage.removeValue(forKey: id) else { return nil }
    made.remove(row)
    return row
  }
}

/// Places of rows in orders other than that of their ids.
protocol RowIndex: Equatable, Sendable {
  associatedtype Row: Identifiable & Equatable & Sendable where Row.ID == Int

  init()
  /// Makes the index of many rows, sooner than by inserting each.
  init(of rows: some Sequence<Row>)
  mutating func insert(_ row: Row)
  mutating func remove(_ row: Row)
  /// Takes note of another version of a row; where that stands at the same places, nothing is touched.
  mutating func move(from old: Row, to new: Row)
  /// Counts the index's own nodes.
  func addFootprint(to meter: inout FootprintMeter)
}
