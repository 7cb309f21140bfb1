import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("The elements of a persistent array")
struct PersistentArrayLifetimeTests {
  @Test("are all released, once, after any history")
  func leaks() {
    let census = Tallied.Census()
    do {
      var random = SplitMix64(seed: 71)
      var array = PersistentArray<Tallied>()
      var versions: [PersistentArray<Tallied>] = []
      for step in 0..<Soak.times(4_000) {
        let position = random.below(array.count + 1)
        switch random.below(8) {
        case 0...2: array.insert(Tallied(step, in: census), at: position)
        case 3: if position < array.count { array.remove(at: position) }
        case 4: if position < array.count { array[position] = Tallied(step, in: census) }
        case 5: array.append(contentsOf: PersistentArray(array[position..<min(array.count, position + 20)]))
        case 6: versions.append(array)
        default:
          if array.count > 300 { array.removeSubrange(position..<min(array.count, position + 100)) }
        }
        if versions.count > 10 { versions.removeFirst(7) }
        if step.isMultiple(of: 500) {
          let seen = Set((versions + [array]).joined().map { ObjectIdentifier($0) })
          #expect(seen.count == census.alive, "after step \(step)")
        }
      }
    }
    #expect(census.alive == 0)
  }

  @Test("come and go in a million on a stack of 512 KB")
  func smallStack() throws {
    try onSmallStack {
      let size = Soak.isOn ? 1_000_000 : 200_000
      var array = PersistentArray(0..<size)
      var versions = [array]
      for step in 0..<1_000 {
        array.insert(step, at: (step &* 7_919) % array.count)
        array.remove(at: (step &* 104_729) % array.count)
        versions.append(array)
      }
      let doubled = array + array
      #expect(doubled.count == 2 * size)
      #expect(doubled.split(at: size).1 == array)
      #expect(versions[0].elementsEqual(0..<size))
    }
  }

  @Test("are counted in 32 bits: what an array can hold is reached by joining it with itself")
  func doubling() {
    var array = PersistentArray(repeating: 7, count: 1_000)
    while array.count < 2_000_000_000 { array += array }
    #expect(array.count == 2_097_152_000)
    #expect(array[array.count / 2] == 7)
    array[1_234_567_890] = 8
    array.insert(9, at: 1_234_567_890)
    #expect(array[1_234_567_889...1_234_567_892].elementsEqual([7, 9, 8, 7]))
    #expect(array.tree.count + 1_000 > array.count)
  }
}
