/// A node that is kept alive elsewhere, and the way to everything in it.
///
/// Walking down a tree with strong references would count every node up and down again, two atomic operations
/// for each. All algorithms therefore work on borrowed nodes: whoever starts one holds the root with
/// `withExtendedLifetime` until it is over, and a node holds its children.
@usableFromInline
struct BorrowedCountedNode<Content: CountedContent> {
  @usableFromInline typealias Storage = CountedNode<Content>
  @usableFromInline typealias Element = Content.Element
  @usableFromInline typealias Separator = Content.Separator

  @usableFromInline let storage: Unmanaged<CountedNode<Content>>

  @inlinable @inline(__always)
  init(_ storage: Unmanaged<CountedNode<Content>>) {
    self.storage = storage
  }

  @inlinable @inline(__always)
  init(_ storage: CountedNode<Content>) {
    self.storage = Unmanaged.passUnretained(storage)
  }

  /// The node with a reference of its own.
  @inlinable @inline(__always) var owned: Storage { storage.takeUnretainedValue() }

  /// The header word, past the runtime's checks of exclusive access to a property.
  @inlinable @inline(__always) var header: CountedHeader {
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

  @inlinable @inline(__always) var count: Int { header.count }
}

/// How large nodes may be.
extension BorrowedCountedNode {
  /// The most elements of a leaf: 128 bytes of them, at least 4 and at most 64, and a power of two.
  ///
  /// Every change copies a leaf, so larger ones cost bytes; smaller ones make trees higher and iteration
  /// slower (`CollectionSpeed`, V2, V3 and V6).
  @inlinable @inline(__always) static var leafCapacity: Int { 1 &<< leafShift }

  @inlinable @inline(__always) static var leafShift: Int {
    switch MemoryLayout<Element>.stride {
    case ...2: 6
    case ...4: 5
    case ...8: 4
    case ...16: 3
    default: 2
    }
  }

  /// The most children of a branch. The table of counts has as many places.
  @inlinable @inline(__always) static var branchCapacity: Int { 1 &<< branchShift }
  @inlinable @inline(__always) static var branchShift: Int { 3 }

  /// How far to shift a position to get the child it belongs to, under a regular branch of a height.
  @inlinable @inline(__always)
  static func shift(height: Int) -> Int {
    leafShift &+ branchShift &* (height &- 1)
  }

  /// The number of elements in and under a full node of a height.
  @inlinable @inline(__always)
  static func fullCount(height: Int) -> Int {
    1 &<< (leafShift &+ branchShift &* height)
  }

  /// Whether a node may lie anywhere, not only along the right edge.
  @inlinable
  static func isSolid(_ header: CountedHeader) -> Bool {
    header.isLeaf ? header.count >= leafCapacity / 2 : header.width >= branchCapacity / 2
  }

  /// The room of a new leaf: allocators hand out multiples of 16 bytes, so a small element may fit for free.
  @inlinable
  static func room(for count: Int) -> Int {
    let stride = MemoryLayout<Element>.stride
    guard stride <= 8, MemoryLayout<Element>.size > 0 else { return count }
    let bytes = (count &* stride &+ 15) & ~15
    return min(bytes / stride, leafCapacity)
  }
}

/// The layout of the content.
extension BorrowedCountedNode {
  /// The first element of a leaf.
  @inlinable @inline(__always) var elements: UnsafeMutablePointer<Element> {
    let isAligned = MemoryLayout<Element>.alignment <= Self.bodyAlignment
    return (isAligned ? body : body.alignedUp(for: Element.self)).assumingMemoryBound(to: Element.self)
  }

  /// The separators of a branch.
  ///
  /// They come first, where they are found without the header: a search loads both at once.
  @inlinable @inline(__always) var separators: UnsafeMutablePointer<Separator> {
    let isAligned = MemoryLayout<Separator>.alignment <= Self.bodyAlignment
    return (isAligned ? body : body.alignedUp(for: Separator.self)).assumingMemoryBound(to: Separator.self)
  }

  /// The memory behind the separators of a branch.
  @inlinable @inline(__always)
  func links(_ header: CountedHeader) -> UnsafeMutableRawPointer {
    guard Self.hasSeparators else { return body }
    let end = UnsafeMutableRawPointer(separators + header.width)
    let isAligned = MemoryLayout<Separator>.stride & (Self.bodyAlignment &- 1) == 0
    return isAligned ? end : end.alignedUp(for: AnyObject.self)
  }

  /// The beginning of the table of counts, for a branch that has a table.
  ///
  /// A search by keys reads the separators and then a child, so the children come next, half of them on a line of memory
  /// that was just read, and the table last. A search by positions reads the table, which is first where there are no
  /// separators (`CollectionSpeed`, M2 of the sorted map and V2').
  @inlinable @inline(__always)
  func tableStart(_ header: CountedHeader) -> UnsafeMutableRawPointer {
    let links = links(header)
    return Self.hasSeparators ? links + header.width &* MemoryLayout<AnyObject>.stride : links
  }

  /// The beginning of the children of a branch.
  @inlinable @inline(__always)
  func childrenStart(_ header: CountedHeader) -> UnsafeMutableRawPointer {
    let links = links(header)
    return Self.hasSeparators || header.isRegular ? links : links + MemoryLayout<CountedEnds>.size
  }

  /// The table of counts, of a branch that has one.
  @inlinable @inline(__always)
  func table(_ header: CountedHeader) -> CountedEnds {
    UnsafeRawPointer(tableStart(header)).loadUnaligned(as: CountedEnds.self)
  }

  /// The position of a child's first element, from the table of a branch that has one.
  ///
  /// It is read where it lies: taken out of the eight it would go through memory once more. In front of the table lies the
  /// header or a child, which the first child reads for nothing: a comparison in its place becomes a jump that is
  /// guessed wrong, and lookups take half as long again (`CollectionSpeed`, V2').
  @inlinable @inline(__always)
  func tabulatedStart(of slot: Int, _ header: CountedHeader) -> Int {
    let offset = (slot &- 1) &* MemoryLayout<UInt32>.stride
    let end = UnsafeRawPointer(tableStart(header)).load(fromByteOffset: offset, as: UInt32.self)
    let isLater = (0 &- slot) &>> (Int.bitWidth &- 1)
    return Int(truncatingIfNeeded: end) & isLater
  }

  @inlinable @inline(__always)
  func setTable(_ ends: CountedEnds, _ header: CountedHeader) {
    tableStart(header).storeBytes(of: ends, as: CountedEnds.self)
  }

  /// The counts of any branch.
  @inlinable
  func ends(_ header: CountedHeader) -> CountedEnds {
    guard header.isRegular else { return table(header) }
    return Self.regularEnds(header)
  }

  @inlinable
  static func regularEnds(_ header: CountedHeader) -> CountedEnds {
    var ends = CountedEnds(repeating: .max)
    let full = UInt32(truncatingIfNeeded: fullCount(height: header.level &- 1))
    var end: UInt32 = 0
    for slot in 0..<header.width &- 1 {
      end &+= full
      ends[slot] = end
    }
    ends[header.width &- 1] = header.elements
    return ends
  }

  /// The children as the references that a branch owns.
  @inlinable @inline(__always)
  func children(_ header: CountedHeader) -> UnsafeMutablePointer<CountedNode<Content>> {
    childrenStart(header).assumingMemoryBound(to: CountedNode<Content>.self)
  }

  /// A child, without counting a reference.
  @inlinable @inline(__always)
  func child(_ slot: Int, _ header: CountedHeader) -> BorrowedCountedNode {
    BorrowedCountedNode(
      UnsafeRawPointer(childrenStart(header)).load(
        fromByteOffset: slot &* MemoryLayout<AnyObject>.stride,
        as: Unmanaged<CountedNode<Content>>.self
      )
    )
  }

  /// The separator that stands for this node in its parent.
  @inlinable
  var firstSeparator: Separator {
    let header = self.header
    return header.isLeaf ? Content.separator(of: elements) : separators.pointee
  }

  /// Whether separators take room. Those that take none are never touched: copying some of them would, in
  /// code that is not specialized, copy as many bytes.
  @inlinable static var hasSeparators: Bool { MemoryLayout<Separator>.size > 0 }

  /// The alignment of a node's content.
  @inlinable @inline(__always) static var bodyAlignment: Int { MemoryLayout<CountedNodeSlot>.alignment }

  /// The bytes of some elements, with what aligning them can take at most.
  @inlinable
  static func leafByteCount(room: Int) -> Int {
    room &* MemoryLayout<Element>.stride &+ max(MemoryLayout<Element>.alignment, bodyAlignment)
      &- bodyAlignment
  }

  @inlinable
  static func branchByteCount(width: Int, isRegular: Bool) -> Int {
    let separators = hasSeparators ? width &* MemoryLayout<Separator>.stride : 0
    return (separators &+ bodyAlignment &- 1) & ~(bodyAlignment &- 1)
      &+ (isRegular ? 0 : MemoryLayout<CountedEnds>.size) &+ width &* MemoryLayout<AnyObject>.stride
      &+ max(MemoryLayout<Separator>.alignment, bodyAlignment) &- bodyAlignment
  }
}
