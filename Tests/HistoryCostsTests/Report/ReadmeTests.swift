import Testing

@testable import HistoryCosts

@Suite("The README's figures")
struct ReadmeTests {
  @Test("They are those of the kept results")
  func figures() throws {
    let results = try Results(contentsOf: Package.path(Places.results))
    let readme = try Package.text(of: Places.readme)
    #expect(try ReadmeBlock(results).put(into: readme) == readme, "run HistoryMemory --readme")
  }

  @Test("So is the picture")
  func picture() throws {
    let results = try Results(contentsOf: Package.path(Places.results))
    #expect(try Package.text(of: Places.picture) == Picture(results).svg, "run HistoryMemory --readme")
  }

  @Test("The kept results have every combination, each with figures or with a reason")
  func complete() throws {
    let results = try Results(contentsOf: Package.path(Places.results))
    #expect(results.order == Combination.all(sizes: results.sizes))
    for row in results.rows { #expect(row.structure != nil || row.reason != nil, "\(row.combination)") }
    #expect(!results.circumstances.revision.contains("unknown"))
  }

  @Test("What is counted is what the allocator gives, where there are enough steps to tell")
  func agreement() throws {
    let results = try Results(contentsOf: Package.path(Places.results))
    let ratios = results.rows.compactMap { row -> Double? in
      // The attic has a rule of its own, by which what is not weighed at once counts once more; and where items
      // come under new keys, the present state's own room grows beside the history.
      guard row.steps >= 1_000, row.strategy != .attic, ![.append, .deleteRestore].contains(row.scenario),
        let counted = row.structure,
        let live = row.allocator
      else { return nil }
      return counted / live
    }
    #expect(ratios.count > 10)
    #expect(ratios.allSatisfy { (0.75...1.2).contains($0) }, "\(ratios.min() ?? 0) to \(ratios.max() ?? 0)")
  }

  @Test("Only what stands between the marks is changed")
  func block() throws {
    let block = ReadmeBlock(Sample.results())
    let readme = "# Before\n\(ReadmeBlock.begin)\nold figures\n\(ReadmeBlock.end)\nafter\n"
    let changed = try block.put(into: readme)
    #expect(changed == "# Before\n\(block.text)\nafter\n")
    #expect(try block.put(into: changed) == changed)
    #expect(throws: ReadmeBlock.NoPlace.self) { try block.put(into: "no marks") }
    #expect(throws: ReadmeBlock.NoPlace.self) { try block.put(into: ReadmeBlock.begin) }
  }

  @Test("The table has a line for each strategy, with a cell under every title")
  func table() {
    let lines = ReadmeBlock(Sample.results()).text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(lines.count == 2 + StrategyName.allCases.count)
    #expect(Set(lines.map { $0.filter { $0 == "|" }.count }) == [8])
    #expect(lines.contains { $0.hasPrefix("| Strata, attic | 770 B | 770 B | 770 B | 1.40 µs | 350 ns |") })
  }
}
