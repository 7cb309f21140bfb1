import PersistentCollections
import Testing

@Suite("Copies of a map on several threads")
struct ConcurrencyTests {
  @Test("are read and changed independently of one another")
  func independentCopies() async {
    let start = PersistentMap(uniqueKeysWithValues: (0..<2_000).map { ($0, "value \($0)") })
    let results = await withTaskGroup(of: PersistentMap<Int, String>.self) { group in
      for task in 0..<4 {
        group.addTask {
          var map = start
          for key in 0..<1_000 {
            map[key * 2] = "task \(task)"
            if key.isMultiple(of: 3) { map[key] = nil }
          }
          return map
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(start.count == 2_000 && start.allSatisfy { $0.value == "value \($0.key)" })
    #expect(results.count == 4 && Set(results.map(\.count)).count == 1)
    #expect(results.allSatisfy { $0.tree.brokenInvariant() == nil })
  }
}
