/// Packed steps that are gone one after the other in one direction, side by side in one block of bytes.
///
/// A run is applied as one change: what several steps changed is changed once, to what the last of them made of it. So most
/// of a long way costs no more than reading it.
struct PackedRun: ~Copyable {
  private var block: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 12
  /// How many bytes there are.
  private(set) var length = 0
  /// The positions of the steps, in the order in which they are applied.
  private(set) var steps: [Int] = []

  /// A run that is as long is applied before more is read.
  static let enough = 1 << 22

  init() { block = .allocate(capacity: capacity) }

  deinit { block.deallocate() }

  /// Makes the run empty, to be filled anew.
  mutating func removeAll() {
    length = 0
    steps.removeAll(keepingCapacity: true)
  }

  var isFull: Bool { length >= Self.enough }

  /// Adds bytes, and returns where they begin.
  mutating func add(_ bytes: Bytes) -> Int {
    let (start, end) = (length, length + bytes.count)
    if end > capacity { grow(to: end) }
    bytes.copy(to: block + start)
    length = end
    return start
  }

  private mutating func grow(to least: Int) {
    capacity = max(least, 2 * capacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: block, count: length)
    block.deallocate()
    block = larger
  }

  /// Adds the step whose bytes begin at a place to the end of the run, unless it changes nothing.
  ///
  /// - Parameter length: How many bytes it has.
  mutating func append(stepAt place: Int, length: Int) {
    if length > 0 { steps.append(place) }
  }

  /// Lets `read` read the steps.
  borrowing func reading<Result>(
    _ read: (inout PackedReader, PackedNodes) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    var reader = PackedReader(Bytes(UnsafeRawBufferPointer(start: block, count: length)))
    return try steps.withUnsafeBufferPointer { steps throws(PatchError) in try read(&reader, steps) }
  }
}

/// The positions of packed nodes that change one value, one after the other.
typealias PackedNodes = UnsafeBufferPointer<Int>

extension AnyValueShape {
  /// Changes the value as the steps of a run say, which are known to fit. When it throws, the value is not to be used any
  /// more.
  func apply(
    _ direction: PackedDirection,
    _ run: borrowing PackedRun,
    to value: MutableValuePlace
  ) throws(PatchError) {
    try run.reading { packed, steps throws(PatchError) in
      try apply(direction, steps, of: &packed, to: value)
    }
  }
}

extension AnyValueShape {
  /// Changes the value as the steps of a run say, each read as a patch first, which knows of other types and names that
  /// the app had.
  func take(
    _ direction: PackedDirection,
    _ run: borrowing PackedRun,
    to value: MutableValuePlace
  ) throws(PatchError) {
    try run.reading { packed, steps throws(PatchError) in
      for step in steps {
        packed.position = step
        let node = try packed.node()
        try apply(direction == .forward ? node : node.inverted, to: value, .known)
      }
    }
  }

  /// Of several nodes, lets the last one that puts another value in the place of the whole do so, and returns those behind
  /// it: what was before it shows no more.
  final func replace(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    at value: MutableValuePlace
  ) throws(PatchError) -> PackedNodes {
    let nodes = packed.lasting(nodes)
    guard let first = nodes.first, packed.isReplacement(at: first) else { return nodes }
    packed.position = first
    try apply(direction, &packed, to: value)
    return UnsafeBufferPointer(rebasing: nodes.dropFirst())
  }
}

extension PackedReader {
  /// Of nodes that change one value one after the other, those that still show in the end: what comes before another value
  /// took its place does not.
  func lasting(_ nodes: PackedNodes) -> PackedNodes {
    let last = nodes.lastIndex { isReplacement(at: $0) }
    return last.map { UnsafeBufferPointer(rebasing: nodes[$0...]) } ?? nodes
  }

  /// Whether the node at a place puts another value in the place of one.
  func isReplacement(at place: Int) -> Bool {
    place < bytes.count && bytes[place] >> 4 == PackedTag.replaced.rawValue
  }
}
