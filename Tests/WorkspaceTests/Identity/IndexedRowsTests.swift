import Measuring
import PersistentCollections
import Strata
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
      // Not after each: of rows that came at once, the index is made by what asks for it, or by the next change.
      if random.below(3) > 0 { #expect(rows.hasRightIndex, "after \(round) changes") }
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

  @Test(
    "Of rows that come at once the index is made when it is wanted, once for all copies; a change makes it, too"
  )
  func wanted() {
    var random = SplitMix64(seed: 5)
    let all = PersistentSortedMap(uniqueKeysWithValues: (0..<100).map { ($0, randomTodo($0, &random)) })
    var rows = IndexedRows<TodoIndex>()
    rows.rows = all
    let copy = rows
    let found = rows.index
    #expect(copy.index.ended.places.isIdentical(to: found.ended.places))
    #expect(copy.index.categorised.places.isIdentical(to: found.categorised.places) && rows.hasRightIndex)
    // The next change goes on from the index that was made.
    #expect(rows.update(50) { $0.title = "Another title" })
    #expect(rows.index.ended.places.isIdentical(to: found.ended.places))
    for change in 0..<4 {
      var rows = IndexedRows<TodoIndex>()
      rows.rows = all
      switch change {
      case 0: rows.insert(randomTodo(100, &random))
      case 1: #expect(rows.update(50) { $0 = randomTodo(50, &random) })
      case 2: #expect(rows.remove(50) == all[50])
      default: rows.rows[50] = nil
      }
      #expect(rows.hasRightIndex, "\(change)")
    }
  }

  /// An index that counts how often one was made of many rows.
  private struct Counting: RowIndex {
    static let made = Guarded(0)
    var ids: Set<Int> = []

    init() {}
    init(of rows: some Sequence<Todo>) {
      Self.made.withLock { $0 += 1 }
      ids = Set(rows.map(\.id))
    }
    mutating func change(from old: Todo?, to new: Todo?) {
      if let old { ids.remove(old.id) }
      if let new { ids.insert(new.id) }
    }
    func addFootprint(to meter: inout FootprintMeter) {}
  }

  @Test("Rows that are only tried get no index, and those that are looked at again and again get one")
  func tried() {
    var random = SplitMix64(seed: 6)
    let all = PersistentSortedMap(uniqueKeysWithValues: (0..<100).map { ($0, randomTodo($0, &random)) })
    for _ in 0..<3 {
      var rows = IndexedRows<Counting>()
      rows.rows = all
    }
    #expect(Counting.made.withLock { $0 } == 0)
    var rows = IndexedRows<Counting>()
    rows.rows = all
    for copy in [rows, rows, rows] { #expect(copy.index.ids.count == 100) }
    #expect(rows.remove(0) != nil && rows.index.ids.count == 99)
    #expect(Counting.made.withLock { $0 } == 1)
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

extension IndexedRows {
  /// Whether the index equals one that is made anew, row by row.
  var hasRightIndex: Bool {
    var fresh = Index()
    for row in rows.values { fresh.change(from: nil, to: row) }
    return index == fresh
  }
}
