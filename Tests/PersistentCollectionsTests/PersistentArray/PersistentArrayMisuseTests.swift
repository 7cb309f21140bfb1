import PersistentCollections
import Testing

@Suite("Misuse of arrays and sorted maps ends the process")
struct PersistentArrayMisuseTests {
  @Test("Getting an element behind the last one")
  func get() async {
    await #expect(processExitsWith: .failure) { _ = PersistentArray(0..<100)[100] }
  }

  @Test("Getting an element before the first one")
  func getBefore() async {
    await #expect(processExitsWith: .failure) { _ = PersistentArray(0..<100)[-1] }
  }

  @Test("Setting an element of an array without any")
  func set() async {
    await #expect(processExitsWith: .failure) {
      var array = PersistentArray<Int>()
      array[0] = 1
    }
  }

  @Test("Inserting behind the end, and removing what is not there")
  func edit() async {
    await #expect(processExitsWith: .failure) {
      var array = PersistentArray(0..<3)
      array.insert(1, at: 4)
    }
    await #expect(processExitsWith: .failure) {
      var array = PersistentArray(0..<3)
      array.remove(at: 3)
    }
  }

  @Test("Taking or replacing a range that is not within bounds")
  func ranges() async {
    await #expect(processExitsWith: .failure) { _ = PersistentArray(0..<30)[20..<31] }
    await #expect(processExitsWith: .failure) {
      var array = PersistentArray(0..<30)
      array.removeSubrange(20..<31)
    }
  }

  @Test("Joining arrays to more elements than can be counted")
  func tooMany() async {
    await #expect(processExitsWith: .failure) {
      var array = PersistentArray(repeating: 0, count: 1_000)
      for _ in 0..<23 { array += array }
    }
  }

  @Test("Making a sorted map of keys that are there twice, and getting an element behind its last one")
  func sortedMap() async {
    await #expect(processExitsWith: .failure) {
      _ = PersistentSortedMap(uniqueKeysWithValues: [(1, 1), (2, 2), (1, 3)])
    }
    await #expect(processExitsWith: .failure) {
      _ = PersistentSortedMap(uniqueKeysWithValues: [(1, 1)]).element(atRank: 1)
    }
  }
}
