/// A node that is kept alive elsewhere, and the way to everything in it.
///
/// Walking down a tree with strong references would count every node up and down again, two atomic operations
/// for each. All algorithms therefore work on borrowed nodes: whoever starts one holds the root with
/// `withExtendedLifetime` until it is over, and a node holds its children.
@usableFromInline
struct BorrowedNode<Key, Value> {
  @usableFromInline typealias Storage = HashNode<Key, Value>

  @usableFromInline let storage: Unmanaged<Storage>

  @inlinable @inline(__always)
  init(_ storage: Unmanaged<Storage>) {
    self.storage = storage
  }

  @inlinable @inline(__always)
  init(_ storage: Storage) {
    self.storage = Unmanaged.passUnretained(storage)
  }

  /// The node with a reference of its own.
  @inlinable @inline(__always) var owned: Storage { storage.takeUnretainedValue() }

  /// Whether both are the same node.
  @inlinable
  static func === (left: BorrowedNode, right: BorrowedNode) -> Bool {
    left.storage.toOpaque() == right.storage.toOpaque()
  }

  /// The header word, past the runtime's checks of exclusive access to a property.
  @inlinable @inline(__always) var header: NodeHeader {
    get { storage._withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader { $0.pointee } } }
    nonmutating set {
      storage._withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
    }
  }

  /// The memory behind the header.
  @inlinable @inline(__always) var body: UnsafeMutableRawPointer {
    storage._withUnsafeGuaranteedRef { node in
      node.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    }
  }
}

/// Branches.
extension BorrowedNode {
  /// The children as the references that the node owns.
  @inlinable @inline(__always) var children: UnsafeMutablePointer<Storage> {
    body.assumingMemoryBound(to: Storage.self)
  }

  /// A child, without counting a reference.
  ///
  /// It is read as a bare address: a generic type here would be looked up by the runtime for every child, in code
  /// that is not specialized, as `deinit` never is.
  @inlinable @inline(__always)
  func child(at position: Int) -> BorrowedNode {
    let offset = position &* MemoryLayout<UnsafeRawPointer>.stride
    let address = UnsafeRawPointer(body).load(fromByteOffset: offset, as: UnsafeRawPointer.self)
    return BorrowedNode(Unmanaged<Storage>.fromOpaque(address))
  }
}

/// Leaves.
extension BorrowedNode {
  /// How many entries fit into a leaf, unless they agree in all bits of their hash.
  ///
  /// Every change copies a leaf, so large entries want small ones (`CollectionSpeed`, M3 against M7).
  @inlinable static var leafCapacity: Int {
    MemoryLayout<Key>.stride &+ MemoryLayout<Value>.stride <= 32 ? 7 : 4
  }

  /// The first key; the others follow.
  @inlinable @inline(__always) var keys: UnsafeMutablePointer<Key> {
    let isAligned = MemoryLayout<Key>.alignment <= Self.bodyAlignment
    return (isAligned ? body : body.alignedUp(for: Key.self)).assumingMemoryBound(to: Key.self)
  }

  /// The first value of a leaf with `count` entries; the others follow.
  @inlinable @inline(__always)
  func values(count: Int) -> UnsafeMutablePointer<Value> {
    let end = UnsafeMutableRawPointer(keys) + Self.span(of: Key.self, count)
    let isAligned =
      MemoryLayout<Value>.alignment <= Self.bodyAlignment
      && MemoryLayout<Key>.stride & (MemoryLayout<Value>.alignment &- 1) == 0
    return (isAligned ? end : end.alignedUp(for: Value.self)).assumingMemoryBound(to: Value.self)
  }

  /// The bytes that entries need, with what aligning the keys and the values can take at most.
  @inlinable
  static func leafByteCount(_ count: Int) -> Int {
    let keyPadding = max(MemoryLayout<Key>.alignment, bodyAlignment) &- bodyAlignment
    let keys = keyPadding &+ span(of: Key.self, count)
    let alignment = MemoryLayout<Value>.alignment
    let rounded = (keys &+ alignment &- 1) & ~(alignment &- 1)
    // If the alignment of the memory is at least as strict as the alignment of the values, rounding up is exact.
    let isExact = keyPadding == 0 && alignment <= bodyAlignment
    return (isExact ? rounded : keys &+ alignment &- 1) &+ span(of: Value.self, count)
  }

  /// The alignment of a node's content, which follows the header word immediately.
  @inlinable @inline(__always) static var bodyAlignment: Int { MemoryLayout<NodeHeader>.alignment }

  /// The bytes of an array; elements without size take none, though their stride is one.
  @inlinable @inline(__always)
  static func span<T>(of type: T.Type, _ count: Int) -> Int {
    MemoryLayout<T>.size == 0 ? 0 : count &* MemoryLayout<T>.stride
  }
}

extension HashNode {
  /// The header word, past the runtime's checks of exclusive access to a property.
  @inlinable var word: NodeHeader {
    withUnsafeMutablePointerToHeader { $0.pointee }
  }
}
