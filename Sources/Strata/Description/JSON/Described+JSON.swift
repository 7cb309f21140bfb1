extension Described {
  /// The value as JSON without spaces, names and keys in order: the same value is the same bytes.
  ///
  /// It is what `Codable` reads back as the same value, with any decoder for JSON; only the way there is shorter.
  ///
  /// - Throws: ``PatchError`` with the path to a leaf that refuses to be written, or to a number that JSON does not have.
  public func json() throws(PatchError) -> [UInt8] {
    var writer = JSONWriter()
    try write(to: &writer)
    return writer.finish().bytes
  }

  /// Writes the value as ``json()`` does.
  package func write(to json: inout JSONWriter) throws(PatchError) {
    try withUnsafePointer(to: self) { value throws(PatchError) in
      try Self._shape.write(value, to: &json)
    }
    if json.hasUnspeakable { throw try PlainValue(of: self).unspeakable }
  }

  /// Reads JSON.
  ///
  /// Reading is strict: a name that stands twice, bad UTF-8, a trailing comma and nesting beyond 128 levels are errors.
  ///
  /// - Throws: ``PatchError``, for text that is no JSON with line and column, for what is no value of its type with
  ///   its path.
  public init(json: some Sequence<UInt8>) throws(PatchError) {
    let tape: JSONTape
    do {
      tape = try JSONTape(Array(json))
    } catch {
      throw PatchError(.notJSON(error))
    }
    do {
      self = try tape.value(at: 0)
    } catch {
      throw PatchError(.unmakeable(type: "\(Self.self)", reason: "\(error)"))
    }
  }
}

extension JSONTape {
  /// Makes a described value of what is at a place.
  ///
  /// - Throws: `DecodingError` with the path from the whole text, or what the value's own initialiser throws.
  package func value<Value: Described>(as type: Value.Type = Value.self, at place: Int) throws -> Value {
    try decoded(as: type, at: place)
  }
}

extension PlainValue {
  /// Where the first number is that JSON does not have.
  fileprivate var unspeakable: PatchError {
    func find(_ value: PlainValue) -> PatchError? {
      switch value {
      case .number(let number) where !number.isFinite:
        return PatchError(.unwritable(reason: "JSON has no word for \(number)"))
      case .list(let values):
        for (position, value) in values.enumerated() {
          if let error = find(value) { return error.inside(.position(position)) }
        }
      case .record(let record):
        for member in record.members {
          if let error = find(member.value) { return error.inside(.field(member.name)) }
        }
      default: break
      }
      return nil
    }
    return find(self) ?? PatchError(.unwritable(reason: "JSON has no word for a number in it"))
  }
}
