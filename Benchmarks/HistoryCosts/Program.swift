import Foundation
import Measuring

/// The program `HistoryMemory`: what it was asked for, and what it does about it.
public struct Program {
  private static let name = "HistoryMemory"
  static let sizes = [100, 1_000, 10_000, 100_000, 1_000_000]
  private static let quickSizes = [1_000]

  private static let own = [
    Options.Own("--report", "DIR", "write a page with charts there: one file, nothing beside it"),
    Options.Own("--budget", nil, "compare with the kept budget, and fail when something costs more"),
    Options.Own(
      "--from",
      "FILES",
      "take what --json printed instead of measuring, put together where a run had parts"
    ),
    Options.Own("--keep", nil, "keep the results, and make the picture and the README's figures from them"),
    Options.Own("--keep-budget", nil, "keep the counted bytes and clocks of a quick run as the budget"),
    Options.Own("--readme", nil, "make the picture and the README's figures from the kept results"),
    Options.Own("--one", "COMBINATIONS", "measure journal/typing/attic/1000 in this process, a row a line"),
  ]

  private let options: Options

  /// Does what the command line asks for, and ends the process: 0 when all went well, 2 when the arguments were not
  /// understood, 1 when something failed or is over the budget.
  public static func main() -> Never {
    do {
      let options = try Options(CommandLine.arguments.dropFirst(), knowing: own)
      try Program(options: options).run()
      exit(0)
    } catch {
      end(name, because: error)
    }
  }

  private func run() throws {
    if options.wantsHelp { return print(Self.help) }
    if let names = options.own["--one"] { return try measure(names) }
    if options.own["--readme"] != nil { return try makeReadme(from: Results(contentsOf: Places.results)) }
    let results = try options.own["--from"].map(read) ?? measured()
    try show(results)
    if options.own["--keep"] != nil {
      try write(results.text(), to: Places.results)
      try makeReadme(from: results)
    }
    if options.own["--keep-budget"] != nil { try write(results.text(), to: Places.budget) }
    if let folder = options.own["--report"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try write(ReportPage(results).html, to: folder + "/history-memory.html")
    }
    if options.own["--budget"] != nil { try compare(results) }
  }

  // MARK: Measuring

  private func bounds(_ combination: Combination) -> Bounds {
    options.isQuick ? .quick(combination) : .full(combination)
  }

  /// Measures in this process, under a limit that keeps the machine alive.
  private func measure(_ names: String) throws {
    guard let group = Group(argument: names) else {
      throw Options.CommandError(
        "'\(names)' is no combination, or several that differ in more than the scenario"
      )
    }
    Heap.limit(bytes: GroupProcess.memory)
    try Trial(combinations: group.combinations, bounds: bounds) { rows in
      for row in rows { print(try jsonLine(row)) }
      fflush(nil)
    }.run()
  }

  private func read(_ paths: String) throws -> Results {
    try Results(parts: paths.split(separator: ",").map { try Results(contentsOf: String($0)) })
  }

  private func measured() throws -> Results {
    let unknown = options.only.subtracting(Combination.names).sorted()
    guard unknown.isEmpty else {
      throw Options.CommandError(
        "there is no \(unknown.joined(separator: ", ")); there are \(Combination.names.joined(separator: ", "))"
      )
    }
    let sizes = options.sizes.isEmpty ? (options.isQuick ? Self.quickSizes : Self.sizes) : options.sizes
    let combinations = Combination.all(sizes: sizes).filter { $0.isAmong(options.only) }
    let groups = Group.groups(of: combinations)
    let circumstances = Circumstances.now()
    let (progress, process) = (
      Progress(of: groups.count), GroupProcess(bounds: bounds, isQuick: options.isQuick)
    )
    var rows: [Combination: [Row]] = [:]
    for (index, group) in groups.enumerated() {
      if let first = group.combinations.first {
        progress.show(
          index,
          "\(first.subject.rawValue), \(first.strategy.title), \(readableCount(first.n)) items"
        )
      }
      for row in try process.rows(of: group) { rows[row.combination, default: []].append(row) }
    }
    progress.finish()
    return Results(circumstances, combinations.flatMap { rows[$0] ?? [] })
  }

  // MARK: Showing

  private func show(_ results: Results) throws {
    if options.isJSON {
      print(try results.text(), terminator: "")
      return
    }
    var table = Table(Row.titles)
    for row in results.rows { table.add(row.cells) }
    for line in table.lines { print(line) }
  }

  private func compare(_ results: Results) throws {
    let budget = Budget(kept: try Results(contentsOf: Places.budget), run: results)
    if let obstacle = budget.obstacle { return print("Not compared: \(obstacle).") }
    let objections = budget.objections()
    guard objections.isEmpty else { throw OverBudget(objections: objections) }
    print("Within the budget: \(budget.summary).")
  }

  private func makeReadme(from results: Results) throws {
    try write(Picture(results).svg, to: Places.picture)
    let readme = try String(contentsOfFile: Places.readme, encoding: .utf8)
    try write(ReadmeBlock(results).put(into: readme), to: Places.readme)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    FileHandle.standardError.write(Data("\(path) written\n".utf8))
  }

  /// A run costs more than the budget has.
  struct OverBudget: Error, CustomStringConvertible {
    let objections: [String]

    var description: String {
      let list = objections.prefix(20).map { "  \($0)" }.joined(separator: "\n")
      let rest = objections.count > 20 ? "\n  and \(objections.count - 20) more" : ""
      return """
        \(objections.count) figures are not those of the budget:
        \(list)\(rest)
        Where that is meant, keep new ones: \(Program.name) --quick --keep-budget
        """
    }
  }

  private static var help: String {
    func list(_ items: [(String, String)]) -> String {
      let width = items.map(\.0.count).max() ?? 0
      return items.map { name, summary in
        "  \(name)\(String(repeating: " ", count: width - name.count))  \(summary)"
      }.joined(separator: "\n")
    }
    let common = [
      ("--only NAMES", "just these subjects, scenarios and strategies, with commas between"),
      (
        "--sizes NUMBERS",
        "at these numbers of items instead of \(sizes.map(String.init).joined(separator: ","))"
      ),
      ("--quick", "\(quickSizes[0]) items, up to 1000 steps: under a minute"),
      ("--json", "an object per line instead of a table, the first says where and when"),
    ]
    let special = own.map { ($0.name + ($0.value.map { " " + $0 } ?? ""), $0.summary) }
    return """
      usage: \(name) [OPTIONS]

      What a history costs: subjects × scenarios × strategies, by size and by number of steps.

      subjects
      \(list(SubjectName.allCases.map { ($0.rawValue, $0.summary) }))
      scenarios
      \(list(Scenario.allCases.map { ($0.rawValue, $0.summary) }))
      strategies
      \(list(StrategyName.allCases.map { ($0.rawValue, $0.summary) }))
      options
      \(list(common + special))

      Run it in the package's folder: that is where results are kept.
      """
  }
}
