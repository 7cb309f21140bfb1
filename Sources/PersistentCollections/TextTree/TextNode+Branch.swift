/// The contents of a branch.
extension TextNode {
  @inline(__always) var children: UnsafeMutablePointer<TextStorage> {
    body.assumingMemoryBound(to: TextStorage.self)
  }

  /// A child, without counting a reference.
  @inline(__always) func child(_ slot: Int) -> TextNode {
    TextNode(
      body.load(fromByteOffset: slot &* MemoryLayout<AnyObject>.stride, as: Unmanaged<TextStorage>.self)
    )
  }

  /// A child with its measure.
  func part(_ slot: Int, _ header: CountedHeader) -> TextPart {
    TextPart(node: child(slot), measure: measure(slot, header))
  }

  /// How many bytes each count of a child's measure takes, in a branch of some height.
  @inline(__always) static func countSize(height: Int) -> Int {
    switch height {
    case 1: 1
    case 2...narrowHeight: 2
    default: 4
    }
  }

  /// The greatest height under which no child has more than 65,535 bytes.
  static var narrowHeight: Int { 4 }

  static func branchByteCount(_ header: CountedHeader) -> Int {
    header.width &* (MemoryLayout<AnyObject>.stride &+ 4 &* countSize(height: header.level))
  }

  /// The measure of a child.
  @inline(__always) func measure(_ slot: Int, _ header: CountedHeader) -> TextMeasure {
    let measures = body + header.width &* MemoryLayout<AnyObject>.stride
    switch Self.countSize(height: header.level) {
    case 1:
      let counts = (measures + slot &* 4).loadUnaligned(as: SIMD4<UInt8>.self)
      return TextMeasure(counts: SIMD4(truncatingIfNeeded: counts))
    case 2:
      let counts = (measures + slot &* 8).loadUnaligned(as: SIMD4<UInt16>.self)
      return TextMeasure(counts: SIMD4(truncatingIfNeeded: counts))
    default:
      return TextMeasure(counts: (measures + slot &* 16).loadUnaligned(as: SIMD4<UInt32>.self))
    }
  }

  @inline(__always) func setMeasure(_ measure: TextMeasure, _ slot: Int, _ header: CountedHeader) {
    let measures = body + header.width &* MemoryLayout<AnyObject>.stride
    switch Self.countSize(height: header.level) {
    case 1:
      let counts = SIMD4<UInt8>(truncatingIfNeeded: measure.counts)
      measures.storeBytes(of: counts, toByteOffset: slot &* 4, as: SIMD4<UInt8>.self)
    case 2:
      let counts = SIMD4<UInt16>(truncatingIfNeeded: measure.counts)
      measures.storeBytes(of: counts, toByteOffset: slot &* 8, as: SIMD4<UInt16>.self)
    default:
      measures.storeBytes(of: measure.counts, toByteOffset: slot &* 16, as: SIMD4<UInt32>.self)
    }
  }

  /// The measure of everything under the node.
  var measure: TextMeasure {
    let header = self.header
    if header.isLeaf { return TextMeasure(of: bytes) }
    return (0..<header.width).reduce(.zero) { $0 + measure($1, header) }
  }

  /// Makes a branch of parts that are kept alive elsewhere.
  static func makeBranch(_ parts: UnsafeMutableBufferPointer<TextPart>) -> TextStorage {
    let count = parts.reduce(0) { $0 &+ $1.measure[.utf8] }
    let height = parts[0].node.header.level &+ 1
    let header = CountedHeader(elements: count, slots: parts.count, height: height, isRegular: false)
    let branch = TextStorage.allocateBranch(header)
    let node = TextNode(branch)
    for (slot, part) in parts.enumerated() {
      (node.children + slot).initialize(to: part.node.owned)
      node.setMeasure(part.measure, slot, header)
    }
    return branch
  }

  /// A copy of a branch with another child in the place of one.
  func copyingBranch(replacing slot: Int, with child: TextStorage, adding change: TextMeasure) -> TextStorage
  {
    let header = self.header
    let changed = header.adding(Int(Int32(truncatingIfNeeded: change.counts[0])))
    let branch = TextStorage.allocateBranch(changed)
    let copy = TextNode(branch)
    let references = header.width &* MemoryLayout<AnyObject>.stride
    (copy.body + references).copyMemory(
      from: body + references,
      byteCount: Self.branchByteCount(header) &- references
    )
    copy.children.initialize(from: children, count: slot)
    (copy.children + slot).initialize(to: child)
    (copy.children + slot + 1).initialize(from: children + slot + 1, count: header.width &- slot &- 1)
    copy.setMeasure(measure(slot, header) + change, slot, header)
    return branch
  }
}

/// A node that is kept alive elsewhere, with its measure.
struct TextPart {
  let node: TextNode
  let measure: TextMeasure
}

/// A list of neighbouring nodes of one height, on the stack, from which branches are made.
struct TextSiblings {
  private let room: UnsafeMutableBufferPointer<TextPart>
  private(set) var count = 0

  /// Calls `body` with an empty list that has room for the children of two branches and one more.
  static func with<Result>(_ body: (inout TextSiblings) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: TextPart.self, capacity: 2 &* TextNode.branchCapacity &+ 1) { room in
      var siblings = TextSiblings(room: room)
      return body(&siblings)
    }
  }

  private init(room: UnsafeMutableBufferPointer<TextPart>) {
    self.room = room
  }

  mutating func append(_ part: TextPart) {
    room.initializeElement(at: count, to: part)
    count &+= 1
  }

  /// Adds a tree that is held by the caller, if there is one.
  mutating func append(_ tree: TextTree?) {
    if let tree { append(tree.part) }
  }

  /// Adds some children of a branch.
  mutating func append(_ branch: TextNode, _ slots: Range<Int>) {
    let header = branch.header
    for slot in slots { append(branch.part(slot, header)) }
  }

  /// Makes one branch of them, or else two, the first of which takes `leaning` children or else half of them.
  func branches(leaning: Int? = nil) -> (TextTree, TextTree?) {
    guard count > TextNode.branchCapacity else { return (tree(0..<count), nil) }
    let cut = leaning ?? count / 2
    return (tree(0..<cut), tree(cut..<count))
  }

  private func tree(_ range: Range<Int>) -> TextTree {
    let parts = UnsafeMutableBufferPointer(rebasing: room[range])
    return TextTree(root: TextNode.makeBranch(parts), measure: parts.reduce(.zero) { $0 + $1.measure })
  }
}
