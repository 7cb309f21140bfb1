import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import Workspace

@Suite("Rows with an index beside them")
struct IndexedRowsTests {
  func randomTodo(_ id: Int, _ random: inout SplitMix64) -> Todo {
    let start = Day(year: 2026, month: 1, day: 1 + random.below(9))!  // A day of the calendar.
    let end = Day(year: 2026, month: 1, day: 10 + random.below(9))!  // A day of the calendar.
    let ending = Ending(time: .noon(of: end), kind: random.below(2) == 0 ? .done : .abandoned)
    return Todo(
      id: id,
      title: "Todo \(random.below(3))",
      shouldMigrate: random.below(2) == 0,
      start: start,
      ending: random.below(2) == 0 ? ending : nil,
      category: random.below(2) == 0 ? random.below(3) : nil
    )
  }

  @Test("The index is right after whatever happens to the rows, one by one or as a whole, for seeded changes")
  func consistent() throws {
    var random = SplitMix64(seed: 11)
    var rows = IndexedRows<TodoIndex>()
    var model: [Int: Todo] = [:]
    var kept: [(IndexedRows<TodoIndex>, [Int: Todo])] = []
    for round in 0..<Soak.times(2000) {
      let id = random.below(40)
      switch random.below(5) {
      case 0, 1:
        if model[id] == nil {
          let todo = randomTodo(id, &random)
          rows.insert(todo)
          model[id] = todo
        }
      case 2:
        let new = randomTodo(id, &random)
        #expect(rows.update(id) { $0 = new } == (model[id] != nil))
        if model[id] != nil { model[id] = new }
      case 3:
        #expect(rows.remove(id) == model.removeValue(forKey: id))
      default:
        // As a decoder or a patch does: another set of rows altogether, or one that differs here and there.
        if let (_, old) = kept.randomElement(using: &random) {
          model = old
          if random.below(2) == 0 { rows = IndexedRows() }
          rows.rows = PersistentSortedMap(model)
        }
      }
      if round.isMultiple(of: 20) { kept.append((rows, model)) }
      #expect(rows.hasRightIndex, "after \(round) changes")
      #expect(Dictionary(rows.rows) == model)
    }
    for (rows, model) in kept {
      #expect(rows.hasRightIndex && Dictionary(rows.rows) == model)
    }
  }

  @Test("Rows that all say the same id, as a broken file may, get an index nonetheless")
  func sameIDs() {
    var random = SplitMix64(seed: 3)
    let row = randomTodo(1, &random)
    var rows = IndexedRows<TodoIndex>()
    rows.rows = [1: row, 2: row, 3: row]
    #expect(rows.rows.count == 3 && rows.hasRightIndex)
  }

  @Test("A change that throws leaves row and index as they were")
  func throwing() {
    struct Refused: Error {}
    var random = SplitMix64(seed: 1)
    var rows = IndexedRows<TodoIndex>()
    rows.insert(randomTodo(1, &random))
    let before = rows
    #expect(throws: Refused.self) {
      _ = try rows.update(1) { todo throws(Refused) in
        todo.start = Day(year: 1999, month: 1, day: 1)!  // A day of the calendar.
        throw Refused()
      }
    }
    #expect(rows.rows == before.rows && rows.index == before.index && rows.hasRightIndex)
  }

  @Test("A change of what no index knows leaves the index untouched")
  func untouched() {
    var random = SplitMix64(seed: 2)
    var rows = IndexedRows<TodoIndex>()
    for id in 0..<100 { rows.insert(randomTodo(id, &random)) }
    let before = rows.index
    #expect(rows.update(50) { $0.title = "Another title" })
    #expect(rows.index.migrating.places.isIdentical(to: before.migrating.places))
    #expect(rows.index.categorised.places.isIdentical(to: before.categorised.places))
    let ending = Ending(time: .noon(of: day("2026-03-01")), kind: .done)
    #expect(rows.update(50) { $0.ending = ending })
    #expect(!rows.index.ended.places.isIdentical(to: before.ended.places))
    #expect(rows.index.categorised.places.isIdentical(to: before.categorised.places))
  }
}
