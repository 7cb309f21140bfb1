/// Adds up the footprints of values that share structure, counting every node once.
///
///     var meter = FootprintMeter()
///     meter.add(before)
///     let step = meter.add(after)   // only what `after` does not share with `before`
///
/// A meter tells nodes apart by their addresses: keep every value that was added alive, and unchanged, for as
/// long as the meter is used.
public struct FootprintMeter: @unchecked Sendable {
  // Unchecked, because pointers are in it: as names only, what is there is never read.

  /// Everything that was counted so far.
  public private(set) var total = Footprint()
  private var known: Set<UnsafeRawPointer> = []

  /// The values that were added, for a meter that lists them instead of walking through them.
  @usableFromInline private(set) var listed: [ListedValue]?

  /// Creates a meter that has not met any node.
  public init() {}

  /// A meter that only lists what is added, to be compared with what another one lists.
  package static var listing: FootprintMeter {
    var meter = FootprintMeter()
    meter.listed = []
    return meter
  }

  /// Counts what is new in `value` and returns it.
  @inlinable
  @discardableResult
  public mutating func add(_ value: some StructureSharing) -> Footprint {
    if listed != nil {
      list(ListedValue(value))
      return Footprint()
    }
    let before = total
    value.addFootprint(to: &self)
    return total - before
  }

  @usableFromInline
  mutating func list(_ value: ListedValue) {
    listed?.append(value)
  }

  /// Counts what was added to this meter and not to the one of an older version, and the reverse: all list, in one
  /// order, values of the same types.
  package func addExchange(from older: FootprintMeter, to exchange: inout FootprintExchange) {
    let (after, before) = (listed ?? [], older.listed ?? [])
    for (after, before) in zip(after, before) { after.addExchange(after.value, before.value, &exchange) }
    for value in after.dropFirst(before.count) { exchange.added += value.value.footprint }
    for value in before.dropFirst(after.count) { exchange.released += value.value.footprint }
    // Blocks without a value to them were counted; those that both have cancel out.
    if known == older.known && total == older.total { return }
    exchange.added += total
    exchange.released += older.total
  }

  /// Counts a node of `size` bytes unless it was counted before, and returns whether it was new.
  ///
  /// A walk through a structure visits the children of a node only if the node was new: below a known node everything
  /// is known.
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

/// A value in a list, and its comparison with others, compiled where its type is known.
@usableFromInline
struct ListedValue {
  @usableFromInline typealias Value = any StructureSharing

  let value: any StructureSharing
  let addExchange: (_ new: Value, _ old: Value, inout FootprintExchange) -> Void

  @inlinable
  init<Structure: StructureSharing>(_ value: Structure) {
    self.init(value) { new, old, exchange in
      // Values are listed in one order, so they are of one type unless the app says otherwise.
      if let new = new as? Structure, let old = old as? Structure {
        if new.isIdentical(to: old) { return }
        return new.addExchange(from: old, to: &exchange)
      }
      exchange.added += new.footprint
      exchange.released += old.footprint
    }
  }

  @usableFromInline
  init(
    _ value: any StructureSharing,
    _ addExchange: @escaping (Value, Value, inout FootprintExchange) -> Void
  ) {
    (self.value, self.addExchange) = (value, addExchange)
  }
}
