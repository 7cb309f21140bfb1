/// The edits of the rows of a plain record or list, which are made once all of them are known to fit.
struct PlainEdits<Row> {
  private var changes: [(place: Int, node: Patch.Node, step: PathComponent)] = []
  private var replacements: [Array<Row>.Replacement] = []

  /// Takes note of a row that changes where it is.
  mutating func change(_ place: Int, _ node: Patch.Node, at step: PathComponent) {
    changes.append((place, node, step))
  }

  mutating func remove(_ places: Range<Int>) { replacements.append((places, [])) }

  mutating func insert(_ rows: [Row], at place: Int) { replacements.append((place..<place, rows)) }

  /// Makes the changes, and then removes and inserts rows.
  ///
  /// - Parameter change: Changes a row, and returns whether it stays.
  /// - Throws: The first error that `change` throws, inside its step; the rows are then as they were.
  consuming func make(
    in rows: inout [Row],
    _ change: (inout Row, Patch.Node) throws(PatchError) -> Bool
  ) throws(PatchError) {
    var leaving: [Int] = []
    for (index, (place, node, step)) in changes.enumerated() {
      do throws(PatchError) {
        if try !change(&rows[place], node) { leaving.append(place) }
      } catch {
        for (place, node, _) in changes[..<index].reversed() { takeBack(node, &rows[place], change) }
        throw error.inside(step)
      }
    }
    if !leaving.isEmpty {
      replacements += leaving.map { ($0..<$0 + 1, []) }
      // An insertion at a place is sorted before the removal there.
      replacements.sort {
        ($0.places.lowerBound, $0.places.count) < ($1.places.lowerBound, $1.places.count)
      }
    }
    rows.replace(replacements)
  }

  private func takeBack(
    _ node: Patch.Node,
    _ row: inout Row,
    _ change: (inout Row, Patch.Node) throws(PatchError) -> Bool
  ) {
    do throws(PatchError) {
      _ = try change(&row, node.inverted)
    } catch {
      preconditionFailure("What has just been changed can be changed back: \(error)")
    }
  }
}

extension PlainEdits<PlainValue> {
  consuming func make(in values: inout [PlainValue]) throws(PatchError) {
    try make(in: &values) { value, node throws(PatchError) in
      try value.apply(node)
      return true
    }
  }
}
