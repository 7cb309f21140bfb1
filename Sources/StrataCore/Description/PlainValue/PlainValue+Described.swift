extension PlainValue {
  /// Makes the plain form of a described value, as its JSON would have it.
  ///
  /// - Throws: `PatchError.Reason.unwritable` when a leaf's own `Codable` conformance refuses to write it.
  public init<Value: DescribedValue>(of value: Value) throws(PatchError) {
    self = try Value._shape.plain(of: value)
  }

  /// Makes a described value from its plain form.
  ///
  /// - Throws: ``PatchError`` with the path to what is no value of its type; `PatchError.Reason.tooDeep` for what is nested
  ///   deeper than any value is.
  public func value<Value: DescribedValue>(as type: Value.Type = Value.self) throws(PatchError) -> Value {
    // A value's case is a level of it, and two of what is written.
    if nesting > 2 * jsonDepthLimit { throw PatchError(.tooDeep(limit: 2 * jsonDepthLimit)) }
    return try Value._shape.make(from: self)
  }
}
