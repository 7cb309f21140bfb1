/// Adds up the footprints of values that share structure, counting every node once.
///
///     var meter = FootprintMeter()
///     meter.add(before)
///     let step = meter.add(after)   // only what `after` does not share with `before`
///
/// A meter tells nodes apart by their addresses: keep every value that was added alive, and unchanged, for as
/// long as the meter is used.
public struct FootprintMeter: @unchecked Sendable {
  // Unchecked, because pointers are in it: as names only, nobody reads what is there.

  /// Everything that was counted so far.
  public private(set) var total = Footprint()
  private var known: Set<UnsafeRawPointer> = []

  /// The values that were added, for a meter that lists them instead of walking through them.
  private var listed: [any StructureSharing]?

  /// Creates a meter that has not met any node.
  public init() {}

  /// A meter that only lists what is added, to be compared with what another one lists.
  package static var listing: FootprintMeter {
    var meter = FootprintMeter()
    meter.listed = []
    return meter
  }

  /// Counts what is new in `value` and returns it.
  @discardableResult
  public mutating func add(_ value: some StructureSharing) -> Footprint {
    if listed != nil {
      listed?.append(value)
      return Footprint()
    }
    let before = total
    value.addFootprint(to: &self)
    return total - before
  }

  /// Counts what was added to this meter and not to the one of an older version, and the reverse: both list, in one
  /// order, values of the same types.
  package func addExchange(from older: FootprintMeter, to exchange: inout FootprintExchange) {
    let (after, before) = (listed ?? [], older.listed ?? [])
    for (new, old) in zip(after, before) { new.addExchange(fromAny: old, to: &exchange) }
    for value in after.dropFirst(before.count) { exchange.made += value.footprint }
    for value in before.dropFirst(after.count) { exchange.replaced += value.footprint }
    // Blocks without a value to them were counted; those that both have cancel out.
    if known == older.known && total == older.total { return }
    exchange.made += total
    exchange.replaced += older.total
  }

  /// Counts a node of `size` bytes unless it was counted before, and returns whether it was new.
  ///
  /// Whoever walks a structure goes on to the children of a node only when it was new: below a known node
  /// everything is known.
  public mutating func countNode(_ node: AnyObject, size: Int) -> Bool {
    countBlock(at: Unmanaged.passUnretained(node).toOpaque(), size: size)
  }

  /// Counts a block of heap of `size` bytes that no object stands for, by any address in it, unless it was counted
  /// before, and returns whether it was new.
  @discardableResult
  public mutating func countBlock(at address: UnsafeRawPointer, size: Int) -> Bool {
    guard known.insert(address).inserted else { return false }
    total += Footprint(nodes: 1, bytes: Footprint.block(of: size))
    return true
  }

  /// Counts a block of heap of `size` bytes whose address is not known: every time it is met.
  public mutating func countBlock(size: Int) {
    total += Footprint(nodes: 1, bytes: Footprint.block(of: size))
  }
}

extension StructureSharing {
  /// Compares with a value that is expected to be an older version of this one.
  fileprivate func addExchange(fromAny older: any StructureSharing, to exchange: inout FootprintExchange) {
    if let older = older as? Self { return addExchange(from: older, to: &exchange) }
    exchange.made += footprint
    exchange.replaced += older.footprint
  }
}
