extension DescribedValue {
  /// The value as JSON without spaces, names and keys in order: the same value is the same bytes.
  ///
  /// Numbers that JSON has no word for stand as texts: "NaN", "Infinity" and "-Infinity".
  ///
  /// - Throws: ``PatchError`` with the path to a leaf that refuses to be written, or that does not come back from it.
  public func json() throws(PatchError) -> [UInt8] { try jsonPieces().bytes }

  /// The same in the pieces in which it was written, as a file takes them.
  package func jsonPieces() throws(PatchError) -> BytePieces {
    var writer = JSONWriter(checksLeaves: true)
    try write(to: &writer)
    return writer.finish()
  }

  /// Writes the value as ``json()`` does.
  package func write(to json: inout JSONWriter) throws(PatchError) {
    try withPlace(of: self) { value throws(PatchError) in
      try Self._shape.write(value, to: &json)
    }
    if json.isTooDeep { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
  }

  /// Reads JSON, and lets the rules of what was read have their say; see ``Validated``.
  ///
  /// Reading is strict: a name that stands twice, bad UTF-8, a trailing comma and nesting beyond 128 levels are errors.
  ///
  /// - Throws: ``PatchError``, for text that is no JSON with line and column, for what is no value of its type with
  ///   its path.
  public init(json: some Sequence<UInt8>) throws(PatchError) {
    self = try JSONReader.reading(json) { reader throws(PatchError) in try Self(reading: &reader) }
    try applyRules()
  }

  /// Makes a value of what comes next, whatever its rules say.
  package init(reading json: inout JSONReader) throws(PatchError) { self = try Self._shape.read(&json) }

  /// Lets the rules of the value, and of everything in it, repair or refuse it; see ``Validated``.
  package mutating func applyRules() throws(PatchError) {
    let shape = Self._shape
    guard shape.hasRules else { return }
    try withPlace(of: &self) { value throws(PatchError) in try shape.validate(value) }
  }
}
