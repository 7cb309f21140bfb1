import PersistentCollections
import Testing

@Suite("The examples on the pages of the collections")
struct CollectionPagesTests {
  @Test("A map and its older version")
  func firstPage() {
    var todos: PersistentMap = [1: "Buy milk", 2: "Write the report"]
    let before = todos
    todos[2] = "Send the report"

    print(before[2] ?? "")  // Write the report
    print(todos.changes(from: before))  // [.updated(key: 2, old: "Write the report", new: "Send the report")]
    #expect(before[2] == "Write the report")
    #expect(
      todos.changes(from: before) == [.updated(key: 2, old: "Write the report", new: "Send the report")]
    )
  }

  @Test("Building in place")
  func inPlace() {
    let words = [("a", 1), ("b", 1), ("a", 2)]
    var map = PersistentMap<String, [Int]>()
    for (word, line) in words {
      map[word, default: []].append(line)  // no node is copied, and no array
    }
    #expect(map == ["a": [1, 2], "b": [1]])
  }

  @Test("Measuring versions")
  func footprints() {
    let before = PersistentMap(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) })
    var after = before
    after[7] = 0
    let versions = [before, after]
    let history = versions.footprint  // of all of them
    var meter = FootprintMeter()
    meter.add(before)
    let step = meter.add(after)  // what the change has cost
    #expect(step.bytes > 0 && step.bytes < 1_000)
    #expect(history == before.footprint + step)
  }

  @Test("Ranges, neighbours and ranks of a sorted map")
  func meetings() {
    let meetings: PersistentSortedMap = [9: "Plan", 12: "Lunch", 15: "Review", 40: "Travel"]
    let (monday, nextMonday, now, evening) = (0, 24, 10, 18)
    let week = meetings[monday..<nextMonday]  // O(log n), a map of its own
    let next = meetings.element(atOrAfter: now)
    let left = meetings.rank(of: evening) - meetings.rank(of: now)
    #expect(week.count == 3)
    #expect(next?.value == "Lunch")
    #expect(left == 2)
  }

  @Test("Changes that have moved")
  func moved() {
    let old: PersistentArray = ["One", "Two"]
    var new = old
    new.insert("Title", at: 0)
    let changes = new.changes(from: old)  // one change: newRange 0..<1, new ["Title"]
    #expect(changes.count == 1 && changes[0].newRange == 0..<1 && changes[0].new == ["Title"])
  }

  @Test("The same names")
  func sameNames() {
    func total(_ prices: some KeyedCollection<String, Int>) -> Int {
      prices.values.reduce(0, +)
    }
    var scores: PersistentSortedMap = ["Ada": 36, "Alan": 41]
    for index in scores.values.indices { scores.values[index] += 1 }
    scores.merge(["Ada": 1], uniquingKeysWith: +)  // ["Ada": 38, "Alan": 42]
    #expect(scores == ["Ada": 38, "Alan": 42] && total(scores) == 80)

    let defaults: PersistentMap = ["size": 12, "margin": 4]
    var chosen = defaults
    chosen["size"] = 14
    let settings = defaults.merging(chosen, keeping: .new)  // ["size": 14, "margin": 4], in some order
    #expect(settings == ["size": 14, "margin": 4] && total(settings) == 18)
  }
}
