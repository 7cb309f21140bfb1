/// The elements in the leaves of a counted tree, and the separators of these elements in its branches.
@usableFromInline
package protocol CountedContent {
  /// The type of the elements in the leaves, which lie there in order.
  associatedtype Element
  /// The part of the first element under each child that a branch repeats, so that a search need not look into the
  /// child.
  associatedtype Separator

  /// Returns the separator of an element, which branches repeat.
  static func separator(of element: UnsafeMutablePointer<Element>) -> Separator

  /// Returns the child of a branch that what begins with a separator belongs to; never asked where separators take no
  /// room.
  static func slot(of separator: Separator, among separators: UnsafeMutablePointer<Separator>, width: Int)
    -> Int
}

extension CountedContent {
  @inlinable @inline(__always)
  package static func slot(of separator: Separator, among: UnsafeMutablePointer<Separator>, width: Int) -> Int
  {
    0
  }
}

/// Elements that are found by their position alone: branches repeat nothing of them.
@usableFromInline
package enum Positioned<Element>: CountedContent {
  @inlinable @inline(__always)
  package static func separator(of element: UnsafeMutablePointer<Element>) {}
}

/// Elements that are found by their keys, too: branches repeat the first key under each child.
@usableFromInline
package enum Keyed<Key: Comparable, Value>: CountedContent {
  @usableFromInline package typealias Element = (key: Key, value: Value)

  @inlinable @inline(__always)
  package static func separator(of element: UnsafeMutablePointer<Element>) -> Key {
    element.pointee.key
  }

  @inlinable @inline(__always)
  package static func slot(of key: Key, among keys: UnsafeMutablePointer<Key>, width: Int) -> Int {
    count(from: 1, to: width) { !(key < keys[$0]) }
  }

  /// Counts the indices that are passed, which are the first ones.
  ///
  /// Small plain keys are compared one and all: that is faster than branches that are guessed wrong. Others
  /// are compared as few times as possible.
  @inlinable @inline(__always)
  static func count(from first: Int, to end: Int, _ isPassed: (Int) -> Bool) -> Int {
    if _isPOD(Key.self) && MemoryLayout<Key>.size <= 8 {
      var (count, index) = (0, first)
      while index < end {
        // A truth is a byte, 0 or 1. Added up as such it leaves the optimizer nothing to make a branch of.
        count &+= Int(truncatingIfNeeded: unsafeBitCast(isPassed(index), to: UInt8.self))
        index &+= 1
      }
      return count
    }
    var (low, high) = (first, end)
    while low < high {
      let middle = (low &+ high) &>> 1
      if isPassed(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low &- first
  }
}
