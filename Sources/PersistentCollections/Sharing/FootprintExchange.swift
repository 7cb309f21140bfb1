/// The footprints of the nodes that only one of two versions of a value has, the newer or the older.
///
///     let exchange = after.footprintExchange(from: before)
///     exchange.added      // the cost of `after` beside `before`
///     exchange.released   // the nodes that would be freed if `before` went
///
/// Both versions are walked side by side, and the nodes that they share are skipped without a look inside. So an
/// exchange is cheap enough to measure after every step.
public struct FootprintExchange: Hashable, Sendable {
  /// The nodes that only the newer version has.
  public var added: Footprint
  /// The nodes that only the older version has.
  public var released: Footprint

  /// Creates an exchange from its two sides.
  public init(added: Footprint = Footprint(), released: Footprint = Footprint()) {
    self.added = added
    self.released = released
  }

  /// Counts a node of `size` bytes that is only in the newer version.
  @inlinable
  package mutating func countAdded(size: Int) {
    added += Footprint(nodes: 1, bytes: Footprint.block(of: size))
  }

  /// Counts a node of `size` bytes that was only in the older version.
  @inlinable
  package mutating func countReleased(size: Int) {
    released += Footprint(nodes: 1, bytes: Footprint.block(of: size))
  }
}

extension StructureSharing {
  /// Counts both versions as a whole, unless they are identical.
  ///
  /// - Complexity: O(nodes of both).
  public func addExchange(from older: Self, to exchange: inout FootprintExchange) {
    if isIdentical(to: older) { return }
    exchange.added += footprint
    exchange.released += older.footprint
  }

  /// Returns what this version has that an older one has not, and the reverse.
  ///
  /// - Complexity: O(nodes that differ, and their children) for the collections of this package.
  public func footprintExchange(from older: Self) -> FootprintExchange {
    var exchange = FootprintExchange()
    addExchange(from: older, to: &exchange)
    return exchange
  }
}
