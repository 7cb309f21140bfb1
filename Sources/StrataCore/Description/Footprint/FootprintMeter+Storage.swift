import PersistentCollections

// The storage beside the nodes, by rules that a reader can check. A text of up to 15 bytes is in the value itself. A longer
// text has a block that all copies of the text share. An array's block has 32 bytes before its elements and room for its
// capacity.

extension Int {
  /// The number of bytes before the elements in the block of an array or text.
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
  /// The size of the block that the standard library makes for a text of just these characters; nil when they lie
  /// where the text stands.
  ///
  /// There is a zero behind the characters, and their room comes in steps of 16 bytes. From 64 bytes on, there is a
  /// word more for finding characters by their number.
  package var blockSize: Int? {
    switch utf8.count {
    case ...15: nil
    case let size where size < 64: .bufferHeader + (size + 16) & ~15
    case let size: .bufferHeader + 16 + (size + 8) & ~15
    }
  }

  /// The block that the text takes on the heap, if it takes one.
  var storage: Footprint {
    blockSize.map { Footprint(nodes: 1, bytes: Footprint.block(of: $0)) } ?? Footprint()
  }
}

extension FootprintMeter {
  /// Counts what a text keeps on the heap; copies of one text are counted once.
  mutating func countStorage(of text: String) {
    guard let size = text.blockSize else { return }
    let start = text.utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) }
    if let start, let start { countBlock(at: start, size: size) } else { countBlock(size: size) }
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
