extension PlainValue {
  /// Makes the plain form of a described value, as its JSON would have it.
  ///
  /// - Throws: `PatchError.Reason.unwritable` when a leaf's own `Codable` conformance refuses to write it.
  public init<Value: DescribedValue>(of value: Value) throws(PatchError) {
    self = try Value._shape.plain(of: value)
  }

  /// Makes a described value from its plain form.
  ///
  /// - Throws: ``PatchError`` with the path to what is no value of its type.
  public func value<Value: DescribedValue>(as type: Value.Type = Value.self) throws(PatchError) -> Value {
    try Value._shape.make(from: self)
  }
}
