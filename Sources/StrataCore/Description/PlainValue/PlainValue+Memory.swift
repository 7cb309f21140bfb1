extension PlainValue {
  /// Whether reading a text takes no more than so many bytes of memory, as far as can be told without reading it.
  ///
  /// A plain value takes many times the room of the shortest texts: sixteen bytes for a digit. What no one looks at before
  /// it is read would let a stranger's file of some hundred megabytes take all the memory that there is.
  ///
  /// - Complexity: O(bytes), and O(1) for a text that is short enough whatever it says.
  package static func isReadable(_ json: Bytes, within limit: Int) -> Bool {
    if json.count <= limit / mostBytesPerByte { return true }
    var memory = ReadingMemory()
    memory.add(json)
    return memory.bytes <= limit
  }

  /// The same of a text in pieces.
  package static func isReadable(_ json: BytePieces, within limit: Int) -> Bool {
    if json.count <= limit / mostBytesPerByte { return true }
    var memory = ReadingMemory()
    json.forEachPiece { memory.add($0) }
    return memory.bytes <= limit
  }

  /// An empty list in a list, in the fewest letters: `[],`.
  private static var mostBytesPerByte: Int { 40 }
}

/// An upper bound of the memory that reading a text needs, found from its commas, colons, brackets and the length of its
/// texts.
private struct ReadingMemory {
  private var found = 0
  /// The beginning of the text that is open.
  private var textStart: Int?
  /// The next byte to look at, which may lie behind the pieces so far.
  private var place = 0
  /// The number of bytes in the pieces so far.
  private var count = 0

  var bytes: Int { found + (textStart.map { count - $0 } ?? 0) }

  /// Goes on with the next piece.
  mutating func add(_ piece: Bytes) {
    let first = count
    count += piece.count
    while place < count {
      let byte = piece[place - first]
      if let start = textStart {
        if byte == UInt8(ascii: "\\") {
          place += 1
        } else if byte == UInt8(ascii: "\"") {
          // Up to fifteen bytes lie in the value itself.
          if place - start > 15 { found += place - start + 48 }
          textStart = nil
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): textStart = place + 1
        // An element, in lists that double their room and move to it.
        case UInt8(ascii: ","): found += 3 * MemoryLayout<PlainValue>.stride
        // A list or record, its object, its block, and its first element.
        case UInt8(ascii: "["), UInt8(ascii: "{"): found += 64
        // A name, in members that double their room and move to it.
        case UInt8(ascii: ":"): found += 80
        default: break
        }
      }
      place += 1
    }
  }
}
