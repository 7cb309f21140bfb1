import Foundation
import Measuring
import Testing

@Suite("A benchmark program")
struct SuiteTests {
  struct Broken: Error {}

  struct Line: Decodable, Equatable {
    var workload: String
    var type: String
    var n: Int
    var steps: Int?
    var metric: String
    var value: Double
  }

  func output(of options: Options) throws -> [String] {
    var suite = Suite("Example", sizes: [10, 20], quickSizes: [1])
    suite.add("A", "counts") { run in run.record("Int", "count", Double(run.n)) }
    suite.add("B", "is quick or not") { run in
      run.record("Bool", "rounds", Double(run.rounds), steps: run.isQuick ? 1 : 2)
    }
    var lines: [String] = []
    try suite.run(options) { lines.append($0) }
    return lines
  }

  @Test("Every workload runs at every size")
  func table() throws {
    #expect(
      try output(of: Options()) == [
        "workload  type       n  metric  value", "A         Int       10  count    10.0",
        "A         Int       20  count    20.0", "B         Bool  10 × 2  rounds   5.00",
        "B         Bool  20 × 2  rounds   5.00",
      ]
    )
  }

  @Test("JSON is an object per line that any reader takes apart")
  func json() throws {
    let lines = try output(of: Options(["--json", "--quick"]))
    #expect(lines.count == 2)
    let figures = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(figures[0] == Line(workload: "A", type: "Int", n: 1, steps: nil, metric: "count", value: 1))
    #expect(figures[1] == Line(workload: "B", type: "Bool", n: 1, steps: 1, metric: "rounds", value: 1))
  }

  @Test("Names are quoted, whatever is in them")
  func quoting() throws {
    let name = "a \"b\" \\ \n \u{1}"
    let line = Figure(workload: name, type: "é", n: 1, metric: "ns", value: .nan).json
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["workload"] as? String == name)
    #expect(object["type"] as? String == "é")
    #expect(object["value"] is NSNull)
  }

  @Test("--only and --sizes choose")
  func choosing() throws {
    #expect(try output(of: Options(["--only", "A", "--sizes", "3,1_000", "--json"])).count == 2)
    #expect(throws: Options.CommandError.self) { try output(of: Options(["--only", "C"])) }
  }

  @Test(
    "Arguments that are not understood are errors",
    arguments: [
      ["--fast"], ["--only"], ["--sizes"], ["--sizes", "1,,2"], ["--sizes", "0"], ["--sizes", "x"], ["M1"],
    ]
  )
  func misunderstood(arguments: [String]) {
    #expect(throws: Options.CommandError.self) { try Options(arguments) }
  }

  @Test("A program's own options are known, with the value that they want")
  func own() throws {
    let known = [Options.Own("--report", "DIR", "writes"), Options.Own("--budget", nil, "compares")]
    let options = try Options(["--budget", "--quick", "--report", "a b"], knowing: known)
    #expect(options.own == ["--budget": "", "--report": "a b"] && options.isQuick)
    #expect(throws: Options.CommandError.self) { try Options(["--report"], knowing: known) }
    #expect(throws: Options.CommandError.self) { try Options(["--budget"]) }
  }

  @Test("A workload that throws gives no table")
  func broken() {
    var suite = Suite("Example", sizes: [1], quickSizes: [1])
    suite.add("A", "counts") { run in run.record("Int", "count", 1) }
    suite.add("B", "breaks") { _ in throw Broken() }
    var lines: [String] = []
    #expect(throws: Suite.WorkloadFailed.self) { try suite.run(Options()) { lines.append($0) } }
    #expect(lines == [])
  }
}
