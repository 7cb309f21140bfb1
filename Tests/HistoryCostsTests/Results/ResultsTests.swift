import Testing

@testable import HistoryCosts

@Suite("Kept results")
struct ResultsTests {
  @Test("They are read back as they were written")
  func text() throws {
    let results = Sample.results(sizes: [10])
    let text = try results.text()
    #expect(try Results(text: text) == results)
    #expect(text.split(separator: "\n").count == results.rows.count + 1)
    #expect(throws: Results.NoResults.self) { try Results(text: "") }
  }

  @Test("Parts of a run are put together in the order of the whole")
  func parts() throws {
    let whole = Sample.results(sizes: [10, 100])
    let parts = SubjectName.allCases.reversed().map { subject in
      Results(whole.circumstances, whole.rows.filter { $0.subject == subject })
    }
    #expect(try Results(parts: parts) == whole)
    #expect(throws: Results.NoResults.self) { try Results(parts: []) }
    // The rows of a missing part stay, each with a reason.
    let most = try Results(parts: [parts[0], parts[1]])
    #expect(most.order == whole.order)
    let missing = most.rows.filter { $0.subject == .journal }
    #expect(missing.count == 154 && missing.allSatisfy { $0.structure == nil && $0.reason != nil })
  }

  @Test("Of several runs the shortest times count, each by itself, and the bytes of the last")
  func shortest() throws {
    let first = Sample.results(sizes: [10])
    let place = try #require(first.rows.firstIndex { $0.action != nil && $0.undo != nil })
    var (slow, quick) = (first.rows, first.rows)
    (slow[place].action, slow[place].undo, slow[place].structure) = (7, 50, 1)
    (quick[place].action, quick[place].undo, quick[place].structure) = (70, 5, 2)
    let runs = [slow, quick].map { Results(first.circumstances, $0) }
    var expected = quick
    expected[place].action = 7
    #expect(try Results(parts: runs).rows == expected)
    #expect(try Results(parts: [runs[0], runs[0]]) == runs[0])
  }

  @Test("The rows of a combination are found, the last of them up to a number of steps")
  func rows() {
    let results = Sample.results(sizes: [10])
    let combination = Combination(subject: .todos, scenario: .typing, strategy: .commands, n: 10)
    #expect(results.rows(of: combination).map(\.steps) == [1, 1_000, 1_000_000])
    #expect(results.row(of: combination)?.steps == 1_000)
    #expect(results.row(of: combination, upTo: 10)?.steps == 1)
    #expect(results.order == Combination.all(sizes: [10]))
  }

  @Test("Clocks are kept to three digits, bytes to hundredths")
  func rounding() {
    var row = Row(Combination(subject: .todos, scenario: .typing, strategy: .commands, n: 10), steps: 1)
    (row.action, row.undo, row.structure) = (123_456, 1.26, 100.126)
    #expect(row.rounded.action == 123_000)
    #expect(row.rounded.undo == 1.3)
    #expect(row.rounded.structure == 100.13)
  }

  @Test("A row of the table has a cell under every title")
  func cells() {
    for row in Sample.results(sizes: [10]).rows { #expect(row.cells.count == Row.titles.count) }
  }

  @Test("The circumstances name the machine, its memory, the toolchain, the date and the revision")
  func circumstances() {
    let now = Circumstances.now()
    #expect(now.cores > 0 && now.memory > 1 << 20)
    #expect(now.toolchain.contains("Swift"))
    #expect(!now.processor.isEmpty && now.date.hasPrefix("20"))
    #expect(now.sentence.contains(now.revision))
  }
}
