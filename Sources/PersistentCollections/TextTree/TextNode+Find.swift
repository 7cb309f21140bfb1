extension TextNode {
  /// The child of a branch that has the byte at an offset, and where it begins.
  ///
  /// An offset behind the last byte is the last child's.
  @inline(__always) func slot(of offset: Int, _ header: CountedHeader) -> (slot: Int, start: Int) {
    var (slot, start) = (0, 0)
    while slot < header.width &- 1 {
      let end = start &+ measure(slot, header)[.utf8]
      if end > offset { break }
      (slot, start) = (slot &+ 1, end)
    }
    return (slot, start)
  }

  /// Finds the leaf that has the byte at an offset, and where it begins.
  @inline(__always) func leaf(at offset: Int) -> (leaf: TextNode, start: Int) {
    var (node, start) = (self, 0)
    var header = node.header
    while !header.isLeaf {
      let (slot, before) = node.slot(of: offset &- start, header)
      start &+= before
      node = node.child(slot)
      header = node.header
    }
    return (node, start)
  }

  /// The measure of everything before an offset, which is not within a scalar.
  func measure(before offset: Int) -> TextMeasure {
    if offset == 0 { return .zero }
    if offset == count { return measure }
    let (leaf, start) = place(of: offset, .utf8)
    return start + TextMeasure(of: UnsafeRawBufferPointer(rebasing: leaf.bytes[..<(offset - start[.utf8])]))
  }

  /// Finds the leaf in which a count of some unit is reached, and the measure of everything before it.
  ///
  /// That is the leaf of the unit of that number, counted from zero; for a count of lines it is the leaf in which
  /// as many of them have ended.
  func place(of number: Int, _ unit: TextUnit) -> (leaf: TextNode, start: TextMeasure) {
    var (node, start) = (self, TextMeasure.zero)
    var header = node.header
    while !header.isLeaf {
      var slot = 0
      while slot < header.width &- 1 {
        let end = start + node.measure(slot, header)
        if unit == .line ? end[unit] >= number : end[unit] > number { break }
        start = end
        slot &+= 1
      }
      node = node.child(slot)
      header = node.header
    }
    return (node, start)
  }

  /// The offset in UTF-8 at which a count of some unit is reached: of the unit of that number, or the end.
  ///
  /// Within a scalar, in units of UTF-16, it is where the scalar begins. The offset of a count of lines is behind as many
  /// line feeds.
  func offset(of number: Int, _ unit: TextUnit) -> Int {
    if number == 0 { return 0 }
    let (leaf, start) = place(of: number, unit)
    let (bytes, first) = (leaf.bytes, start[.utf8])
    var left = number &- start[unit]
    switch unit {
    case .utf8: return number
    case .scalar, .utf16:
      var offset = 0
      while offset < bytes.count {
        let length = Self.scalarLength(bytes[offset])
        let taken = unit == .utf16 && length == 4 ? 2 : 1
        if left < taken { break }
        left &-= taken
        offset &+= length
      }
      return first &+ offset
    case .line:
      var offset = 0
      while left > 0 {
        if bytes[offset] == 0x0A { left &-= 1 }
        offset &+= 1
      }
      return first &+ offset
    }
  }

  /// How many bytes a scalar takes, by the first of them.
  @inline(__always) static func scalarLength(_ byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
}
