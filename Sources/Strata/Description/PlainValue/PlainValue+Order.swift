extension PlainValue {
  /// The same with every list in order: what a set or a dictionary of keys that are no texts writes has no order of its own.
  ///
  /// Deeper than values are written it is left as it is.
  var inAnyOrder: PlainValue { nesting > jsonDepthLimit ? self : sorted }

  private var sorted: PlainValue {
    switch self {
    case .list(let values): .list(values.map(\.sorted).sorted { $0.precedes($1) })
    case .record(let record):
      .record(PlainRecord(members: record.members.map { .init($0.name, $0.value.sorted) }))
    default: self
    }
  }
}
