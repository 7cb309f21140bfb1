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
/// Reducers change rows by the methods here, which keep the index in step one row at a time. A decoder or a patch changes
/// ``rows`` where they lie, and knows nothing of an index: that is caught up by what is different when it is asked for. Of the
/// moments that a way through the history passes, most are only looked at for what changed, or not at all.
struct IndexedRows<Index: RowIndex>: Sendable {
  /// The rows by id.
  var rows: PersistentSortedMap<Int, Index.Row> = [:]
  /// The index, of these rows or of older ones.
  private var known = Known()
  /// The index that was found last, by whichever version of the rows that came of one another by patches.
  private var found = Guarded<Known?>(nil)

  /// Rows, and the index of them.
  private struct Known {
    var rows: PersistentSortedMap<Int, Index.Row> = [:]
    var index = Index()

    /// Goes on to other rows.
    mutating func catchUp(with new: PersistentSortedMap<Int, Index.Row>) {
      if rows.isIdentical(to: new) { return }
      if rows.isEmpty {
        index = Index(of: new.values)
      } else {
        new.forEachChange(from: rows, by: ==) { change in
          switch change {
          case .inserted(_, let row): index.insert(row)
          case .removed(_, let row): index.remove(row)
          case .updated(_, let old, let new): index.move(from: old, to: new)
          }
        }
      }
      rows = new
    }
  }

  /// Where the rows stand in other orders.
  ///
  /// - Complexity: O(1) where that is known; the first time O(*k* log *n*) for *k* rows that came, went or changed by a patch,
  ///   and O(*n* log *n*) for rows that were read.
  var index: Index {
    if known.rows.isIdentical(to: rows) { return known.index }
    return found.withLock { found in
      var last = found.take() ?? known
      last.catchUp(with: rows)
      found = last
      return last.index
    }
  }

  /// Makes a change of the rows, and the same of their index.
  private mutating func change<Result>(
    _ body: (inout PersistentSortedMap<Int, Index.Row>, inout Index) -> Result
  ) -> Result {
    if !known.rows.isIdentical(to: rows) { (known.index, found) = (index, Guarded(nil)) }
    // So that the rows are changed where they lie.
    known.rows = [:]
    defer { known.rows = rows }
    return body(&rows, &known.index)
  }

  /// Adds a row whose id is new.
  mutating func insert(_ row: Index.Row) {
    change { rows, index in
      rows[row.id] = row
      index.insert(row)
    }
  }

  /// Changes the row with an id, where there is one.
  ///
  /// - Returns: whether there was one.
  /// - Throws: What `change` throws; the row is then as it was.
  mutating func update<Failure: Error>(
    _ id: Int,
    _ change: (inout Index.Row) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let old = rows[id] else { return false }
    var new = old
    try change(&new)
    self.change { rows, index in
      rows[id] = new
      index.move(from: old, to: new)
    }
    return true
  }

  /// Changes many rows that are there, and at once what that means for their index: sooner than one by one.
  mutating func update(
    _ ids: some Sequence<Int>,
    _ change: (inout Index.Row) -> Void,
    inIndex changeIndex: (inout Index) -> Void
  ) {
    // Each is come to once.
    func changeIfThere(_ row: inout Index.Row?) {
      guard var changed = row.take() else { return }
      change(&changed)
      row = changed
    }
    self.change { rows, index in
      for id in ids { changeIfThere(&rows[id]) }
      changeIndex(&index)
    }
  }

  /// Removes the row with an id, and returns it if there was one.
  mutating func remove(_ id: Int) -> Index.Row? {
    guard rows[id] != nil else { return nil }
    return change { rows, index in
      let row = rows.removeValue(forKey: id)
      if let row { index.remove(row) }
      return row
    }
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
