import PersistentCollections
import Testing

@Suite("A persistent set and a sequence")
struct PersistentSetSequenceTests {
  @Test("do to each other what a set does: every two subsets of five, elements once or twice")
  func exhaustive() {
    for bits in 0..<32 {
      let elements = (0..<5).filter { bits >> $0 & 1 == 1 }
      let (set, model) = (PersistentSet(elements), Set(elements))
      for otherBits in 0..<32 {
        let others = (0..<5).filter { otherBits >> $0 & 1 == 1 }
        for sequence in [others, others + others.reversed()] {
          #expect(set.isSubset(of: sequence) == model.isSubset(of: sequence))
          #expect(set.isStrictSubset(of: sequence) == model.isStrictSubset(of: sequence))
          #expect(set.isSuperset(of: sequence) == model.isSuperset(of: sequence))
          #expect(set.isStrictSuperset(of: sequence) == model.isStrictSuperset(of: sequence))
          #expect(set.isDisjoint(with: sequence) == model.isDisjoint(with: sequence))
          #expect(Set(set.union(sequence)) == model.union(sequence))
          #expect(Set(set.intersection(sequence)) == model.intersection(sequence))
          #expect(Set(set.subtracting(sequence)) == model.subtracting(sequence))
          #expect(Set(set.symmetricDifference(sequence)) == model.symmetricDifference(sequence))
        }
      }
    }
  }

  @Test("go no further than they must: a sequence may have no end")
  func endless() {
    let endless = sequence(first: 0) { $0 + 1 }
    #expect(PersistentSet(0..<100).isSubset(of: endless))
    #expect(PersistentSet(0..<100).isStrictSubset(of: endless))
    #expect(!PersistentSet(0..<100).isSuperset(of: endless))
    #expect(!PersistentSet(0..<100).isStrictSuperset(of: endless))
    #expect(!PersistentSet(50..<100).isDisjoint(with: endless))
  }

  @Test("are one and the same where the sequence is a set already")
  func identity() {
    func make(_ elements: some Sequence<Int>) -> PersistentSet<Int> { PersistentSet(elements) }
    let set = PersistentSet(0..<1_000)
    #expect(make(set).isIdentical(to: set))
    #expect(set.intersection(0..<2_000).isIdentical(to: set))
    #expect(set.filter { _ in true }.isIdentical(to: set))
    var other = set
    other.removeAll { $0 < 0 }
    #expect(other.isIdentical(to: set))
    other.removeAll { $0 > 2 }
    #expect(other == [0, 1, 2] && [0, 1, 2].contains(other.removeFirst()) && other.count == 2)
    other.removeAll(keepingCapacity: true)
    other.reserveCapacity(10)
    #expect(other.isEmpty && PersistentSet<Int>(minimumCapacity: 3).isEmpty)
  }
}
