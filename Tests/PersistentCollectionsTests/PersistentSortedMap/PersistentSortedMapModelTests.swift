import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A persistent sorted map against a sorted array")
struct PersistentSortedMapModelTests {
  @Test(
    "Random changes do the same to both, and never move another version",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func integers(seed: UInt64) {
    let limit = [4, 12, 40, 100, 200, 400, 800, 1_500][Int(seed - 1)]
    var run = SortedMapModelRun<Int, Wide>(seed: seed, limit: limit, makeKey: { $0 }, makeValue: { Wide($0) })
    // Every step looks at every element, so small maps get most of the steps.
    run.steps(Soak.times(limit <= 100 ? 2_000 : 250))
  }

  @Test("So do they with keys that are objects inside", arguments: [51, 52] as [UInt64])
  func strings(seed: UInt64) {
    var run = SortedMapModelRun<String, String>(
      seed: seed,
      limit: seed == 51 ? 30 : 300,
      makeKey: { "The key with the number \($0)" },
      makeValue: { "\($0)" }
    )
    run.steps(Soak.times(150))
  }

  @Test("So do they with values that take no room", arguments: [61] as [UInt64])
  func nothings(seed: UInt64) {
    var run = SortedMapModelRun<UInt16, Nothing>(
      seed: seed,
      limit: 200,
      makeKey: { UInt16(truncatingIfNeeded: $0) },
      makeValue: { _ in Nothing() }
    )
    run.steps(Soak.times(150))
  }

  struct Nothing: Equatable {}
}

/// A sorted map and a sorted array that are changed alike, and earlier versions of both.
struct SortedMapModelRun<Key: Comparable, Value: Equatable> {
  typealias Map = PersistentSortedMap<Key, Value>

  let limit: Int
  let makeKey: (Int) -> Key
  let makeValue: (Int) -> Value
  var random: SplitMix64
  var script: EditScript
  var map = Map()
  var model: [(key: Key, value: Value)] = []
  var hidden: [(map: Map, model: [(key: Key, value: Value)])] = []
  var fresh = 0

  init(seed: UInt64, limit: Int, makeKey: @escaping (Int) -> Key, makeValue: @escaping (Int) -> Value) {
    self.limit = limit
    self.makeKey = makeKey
    self.makeValue = makeValue
    random = SplitMix64(seed: seed)
    script = EditScript(seed: seed)
    script.note("var map = \(Map.self)()")
  }

  mutating func steps(_ count: Int) {
    for step in 0..<count {
      if random.below(4) == 0 {
        script.note("versions.append(map)")
        hidden.append((map, model))
      }
      if hidden.count > 6 { hidden.remove(at: random.below(hidden.count)) }
      change()
      guard check(map, model) else { return script.fail("the map is wrong: \(map)") }
      guard step.isMultiple(of: 20) else { continue }
      for version in hidden {
        guard check(version.map, version.model) else { return script.fail("an earlier version has moved") }
        guard changesLead(from: version.map) else { return script.fail("changes lead elsewhere") }
      }
    }
  }

  func check(_ map: Map, _ model: [(key: Key, value: Value)]) -> Bool {
    map.tree.brokenInvariant(separatorsMatch: { $0 == $1 }) == nil && map.count == model.count
      && map.elementsEqual(model, by: { $0.key == $1.key && $0.value == $1.value })
  }

  func changesLead(from old: Map) -> Bool {
    let changes = map.changes(from: old)
    var rebuilt = old
    for change in changes { rebuilt[change.key] = change.newValue }
    var undone = map
    for change in changes { undone[change.key] = change.oldValue }
    let isAscending = zip(changes, changes.dropFirst()).allSatisfy { $0.key < $1.key }
    return rebuilt == map && undone == old && isAscending && (changes.isEmpty == (map == old))
  }

  mutating func key() -> Key { makeKey(random.below(limit * 2 + 1)) }

  mutating func value() -> Value {
    fresh += 1
    return makeValue(fresh)
  }

  /// The place of a key in the model; for a missing key, the place that it would have.
  func place(of key: Key) -> (index: Int, isThere: Bool) {
    let index = model.firstIndex { !($0.key < key) } ?? model.count
    return (index, index < model.count && model[index].key == key)
  }

  mutating func change() {
    let key = key()
    let (index, isThere) = place(of: key)
    switch random.below(12) {
    case 0...3:
      let value = value()
      script.note("map.updateValue(\(value), forKey: \(key))")
      if map.updateValue(value, forKey: key) != (isThere ? model[index].value : nil) {
        script.fail("another old value")
      }
      set(value, at: index, isThere, key)
    case 4, 5:
      script.note("map.removeValue(forKey: \(key))")
      if map.removeValue(forKey: key) != (isThere ? model[index].value : nil) {
        script.fail("another old value")
      }
      if isThere { model.remove(at: index) }
    case 6:
      let value = random.below(2) == 0 ? nil : value()
      script.note("map[\(key)] = \(value as Any)")
      map[key] = value
      if let value { set(value, at: index, isThere, key) } else if isThere { model.remove(at: index) }
    case 7:
      let value = random.below(2) == 0 ? nil : value()
      script.note("replace(&map[\(key)], by: \(value as Any))")
      Self.replace(&map[key], by: value)
      if let value { set(value, at: index, isThere, key) } else if isThere { model.remove(at: index) }
    case 8:
      let value = value()
      script.note("map[\(key), default: \(value)] = \(value)")
      map[key, default: value] = value
      set(value, at: index, isThere, key)
    case 9: ask(key, index, isThere)
    case 10: takeRange(from: key)
    default: mergeOrPop()
    }
  }

  static func replace<T>(_ place: inout T?, by value: T?) { place = value }

  mutating func set(_ value: Value, at index: Int, _ isThere: Bool, _ key: Key) {
    if isThere { model[index].value = value } else { model.insert((key, value), at: index) }
  }

  mutating func ask(_ key: Key, _ index: Int, _ isThere: Bool) {
    script.note("map.rank(of: \(key)) and neighbours")
    let behind = isThere ? index + 1 : index
    let isRight =
      map.rank(of: key) == index && map[key] == (isThere ? model[index].value : nil)
      && map.index(forKey: key).map { map.distance(from: map.startIndex, to: $0) } == (isThere ? index : nil)
      && map.keys.contains(key) == isThere
      && map.element(before: key)?.key == (index > 0 ? model[index - 1].key : nil)
      && map.element(atOrBefore: key)?.key == (behind > 0 ? model[behind - 1].key : nil)
      && map.element(atOrAfter: key)?.key == (index < model.count ? model[index].key : nil)
      && map.element(after: key)?.key == (behind < model.count ? model[behind].key : nil)
      && map.first?.key == model.first?.key && map.last?.value == model.last?.value
      && (model.isEmpty || map.element(atRank: index % model.count).key == model[index % model.count].key)
    if !isRight { script.fail("a question about \(key) is answered wrongly") }
  }

  mutating func takeRange(from key: Key) {
    let other = self.key()
    let (low, high) = key < other ? (key, other) : (other, key)
    let lowIndex = place(of: low).index
    let (highIndex, highIsThere) = place(of: high)
    if random.below(3) > 0 {
      script.note("map[\(low)..<\(high)]")
      let isRight =
        check(map[low..<high], Array(model[lowIndex..<highIndex]))
        && check(map[..<high], Array(model[..<highIndex]))
        && check(map[low...], Array(model[lowIndex...]))
        && check(map[low...high], Array(model[lowIndex..<(highIsThere ? highIndex + 1 : highIndex)]))
      if !isRight { script.fail("a range is wrong") }
    } else if model.count > limit / 2 {
      script.note("map.removeAll(in: \(low)..<\(high))")
      map.removeAll(in: low..<high)
      model.removeSubrange(lowIndex..<highIndex)
    }
  }

  mutating func mergeOrPop() {
    if let other = hidden.last, model.count < limit, random.below(2) == 0 {
      script.note("map.merge(versions.last!) { $1 }")
      map.merge(other.map) { $1 }
      for (key, value) in other.model {
        let (index, isThere) = place(of: key)
        set(value, at: index, isThere, key)
      }
    } else {
      script.note("map.popFirst(); map.popLast()")
      let (first, last) = (map.popFirst(), map.popLast())
      let modelFirst = model.isEmpty ? nil : model.removeFirst()
      let modelLast = model.popLast()
      if first?.key != modelFirst?.key || last?.value != modelLast?.value {
        script.fail("another was popped")
      }
    }
  }
}
