extension PlainValue {
  /// The value under a name in a record; nil when the record does not have the name, or when this value is no record.
  ///
  ///     state["journal"]?["title"] = .text("My journal")
  ///     state["colour"] = nil
  ///
  /// Setting a member of any other value does nothing.
  public subscript(name: String) -> PlainValue? {
    get {
      guard case .record(let record) = self else { return nil }
      return record[name]
    }
    set {
      guard case .record(var record) = self else { return }
      self = .null  // So that the record is changed where it is.
      record[name] = newValue
      self = .record(record)
    }
  }

  /// Calls `change` with every element of a list, or with every value of a record; does nothing to any other value.
  ///
  /// - Throws: The error that `change` throws; the values before it have been changed then.
  public mutating func changeEach(_ change: (inout PlainValue) throws -> Void) rethrows {
    switch self {
    case .list(var values):
      self = .null
      defer { self = .list(values) }
      for index in values.indices { try change(&values[index]) }
    case .record(var record):
      self = .null
      defer { self = .record(record) }
      try record.changeEach(change)
    default: break
    }
  }
}

extension PlainRecord {
  fileprivate mutating func changeEach(_ change: (inout PlainValue) throws -> Void) rethrows {
    for name in members.map(\.name) {
      guard var value = self[name] else { continue }
      defer { self[name] = value }
      try change(&value)
    }
  }
}

extension PlainValue: ExpressibleByDictionaryLiteral {
  /// A record of the given members; of a name that is there twice, the first one stays.
  public init(dictionaryLiteral members: (String, PlainValue)...) {
    self = .record(PlainRecord(members: members.map { PlainRecord.Member($0.0, $0.1) }))
  }
}
