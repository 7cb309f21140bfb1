/// A node of a text's tree that is kept alive elsewhere, and the way to everything in it.
///
/// All leaves have the same distance from the root, each is valid UTF-8 by itself, and every node but the root is
/// solid: not much emptier than half. As in a counted tree, nodes are not counted up and down on the way:
/// whoever starts an algorithm holds the root until it is over.
///
/// A text has a tree of its own because its leaves are runs of bytes that may not be cut anywhere, and because
/// four counts a child would, at the size that arrays need, be most of what a keystroke costs.
struct TextNode {
  let storage: Unmanaged<TextStorage>

  @inline(__always) init(_ storage: Unmanaged<TextStorage>) {
    self.storage = storage
  }

  @inline(__always) init(_ storage: TextStorage) {
    self.storage = Unmanaged.passUnretained(storage)
  }

  /// The node with a reference of its own.
  var owned: TextStorage { storage.takeUnretainedValue() }

  /// The header word, past the runtime's checks of exclusive access to a property.
  @inline(__always) var header: CountedHeader {
    get { storage._withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader { $0.pointee } } }
    nonmutating set {
      storage._withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
    }
  }

  /// The memory behind the header.
  @inline(__always) var body: UnsafeMutableRawPointer {
    storage._withUnsafeGuaranteedRef { node in
      node.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    }
  }

  /// The number of bytes under the node.
  @inline(__always) var count: Int { header.count }
}

/// How large nodes may be.
extension TextNode {
  /// The most bytes of a leaf: what fits into a block of the allocator of 160 bytes.
  ///
  /// Every keystroke copies a leaf, so larger ones cost bytes; smaller ones make trees higher and iteration
  /// slower (`TextSpeed`).
  static var leafCapacity: Int { 127 }
  /// The fewest bytes of a leaf that is not the root.
  static var leafMinimum: Int { 32 }
  /// The most and the fewest children of a branch.
  static var branchCapacity: Int { 8 }
  static var branchMinimum: Int { 3 }

  /// Whether a node may be another one's child.
  static func isSolid(_ header: CountedHeader) -> Bool {
    header.isLeaf ? header.count >= leafMinimum : header.width >= branchMinimum
  }

  /// The room of a new leaf: allocators hand out multiples of 16 bytes.
  static func room(for count: Int) -> Int {
    min((count &+ 15) & ~15, leafCapacity)
  }
}

/// The contents of a leaf.
extension TextNode {
  @inline(__always) var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: body, count: header.count)
  }

  /// Makes a leaf of bytes that are copied from somewhere.
  static func makeLeaf(_ bytes: UnsafeRawBufferPointer, room: Int? = nil) -> TextStorage {
    let leaf = TextStorage.allocateLeaf(count: bytes.count, room: room ?? self.room(for: bytes.count))
    UnsafeMutableRawBufferPointer(start: TextNode(leaf).body, count: bytes.count).copyMemory(from: bytes)
    return leaf
  }

  /// The last place at or before an offset where bytes may be cut: not within a scalar.
  static func cut(_ bytes: UnsafeRawBufferPointer, near offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset &-= 1 }
    return offset
  }
}
