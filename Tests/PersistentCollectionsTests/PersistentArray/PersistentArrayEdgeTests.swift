import PersistentCollections
import TestSupport
import Testing

@Suite("At the end of an array")
struct PersistentArrayEdgeTests {
  @Test("another one follows of which everything is shared but the root")
  func joinedArrayIsShared() {
    for size in [100, 1_000, 20_000, 100_000] {
      let (left, right) = (PersistentArray(0..<size), PersistentArray(size..<2 * size))
      let joined = left + right
      let lost = [joined, right].footprint - joined.footprint
      #expect(lost.nodes <= 1, "\(lost.nodes) nodes of \(size) elements were made anew")
      #expect(joined.tree.brokenInvariant() == nil && joined.elementsEqual(0..<2 * size))
    }
  }

  @Test("nodes that are less than half full are filled from their left, and so is what was filled from")
  func everySizeIsJoined() {
    // Leaves of four elements: the sizes are those around trees that are full.
    let others = [PersistentArray((0..<9).map { Wide($0) }), PersistentArray((0..<300).map { Wide($0) })]
    for size in Array(1...70) + Array(250...330) + Array(505...550) + Array(2_040...2_070) {
      var grown = PersistentArray((0..<size).map { Wide($0) })
      for round in 0..<3 {
        for other in others {
          let joined = grown + other
          let isJoined =
            joined.tree.brokenInvariant() == nil && joined.elementsEqual(Array(grown) + Array(other))
          #expect(isJoined, "\(size) and \(other.count), round \(round)")
        }
        // From the second round on, the last leaf of the tree is short, too.
        if grown.count > 5 { grown.remove(at: grown.count - 5) }
      }
    }
  }

  @Test("branches have room to grow, of which no other version has any")
  func spareIsNotCopied() {
    for size in [40, 100, 150, 1_100, 9_000] {
      var grown = PersistentArray<Int>()
      for number in 0..<size {
        grown.append(number)
        #expect(grown.tree.brokenInvariant() == nil)
      }
      let built = PersistentArray(0..<size)
      let surplus = grown.footprint - built.footprint
      #expect(surplus.nodes == 0 && (0...250).contains(surplus.bytes), "\(surplus) for \(size) elements")
      // The places near the end lie under the branch that grew.
      for position in [0, size - 20] {
        var (changed, other) = (grown, built)
        changed[position] = -1
        other[position] = -1
        #expect(changed.footprintExchange(from: grown).added == other.footprintExchange(from: built).added)
      }
    }
  }
}
