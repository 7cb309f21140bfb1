import Foundation
import PersistentCollections
import Testing

/// Worth most under the thread sanitizer, which takes a modifying access of what is shared for a race.
@Suite("One value that eight threads read")
struct SharedReadingTests {
  let map = PersistentMap(uniqueKeysWithValues: (0..<500).map { ("key \($0)", [$0]) })
  let set = PersistentSet((0..<500).map { "element \($0)" })
  let sorted = PersistentSortedMap(uniqueKeysWithValues: (0..<500).map { ("key \($0)", [$0]) })
  let array = PersistentArray((0..<500).map { "element \($0)" })

  @Test("is read, compared, encoded and measured by all of them at once")
  func reading() async {
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { ((try? encoded()) ?? 0) + looked() + measured() + visited() }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(sums.count == 1 && !sums.contains(0))
  }

  private func encoded() throws -> Int {
    let encoder = JSONEncoder()
    return try encoder.encode(map).count + encoder.encode(set).count + encoder.encode(sorted).count
      + encoder.encode(array).count
  }

  private func looked() -> Int {
    (0..<500).reduce(0) { sum, number in
      let (key, element) = ("key \(number)", "element \(number)")
      return sum + (map[key]?.count ?? 0) + (sorted[key]?.count ?? 0) + (set.contains(element) ? 1 : 0)
        + (array[number] == element ? 1 : 0) + map.values[map.index(map.startIndex, offsetBy: number)].count
    }
  }

  private func measured() -> Int {
    var (changed, changedList) = (sorted, array)
    changed["key 7"] = []
    changedList[7] = ""
    return map.footprint.bytes + set.footprint.bytes + sorted.footprint.bytes + array.footprint.bytes
      + changed.changes(from: sorted).count + changedList.changes(from: array).count
      + changed.footprintExchange(from: sorted).added.nodes
  }

  private func visited() -> Int {
    var count = 0
    map.forEachPlace { count += $0.value.pointee.count }
    set.forEachPlace { count += $0.pointee.count }
    sorted.forEachPlace { count += $0.key.pointee.count + $0.value.pointee.count }
    array.forEachPlace { count += $0.pointee.count }
    sorted.forEachDifference(from: [:], by: { _, _ in true }) { _, after in
      count += after?.value.pointee.count ?? 0
    }
    return count
  }
}
