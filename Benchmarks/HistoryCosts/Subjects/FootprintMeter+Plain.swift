import PersistentCollections
import Strata

// What the standard library's own blocks take, by the layout that it has: a header, then room for the capacity.

extension FootprintMeter {
  /// Counts the block of an array, whoever else shares it.
  mutating func countArray<Element>(_ array: [Element]) {
    guard array.capacity > 0 else { return }
    countBlock(size: 32 + array.capacity * MemoryLayout<Element>.stride)
  }

  /// Counts the block of a dictionary: a bit, a key and a value for each place, and a quarter of the places are free.
  mutating func countTable<Key, Value>(_ table: [Key: Value]) {
    guard table.capacity > 0 else { return }
    var places = 1
    while places * 3 / 4 < table.capacity { places *= 2 }
    let entry = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    countBlock(size: 64 + max(8, places / 8) + places * entry)
  }

  /// Counts a text, unless another one is the very same block.
  mutating func countText(_ text: String, unlessSharedWith other: String?) {
    if text.utf8.count > 15, other.map({ !text.isIdentical(to: $0) }) ?? true { measure(text) }
  }

  /// Counts an object with these fields.
  mutating func countObject<Fields>(of fields: Fields.Type) {
    countBlock(size: 2 * MemoryLayout<Int>.size + MemoryLayout<Fields>.size)
  }
}

extension String {
  /// Whether both are one and the same block of characters.
  fileprivate func isIdentical(to other: String) -> Bool {
    func start(_ text: String) -> UnsafePointer<UInt8>? {
      text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
    }
    return utf8.count == other.utf8.count && start(self) == start(other)
  }

  /// A copy with characters of its own.
  func copied() -> String { String(decoding: Array(utf8), as: UTF8.self) }
}
