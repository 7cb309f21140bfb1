/// How many nodes a structure consists of, and how much memory they take from the allocator.
public struct Footprint: Hashable, Sendable {
  /// The number of separately allocated nodes.
  public var nodes: Int
  /// The size of the nodes, in bytes of live heap: see ``block(of:)``.
  public var bytes: Int

  /// Creates a footprint from its two counts.
  public init(nodes: Int = 0, bytes: Int = 0) {
    self.nodes = nodes
    self.bytes = bytes
  }

  /// Returns the bytes of heap that an allocation of `size` bytes really takes.
  ///
  /// With the GNU C library that is the size and a word of bookkeeping, rounded up to a multiple of two words,
  /// and at least four words. Everywhere else it is the size rounded up to a multiple of 16, as the small
  /// blocks of Apple's allocator are.
  public static func block(of size: Int) -> Int {
    #if canImport(Glibc)
      let word = MemoryLayout<Int>.size
      return max((size + word + 2 * word - 1) & ~(2 * word - 1), 4 * word)
    #else
      return max((size + 15) & ~15, 16)
    #endif
  }

  /// Returns both structures taken together, without a look at what they share.
  public static func + (left: Footprint, right: Footprint) -> Footprint {
    Footprint(nodes: left.nodes + right.nodes, bytes: left.bytes + right.bytes)
  }

  /// Adds another structure, without a look at what they share.
  public static func += (left: inout Footprint, right: Footprint) {
    left = left + right
  }

  /// Returns what is left of a structure without a part of it.
  public static func - (left: Footprint, right: Footprint) -> Footprint {
    Footprint(nodes: left.nodes - right.nodes, bytes: left.bytes - right.bytes)
  }
}
