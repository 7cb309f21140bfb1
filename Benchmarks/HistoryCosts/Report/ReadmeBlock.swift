import Measuring

/// The part of the README that is made from kept results, between two marks.
struct ReadmeBlock {
  static let begin =
    "<!-- figures of HistoryMemory: made by `swift run -c release HistoryMemory --readme` -->"
  static let end = "<!-- end of figures -->"

  private let results: Results

  init(_ results: Results) { self.results = results }

  /// The block with its marks.
  var text: String {
    """
    \(Self.begin)

    What one more step keeps in memory, as the allocator counts it, and what it takes to go back: titles edited here and
    there in the example's journal, every way to undo given the same edits.

    \(table)

    Bytes kept for one letter that is typed or deleted, each a step\(keystrokeInLog):

    \(keystrokes)

    ![Bytes a step by the number of todos, for seven strategies](\(Places.picture))

    \(results.circumstances.sentence)

    \(Self.end)
    """
  }

  /// Returns a README with the block in the place of the one that it has.
  func put(into readme: String) throws -> String {
    guard let start = readme.range(of: Self.begin),
      let end = readme.range(of: Self.end, range: start.upperBound..<readme.endIndex)
    else { throw NoPlace() }
    return readme[..<start.lowerBound] + text + readme[end.upperBound...]
  }

  /// The sizes in the table, and the one whose times it has.
  private static let sizes = [100, 10_000, 1_000_000]
  private static let timed = 10_000

  private var table: String {
    let sizes = Self.sizes.map { "\(readableCount($0)) todos" }.joined(separator: " | ")
    let head = """
      | | \(sizes) | an action | an undo | longest jump |
      |---|\(String(repeating: "--:|", count: Self.sizes.count + 3))
      """
    let lines = StrategyName.allCases.map { strategy -> String in
      func row(_ n: Int) -> Row? {
        results.row(of: Combination(subject: .journal, scenario: .scattered, strategy: strategy, n: n))
      }
      let bytes = Self.sizes.map { row($0)?.allocator.map(readableBytes) ?? "–" }
      let timed = row(Self.timed)
      let times = [timed?.action, timed?.undo].map { $0.map(readableTime) ?? "–" }
      let jump = timed.flatMap { row in
        row.jumpWorst.map { "\(readableTime($0)), over \(readableCount(row.steps))" }
      }
      return "| \(strategy.title) | " + (bytes + times + [jump ?? "–"]).joined(separator: " | ") + " |"
    }
    return ([head] + lines).joined(separator: "\n")
  }

  /// The sizes of texts in the table: those that do not grow many times over while they are typed into.
  private static let textSizes = [10_000, 100_000, 1_000_000]

  private func keystroke(_ strategy: StrategyName, _ n: Int) -> Row? {
    results.row(of: Combination(subject: .text, scenario: .keystrokes, strategy: strategy, n: n))
  }

  private var keystrokes: String {
    let sizes = Self.textSizes.map { "a text of \(readableBytes(Double($0)))" }.joined(separator: " | ")
    let head = "| | \(sizes) |\n|---|\(String(repeating: "--:|", count: Self.textSizes.count))"
    let lines = StrategyName.allCases.map { strategy in
      let bytes = Self.textSizes.map { keystroke(strategy, $0)?.allocator.map(readableBytes) ?? "–" }
      return "| \(strategy.title) | \(bytes.joined(separator: " | ")) |"
    }
    return ([head] + lines).joined(separator: "\n")
  }

  private var keystrokeInLog: String {
    let rows = results.rows(
      of: Combination(subject: .text, scenario: .keystrokes, strategy: .attic, n: Self.timed)
    )
    return rows.compactMap(\.disk).last.map { "; in the log on the disk it takes \(readableBytes($0))" } ?? ""
  }

  /// The README has no place for the figures.
  struct NoPlace: Error, CustomStringConvertible {
    var description: String {
      "\(Places.readme) has no place for the figures: put \(ReadmeBlock.begin) and \(ReadmeBlock.end) there"
    }
  }
}
