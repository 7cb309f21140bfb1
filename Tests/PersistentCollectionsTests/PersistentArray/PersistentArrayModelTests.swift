import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A persistent array against an array")
struct PersistentArrayModelTests {
  @Test(
    "Random edits do the same to both, and never move another version",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func wideElements(seed: UInt64) {
    let limit = [4, 12, 40, 90, 150, 300, 600, 1_200][Int(seed - 1)]
    var run = ArrayModelRun<Wide>(seed: seed, limit: limit) { Wide($0) }
    // Every step looks at every element, so small arrays get most of the steps.
    run.steps(Soak.times(limit <= 150 ? 2_000 : 300))
  }

  @Test(
    "So do they with elements of eight bytes, of one byte, and of none",
    arguments: 21...24 as ClosedRange<UInt64>
  )
  func narrowElements(seed: UInt64) {
    var integers = ArrayModelRun<Int>(seed: seed, limit: seed == 21 ? 40 : 900) { $0 }
    integers.steps(Soak.times(200))
    var bytes = ArrayModelRun<UInt8>(seed: seed, limit: 1_500) { UInt8(truncatingIfNeeded: $0) }
    bytes.steps(Soak.times(60))
    var nothings = ArrayModelRun<Nothing>(seed: seed, limit: 1_500) { _ in Nothing() }
    nothings.steps(Soak.times(60))
  }

  @Test(
    "So do they with elements that are aligned to more than a word, and with strings",
    arguments: [31 as UInt64, 32]
  )
  func otherElements(seed: UInt64) {
    var vectors = ArrayModelRun<SIMD4<Float>>(seed: seed, limit: 200) { SIMD4(repeating: Float($0)) }
    vectors.steps(Soak.times(200))
    var strings = ArrayModelRun<String>(seed: seed, limit: 200) { "The element with the number \($0)" }
    strings.steps(Soak.times(300))
  }

  struct Nothing: Equatable {}
}

/// A persistent array and an array that are changed alike, and earlier versions of both.
struct ArrayModelRun<Element: Equatable> {
  let limit: Int
  let make: (Int) -> Element
  var random: SplitMix64
  var script: EditScript
  var array: PersistentArray<Element> = []
  var model: [Element] = []
  var hidden: [(array: PersistentArray<Element>, model: [Element])] = []
  var fresh = 0

  init(seed: UInt64, limit: Int, make: @escaping (Int) -> Element) {
    self.limit = limit
    self.make = make
    random = SplitMix64(seed: seed)
    script = EditScript(seed: seed)
    script.note("var array: PersistentArray<\(Element.self)> = []")
  }

  mutating func steps(_ count: Int) {
    for step in 0..<count {
      if random.below(4) == 0 {
        script.note("versions.append(array)")
        hidden.append((array, model))
      }
      if hidden.count > 6 { hidden.remove(at: random.below(hidden.count)) }
      change()
      guard check(array, model) else { return script.fail("the array is wrong: \(array.count) elements") }
      guard step.isMultiple(of: 20) else { continue }
      for version in hidden where !check(version.array, version.model) {
        return script.fail("an earlier version has moved")
      }
    }
  }

  func check(_ array: PersistentArray<Element>, _ model: [Element]) -> Bool {
    guard array.tree.brokenInvariant() == nil, array.count == model.count, array.isEmpty == model.isEmpty
    else {
      return false
    }
    return array.elementsEqual(model)
  }

  mutating func elements(_ count: Int) -> [Element] {
    (0..<count).map { _ in
      fresh += 1
      return make(fresh)
    }
  }

  mutating func position() -> Int { random.below(model.count + 1) }

  mutating func range(upTo length: Int) -> Range<Int> {
    let start = position()
    return start..<min(model.count, start + random.below(length + 1))
  }

  mutating func change() {
    let choice = random.below(model.count > limit ? 6 : 14)
    if model.isEmpty && choice < 6 { return appendOne() }
    switch choice {
    case 0: removeOne()
    case 1: setOne()
    case 2:
      let range = range(upTo: limit)
      script.note("array.removeSubrange(\(range))")
      array.removeSubrange(range)
      model.removeSubrange(range)
    case 3:
      let (start, count) = (position(), random.below(3))
      script.note(
        "array.removeLast(\(min(count, model.count))); array.removeFirst(min(\(start) / 8, array.count))"
      )
      array.removeLast(min(count, model.count))
      model.removeLast(min(count, model.count))
      array.removeFirst(min(start / 8, model.count))
      model.removeFirst(min(start / 8, model.count))
    case 4:
      let position = position()
      script.note("let (before, after) = array.split(at: \(position)); array = after + before")
      let (before, after) = array.split(at: position)
      array = after + before
      model = Array(model[position...] + model[..<position])
    case 5:
      let range = range(upTo: limit)
      script.note("array = PersistentArray(array[\(range)])")
      if random.below(3) == 0 {
        array = PersistentArray(array[range])
        model = Array(model[range])
      }
    case 6, 7: appendOne()
    case 8, 9: insertOne()
    case 10, 11: replaceSome()
    case 12:
      guard let other = hidden.last, model.count < 3 * limit else { return appendOne() }
      let range = range(upTo: 10)
      script.note("array.replaceSubrange(\(range), with: versions.last!)")
      array.replaceSubrange(range, with: other.array)
      model.replaceSubrange(range, with: other.model)
    default:
      let added = elements(random.below(limit))
      script.note("array += \(added)")
      array += added
      model += added
    }
  }

  mutating func appendOne() {
    let element = elements(1)[0]
    script.note("array.append(\(element))")
    array.append(element)
    model.append(element)
  }

  mutating func insertOne() {
    let (element, position) = (elements(1)[0], position())
    script.note("array.insert(\(element), at: \(position))")
    array.insert(element, at: position)
    model.insert(element, at: position)
  }

  mutating func removeOne() {
    let position = random.below(model.count)
    script.note("array.remove(at: \(position))")
    let removed = array.remove(at: position)
    if removed != model.remove(at: position) { script.fail("another element was removed") }
  }

  mutating func setOne() {
    let (element, position) = (elements(1)[0], random.below(model.count))
    script.note("array[\(position)] = \(element)")
    array[position] = element
    model[position] = element
  }

  mutating func replaceSome() {
    let (range, added) = (range(upTo: 12), elements(random.below(12)))
    script.note("array.replaceSubrange(\(range), with: \(added))")
    array.replaceSubrange(range, with: added)
    model.replaceSubrange(range, with: added)
  }
}
