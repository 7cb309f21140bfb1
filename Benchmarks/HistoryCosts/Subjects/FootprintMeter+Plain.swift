import PersistentCollections
import StrataCore

// The sizes of the standard library's own blocks, by their layout: a header, then room for the capacity.

extension FootprintMeter {
  /// Counts the block of an array, whoever else shares it.
  ///
  /// An array takes what the allocator gives it by chance for an element or two more: that is not counted.
  mutating func countArray<Element>(_ array: [Element]) {
    guard array.capacity > 0 else { return }
    countBlock(size: 32 + max(array.count, array.capacity & ~7) * MemoryLayout<Element>.stride)
  }

  /// Counts the block of a dictionary: a bit, a key and a value for each place, and a quarter of the places are free.
  mutating func countTable<Key, Value>(_ table: [Key: Value]) {
    guard table.capacity > 0 else { return }
    var places = 1
    while places * 3 / 4 < table.capacity { places *= 2 }
    let entry = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    countBlock(size: 64 + max(8, places / 8) + places * entry)
  }

  /// Counts an object with these fields.
  mutating func countObject<Fields>(of fields: Fields.Type) {
    countBlock(size: 2 * MemoryLayout<Int>.size + MemoryLayout<Fields>.size)
  }
}

extension String {
  /// The bytes of the text's own block, by the rule of `heapFootprint`; 0 for a text without a block.
  var blockBytes: Int { blockSize.map(Footprint.block(of:)) ?? 0 }

  /// Whether the text lies in a block of its own that the other one is not.
  func isBlock(notSharedWith other: String?) -> Bool {
    utf8.count > 15 && other.map { !isIdentical(to: $0) } ?? true
  }

  /// Whether both are one and the same block of characters.
  private func isIdentical(to other: String) -> Bool {
    func start(_ text: String) -> UnsafePointer<UInt8>? {
      text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
    }
    return utf8.count == other.utf8.count && start(self) == start(other)
  }

  /// A copy with characters of its own.
  func copied() -> String { String(decoding: Array(utf8), as: UTF8.self) }
}
