import Measuring
import PersistentCollections
import TestSupport
import Testing

/// Random changes of sets, compared with `Set` after every step.
@Suite("A persistent set behaves as a set does")
struct PersistentSetModelTests {
  typealias Tested = (set: PersistentSet<Collider>, model: Set<Collider>)

  @Test("in every random sequence of changes and operations, shared or not", arguments: Spread.allCases)
  func randomChanges(spread: Spread) {
    for episode in 0..<Soak.times(8) {
      guard run(seed: UInt64(5_000 + episode), spread: spread, isShared: episode.isMultiple(of: 2)) else {
        return
      }
    }
  }

  private func run(seed: UInt64, spread: Spread, isShared: Bool) -> Bool {
    var random = SplitMix64(seed: seed)
    var script = Script(
      seed: seed,
      "var (a, b) = (PersistentSet<Collider>(), PersistentSet<Collider>())  // \(spread)"
    )
    var a: Tested = ([], [])
    var b: Tested = ([], [])
    var hidden: [Tested] = []
    for step in 0..<250 {
      let copy = isShared ? a : ([], [])
      guard change(&a, &b, spread, &random, &script) else { return false }
      let broken = a.set.tree.brokenInvariant()
      guard script.expect(broken == nil, broken ?? "") else { return false }
      if step.isMultiple(of: 10) {
        guard check(a, script), check(copy, script), relations(a, b, script) else { return false }
      }
      if step.isMultiple(of: 50) { hidden.append(a) }
    }
    return hidden.allSatisfy { check($0, script) }
  }

  private func change(
    _ a: inout Tested,
    _ b: inout Tested,
    _ spread: Spread,
    _ random: inout SplitMix64,
    _ script: inout Script
  ) -> Bool {
    let key = spread.key(random.below(60))
    switch random.below(12) {
    case 0, 1, 2, 3:
      script.add("a.insert(\(key))")
      return script.expect(a.set.insert(key).inserted == a.model.insert(key).inserted, "inserted or not")
    case 4, 5:
      script.add("a.remove(\(key))")
      return script.expect(a.set.remove(key) == a.model.remove(key), "removed something else")
    case 6:
      script.add("a.update(with: \(key))")
      return script.expect(a.set.update(with: key) == a.model.update(with: key), "replaced something else")
    case 7:
      script.add("swap(&a, &b)")
      swap(&a, &b)
    case 8:
      script.add("b.formUnion(a)")
      b = (b.set.union(a.set), b.model.union(a.model))
    case 9:
      script.add("a.formIntersection(b)")
      guard random.below(3) == 0 else { return true }
      a = (a.set.intersection(b.set), a.model.intersection(b.model))
    case 10:
      script.add("a.subtract(b)")
      guard random.below(3) == 0 else { return true }
      a = (a.set.subtracting(b.set), a.model.subtracting(b.model))
    default:
      script.add("a.formSymmetricDifference(b)")
      guard random.below(2) == 0 else { return true }
      a = (a.set.symmetricDifference(b.set), a.model.symmetricDifference(b.model))
    }
    return true
  }

  private func check(_ tested: Tested, _ script: Script) -> Bool {
    script.expect(
      tested.set.count == tested.model.count && tested.model.allSatisfy(tested.set.contains)
        && Set(tested.set) == tested.model,
      "other elements: \(tested.set)"
    )
  }

  private func relations(_ a: Tested, _ b: Tested, _ script: Script) -> Bool {
    script.expect(
      a.set.isSubset(of: b.set) == a.model.isSubset(of: b.model)
        && a.set.isSuperset(of: b.set) == a.model.isSuperset(of: b.model)
        && a.set.isStrictSubset(of: b.set) == a.model.isStrictSubset(of: b.model)
        && a.set.isDisjoint(with: b.set) == a.model.isDisjoint(with: b.model)
        && (a.set == b.set) == (a.model == b.model)
        && Set(a.set.changes(from: b.set).inserted) == a.model.subtracting(b.model)
        && Set(a.set.changes(from: b.set).removed) == b.model.subtracting(a.model),
      "other relations between \(a.set) and \(b.set)"
    )
  }
}
