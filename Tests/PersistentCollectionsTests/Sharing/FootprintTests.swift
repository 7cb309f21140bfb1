import PersistentCollections
import Testing

@Suite("A footprint")
struct FootprintTests {
  @Test("counts whole blocks of the allocator")
  func blocks() {
    for size in 1...200 {
      let block = Footprint.block(of: size)
      #expect(block >= size && block < size + 32 && block.isMultiple(of: 16))
    }
  }

  @Test("of many values counts what they share once")
  func shared() {
    let map = PersistentMap(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) })
    let set = PersistentSet(0..<1_000)
    #expect([map, map].footprint == map.footprint)
    var meter = FootprintMeter()
    #expect(meter.add(map) == map.footprint && meter.add(set) == set.footprint)
    #expect(meter.add(map) == Footprint() && meter.total == map.footprint + set.footprint)
    var sum = map.footprint
    sum += set.footprint
    #expect(sum == meter.total && sum - set.footprint == map.footprint)
  }

  @Test("of a node is met once only")
  func nodes() {
    final class Node {}
    let node = Node()
    var meter = FootprintMeter()
    #expect(meter.countNode(node, size: 16) && !meter.countNode(node, size: 16))
    #expect(meter.total == Footprint(nodes: 1, bytes: Footprint.block(of: 16)))
  }
}

@Suite("A change")
struct ChangeTests {
  @Test("knows its key and values, and the way back")
  func parts() {
    let changes: [Change<String, Int>] = [
      .inserted(key: "a", value: 1), .removed(key: "b", value: 2), .updated(key: "c", old: 3, new: 4),
    ]
    #expect(changes.map(\.key) == ["a", "b", "c"])
    #expect(changes.map(\.oldValue) == [nil, 2, 3] && changes.map(\.newValue) == [1, nil, 4])
    #expect(changes.map(\.inverse.oldValue) == changes.map(\.newValue))
    #expect(changes.map(\.inverse.inverse) == changes)
  }
}
