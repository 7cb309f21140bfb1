extension Described {
  /// The value as JSON, written straight from its fields; the same value is the same bytes.
  ///
  /// - Returns: nil when a number in it is infinite or none, for which JSON has no word.
  /// - Throws: `PatchError` when a leaf refuses to be written.
  package func json() throws(PatchError) -> [UInt8]? {
    let shape = Self._shape
    var writer = JSONWriter()
    try withUnsafePointer(to: self) { value throws(PatchError) in try shape.write(value, to: &writer) }
    return writer.hasUnspeakable ? nil : writer.bytes
  }
}

extension JSONTape {
  /// Makes a described value of what is at a place.
  ///
  /// - Throws: `DecodingError` with the path from the whole text, or what the value's own initialiser throws.
  package func value<Value: Described>(as type: Value.Type, at place: Int) throws -> Value {
    try TapeSource(tape: self, place: place).decode(type)
  }
}
