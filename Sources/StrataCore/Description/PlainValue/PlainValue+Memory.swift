extension PlainValue {
  /// Whether reading a text takes no more than so many bytes of memory, as far as can be told without reading it.
  ///
  /// A plain value takes many times the room of the shortest texts: sixteen bytes for a digit. What no one looks at before
  /// it is read would let a stranger's file of some hundred megabytes take all the memory that there is.
  ///
  /// - Complexity: O(bytes), and O(1) for a text that is short enough whatever it says.
  package static func isReadable(_ json: Bytes, within limit: Int) -> Bool {
    json.count <= limit / mostBytesPerByte || memory(toRead: json) <= limit
  }

  /// An empty list in a list, in the fewest letters: `[],`.
  private static var mostBytesPerByte: Int { 40 }

  /// An upper bound of the memory that reading a text needs, found from its commas, colons, brackets and the length of its
  /// texts.
  static func memory(toRead json: Bytes) -> Int {
    var (memory, textStart, place) = (0, Int?.none, 0)
    while place < json.count {
      let byte = json[place]
      if let start = textStart {
        if byte == UInt8(ascii: "\\") {
          place += 1
        } else if byte == UInt8(ascii: "\"") {
          // Up to fifteen bytes lie in the value itself.
          if place - start > 15 { memory += place - start + 48 }
          textStart = nil
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): textStart = place + 1
        // An element, in lists that double their room and move to it.
        case UInt8(ascii: ","): memory += 3 * MemoryLayout<PlainValue>.stride
        // A list or record, its object, its block, and its first element.
        case UInt8(ascii: "["), UInt8(ascii: "{"): memory += 64
        // A name, in members that double their room and move to it.
        case UInt8(ascii: ":"): memory += 80
        default: break
        }
      }
      place += 1
    }
    return memory + (textStart.map { json.count - $0 } ?? 0)
  }
}
