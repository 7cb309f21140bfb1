extension PlainValue {
  /// Reads JSON.
  ///
  /// Reading is strict: a name that stands twice, bad UTF-8, a trailing comma and nesting beyond 128 levels are
  /// errors. Numbers without fraction and exponent are whole numbers if 64 bits hold them.
  ///
  /// - Throws: ``JSONError`` with line and column.
  public init(json: some Sequence<UInt8>) throws(JSONError) {
    try self.init(json: json, depthLimit: jsonDepthLimit)
  }

  package init(json: some Sequence<UInt8>, depthLimit: Int) throws(JSONError) {
    do throws(PatchError) {
      self = try JSONReader.reading(json, depthLimit: depthLimit) { reader throws(PatchError) in
        try reader.plain()
      }
    } catch {
      guard case .notJSON(let error) = error.reason else {
        preconditionFailure("A plain value is of any kind, so only the text can be wrong")
      }
      throw error
    }
  }

  /// The value as JSON without spaces, names in the order of their bytes.
  ///
  /// Numbers that JSON has no word for stand as texts: "NaN", "Infinity" and "-Infinity".
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
