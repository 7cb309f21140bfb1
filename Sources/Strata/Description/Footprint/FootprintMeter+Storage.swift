import PersistentCollections

// What lies beside the nodes, by rules that anybody can check: a text of up to 15 bytes lies where it stands; a longer
// one takes a block with 32 bytes before and one behind its characters, which all copies of the text share; an
// array's block has 32 bytes before its elements and room for its capacity.

extension Int {
  /// What stands before the elements in the block of an array or text.
  @usableFromInline static var bufferHeader: Int { 32 }

  /// The size of a standard hash table: its header, and for each place an element and a bit.
  @usableFromInline
  static func hashTable(capacity: Int, stride: Int) -> Int {
    // A table is at most three quarters full, and its number of places is a power of two.
    var places = 1
    while places * 3 / 4 < capacity { places *= 2 }
    return 64 + places / 8 + places * stride
  }
}

extension String {
  /// The block that the text takes on the heap, if it takes one.
  var storage: Footprint {
    let size = utf8.count
    return size > 15
      ? Footprint(nodes: 1, bytes: Footprint.block(of: .bufferHeader + size + 1)) : Footprint()
  }
}

extension FootprintMeter {
  /// Counts what a text keeps on the heap; copies of one text are counted once.
  mutating func countStorage(of text: String) {
    let size = text.utf8.count
    guard size > 15 else { return }
    let start = text.utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) }
    if let start, let start {
      countBlock(at: start, size: .bufferHeader + size + 1)
    } else {
      countBlock(size: .bufferHeader + size + 1)
    }
  }

  /// Counts what a plain value would keep on the heap if its texts and lists were a value's own.
  mutating func countStorage(of plain: PlainValue) {
    switch plain {
    case .null, .bool, .integer, .unsigned, .number: break
    case .text(let text): countStorage(of: text)
    case .list(let values):
      if !values.isEmpty { countBlock(size: .bufferHeader + values.count * 8) }
      for value in values { countStorage(of: value) }
    case .record(let record):
      for member in record.members { countStorage(of: member.value) }
    }
  }
}
