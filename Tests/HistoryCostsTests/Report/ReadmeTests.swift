import Testing

@testable import HistoryCosts

@Suite("The README's figures")
struct ReadmeTests {
  /// Read once for all: that takes a while where nothing is optimised.
  private static let kept = Result { try Results(contentsOf: Package.path(Places.results)) }

  @Test("They are those of the kept results")
  func figures() throws {
    let results = try Self.kept.get()
    let readme = try Package.text(of: Places.readme)
    #expect(try ReadmeBlock(results).put(into: readme) == readme, "run HistoryMemory --readme")
  }

  @Test("So is the picture")
  func picture() throws {
    let results = try Self.kept.get()
    #expect(try Package.text(of: Places.picture) == Picture(results).svg, "run HistoryMemory --readme")
  }

  @Test("The kept results have every combination at all five sizes, each with figures or with a reason")
  func complete() throws {
    let results = try Self.kept.get()
    #expect(results.sizes == Program.sizes)
    #expect(results.order == Combination.all(sizes: Program.sizes))
    for (combination, rows) in results.index {
      #expect(rows.first?.structure != nil, "not one step of \(combination)")
      for row in rows { #expect(row.structure != nil || row.reason != nil, "\(combination)") }
    }
    #expect(!results.circumstances.revision.contains("unknown"))
  }

  @Test("Counted bytes agree with the bytes of the allocator, from a thousand steps on")
  func agreement() throws {
    let results = try Self.kept.get()
    // When items or letters are appended, the live heap also has the growth of the present state.
    let rows = results.rows.filter { $0.steps >= 1_000 && ![.append, .keystrokes].contains($0.scenario) }
    let ratios = rows.filter { $0.strategy != .attic }.compactMap { row in
      row.structure.flatMap { counted in row.allocator.map { counted / $0 } }
    }
    #expect(ratios.count > 1_000)
    #expect(ratios.allSatisfy { (0.91...1.06).contains($0) }, "\(ratios.min() ?? 0) to \(ratios.max() ?? 0)")
    let close = ratios.filter { (0.95...1.05).contains($0) }
    #expect(Double(close.count) >= 0.98 * Double(ratios.count), "\(close.count) of \(ratios.count)")
    // A step of an attic is so small that what the present itself grows or shrinks by counts beside it, and where branches
    // begin.
    let differences = rows.filter { $0.strategy == .attic }.compactMap { row in
      row.structure.flatMap { counted in
        row.allocator.map { (0.91...1.06).contains(counted / $0) ? 0 : abs(counted - $0) }
      }
    }
    #expect(differences.count > 100 && differences.allSatisfy { $0 < 44 }, "\(differences.max() ?? 0)")
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
    let count = 2 + StrategyName.allCases.count
    #expect(lines.count == 2 * count)
    #expect(Set(lines.prefix(count).map { $0.filter { $0 == "|" }.count }) == [8])
    #expect(Set(lines.suffix(count).map { $0.filter { $0 == "|" }.count }) == [5])
    #expect(lines.last == "| Strata, attic | 770 B | – | 770 B |")
    #expect(lines.contains { $0.hasPrefix("| Strata, attic | 770 B | 770 B | 770 B | 1.40 µs | 350 ns |") })
  }
}
