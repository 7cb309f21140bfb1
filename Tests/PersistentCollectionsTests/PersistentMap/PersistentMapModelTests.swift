import Measuring
import PersistentCollections
import TestSupport
import Testing

/// Random changes of maps, compared with `Dictionary` after every step.
@Suite("A persistent map behaves as a dictionary does")
struct PersistentMapModelTests {
  @Test("in every random sequence of changes, shared or not", arguments: Spread.allCases)
  func randomChanges(spread: Spread) {
    for episode in 0..<Soak.times(8) {
      var run = Run<Int>(seed: UInt64(1_000 + episode), spread: spread, isShared: episode.isMultiple(of: 2)) {
        $0
      }
      guard run.run(steps: 250) else { return }
    }
  }

  @Test("also with values that are large, strictly aligned, or references", arguments: Spread.allCases)
  func otherValues(spread: Spread) {
    for episode in 0..<Soak.times(2) {
      let isShared = episode.isMultiple(of: 2)
      let seed = UInt64(2_000 + episode)
      var large = Run<SIMD8<Int>>(seed: seed, spread: spread, isShared: isShared) { SIMD8(repeating: $0) }
      guard large.run(steps: 200) else { return }
      var strings = Run<String>(seed: seed, spread: spread, isShared: isShared) {
        "a long string, number \($0)"
      }
      guard strings.run(steps: 200) else { return }
    }
  }

  @Test("with many keys, of which few are there twice")
  func manyKeys() {
    for episode in 0..<Soak.times(2) {
      var run = Run<Int>(seed: UInt64(3_000 + episode), spread: .even, isShared: false, keys: 20_000) { $0 }
      guard run.run(steps: 4_000, checkingEvery: 200) else { return }
    }
  }
}

private struct Run<Value: Equatable> {
  let seed: UInt64
  let spread: Spread
  let isShared: Bool
  let keys: Int
  let makeValue: (Int) -> Value
  var random: SplitMix64
  var map = PersistentMap<Collider, Value>()
  var model: [Collider: Value] = [:]
  var script: Script
  /// Copies that may not change any more, each with what it must stay equal to.
  var hidden: [(map: PersistentMap<Collider, Value>, model: [Collider: Value])] = []

  init(seed: UInt64, spread: Spread, isShared: Bool, keys: Int = 50, makeValue: @escaping (Int) -> Value) {
    self.seed = seed
    self.spread = spread
    self.isShared = isShared
    self.keys = keys
    self.makeValue = makeValue
    random = SplitMix64(seed: seed)
    script = Script(seed: seed, "var map = PersistentMap<Collider, \(Value.self)>()  // spread: \(spread)")
  }

  mutating func run(steps: Int, checkingEvery interval: Int = 1) -> Bool {
    for step in 0..<steps {
      let copy = isShared ? map : PersistentMap()
      let copyModel = isShared ? model : [:]
      guard change(step) else { return false }
      guard script.expect(map.count == model.count, "\(map.count) elements instead of \(model.count)") else {
        return false
      }
      if step.isMultiple(of: interval) {
        let broken = map.tree.brokenInvariant()
        guard script.expect(broken == nil, broken ?? "") else { return false }
      }
      if step.isMultiple(of: 10 * interval) {
        guard check(map, model), check(copy, copyModel) else { return false }
      }
      if step.isMultiple(of: 50) { hidden.append((map, model)) }
    }
    return hidden.allSatisfy { check($0.map, $0.model) }
  }

  private mutating func change(_ step: Int) -> Bool {
    let key = spread.key(random.below(keys))
    let value = makeValue(step)
    switch random.below(9) {
    case 0, 1, 2:
      script.add("map.updateValue(\(value), forKey: \(key))")
      let (old, expected) = (map.updateValue(value, forKey: key), model.updateValue(value, forKey: key))
      return script.expect(old == expected, "the old value is \(old as Any) instead of \(expected as Any)")
    case 3, 4:
      script.add("map.removeValue(forKey: \(key))")
      let (old, expected) = (map.removeValue(forKey: key), model.removeValue(forKey: key))
      return script.expect(old == expected, "the old value is \(old as Any) instead of \(expected as Any)")
    case 5:
      script.add("map[\(key), default: \(value)] = \(value)")
      map[key, default: value] = value
      model[key, default: value] = value
    case 6:
      script.add("replace(&map[\(key)], by: nil)")
      replace(&map[key], by: nil)
      model[key] = nil
    case 7:
      script.add("replace(&map[\(key)], by: \(value))")
      replace(&map[key], by: value)
      model[key] = value
    default:
      guard random.below(8) == 0 else { return true }
      let remainder = random.below(3)
      script.add("map = map.filter { $0.key.number % 3 != \(remainder) }")
      map = map.filter { $0.key.number % 3 != remainder }
      model = model.filter { $0.key.number % 3 != remainder }
    }
    return true
  }

  private func check(_ map: PersistentMap<Collider, Value>, _ model: [Collider: Value]) -> Bool {
    let broken = map.tree.brokenInvariant()
    guard script.expect(broken == nil, broken ?? "") else { return false }
    for (key, value) in model {
      let found = map[key]
      guard script.expect(found == value, "\(key) has \(found as Any) instead of \(value)") else {
        return false
      }
    }
    let absent = spread.key(-1)
    guard script.expect(map[absent] == nil, "a key was found that was never inserted") else { return false }
    return script.expect(
      map.count == model.count && map.allSatisfy { model[$0.key] == $0.value },
      "other elements"
    )
  }
}

private func replace<T>(_ place: inout T?, by value: T?) { place = value }
