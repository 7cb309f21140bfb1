extension JSONReader {
  @inline(__always)
  mutating func skipSpace() {
    while position < text.count {
      let byte = text[position]
      if byte > 0x20 { return }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  /// Goes to where the next value begins, which is then there.
  @inline(__always)
  mutating func skipToValue() throws(PatchError) {
    skipSpace()
    if position >= text.count { throw error(.endsEarly) }
  }

  func peek() throws(PatchError) -> UInt8 {
    guard position < text.count else { throw error(.endsEarly) }
    return text[position]
  }

  mutating func word(_ word: StaticString) throws(PatchError) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard position + offset < text.count else { throw error(.endsEarly, at: text.count) }
      guard text[position + offset] == word.utf8Start[offset] else {
        throw error(.unexpected(expected: "a value"))
      }
    }
    position += word.utf8CodeUnitCount
  }

  mutating func textRange() throws(PatchError) -> (Range<Int>, isEscaped: Bool) {
    let start = position + 1
    guard let end = JSONText.end(of: text, from: start) else { throw error(.endsEarly, at: text.count) }
    switch end {
    case .success(let end):
      position = end.position + 1
      return (start..<end.position, end.isEscaped)
    case .failure(let failure): throw error(failure.reason, at: failure.position)
    }
  }
}

extension JSONReader {
  func error(_ reason: JSONError.Reason, at place: Int? = nil) -> PatchError {
    let (line, column) = lineAndColumn(of: place ?? position)
    return PatchError(.notJSON(JSONError(line: line, column: column, reason: reason)))
  }

  /// The error that the next value is none of a kind; what is no value at all says so itself.
  mutating func mismatch(_ expected: String) -> PatchError {
    do throws(PatchError) {
      let found = try outline()
      return PatchError(.unmakeable(type: expected, reason: "\(found.kind) is none"))
    } catch {
      return error
    }
  }

  /// Reads the next value for what kind it is: of a list or record that may be long nothing is kept.
  mutating func outline() throws(PatchError) -> PlainValue {
    try skipToValue()
    guard isNext(.record) || isNext(.list) else { return try plain() }
    let isRecord = isNext(.record)
    try skip()
    return isRecord ? .record([:]) : .list([])
  }

  /// Takes note of where something begins whose value is not one of its type; the innermost place stays.
  package mutating func note(misfit place: Int) {
    if misfit == nil { misfit = place }
  }

  /// The line and the column in bytes of a place, both from 1.
  package func lineAndColumn(of place: Int) -> (line: Int, column: Int) {
    let before = text[..<place]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (line, place - lineStart + 1)
  }
}
