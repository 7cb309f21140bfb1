extension IndexedRows {
  /// Whether the index says what one made afresh from the rows would say.
  var hasRightIndex: Bool {
    var fresh = Index()
    for row in rows.values { fresh.insert(row) }
    return index == fresh
  }
}
