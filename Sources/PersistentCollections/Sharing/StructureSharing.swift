/// A value whose copies and descendants share the parts of its storage that did not change.
///
/// Copying such a value costs a reference count. Changing the copy makes new nodes on the way to the change and
/// leaves all others in common with the original, so that a thousand versions of a large collection cost
/// little more than one.
public protocol StructureSharing {
  /// Returns whether both values are one and the same storage.
  ///
  /// Identical values are equal; equal values need not be identical. Two empty values are identical.
  ///
  /// - Complexity: O(1).
  func isIdentical(to other: Self) -> Bool

  /// Counts the nodes of this value that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  func addFootprint(to meter: inout FootprintMeter)

  /// Counts the nodes that this value has and an older version has not, and the reverse.
  ///
  /// - Parameters:
  ///   - older: The version that this one was made from.
  ///   - exchange: The exchange that the counts are added to.
  /// - Complexity: O(nodes that differ, and their children); a type of your own counts all nodes as a whole, unless it
  ///   calls this method on its parts.
  func addExchange(from older: Self, to exchange: inout FootprintExchange)
}

extension StructureSharing {
  /// The nodes of this value, and the bytes that they take from the allocator.
  ///
  /// Memory that elements keep outside the nodes, such as the characters of long strings, is not counted.
  ///
  /// - Complexity: O(nodes).
  public var footprint: Footprint {
    var meter = FootprintMeter()
    addFootprint(to: &meter)
    return meter.total
  }
}

extension Sequence where Element: StructureSharing {
  /// The nodes of all these values together, every shared node counted once.
  ///
  /// - Complexity: O(distinct nodes, plus the number of values).
  public var footprint: Footprint {
    // An array keeps the values alive: a node that is freed could give its address to another one.
    let values = Array(self)
    var meter = FootprintMeter()
    for value in values {
      value.addFootprint(to: &meter)
    }
    return meter.total
  }
}
