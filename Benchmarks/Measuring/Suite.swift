#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A benchmark program: named workloads, the sizes they run at, and what they measured.
///
///     var suite = Suite("CollectionSpeed", sizes: [1_000, 100_000, 1_000_000], quickSizes: [1_000])
///     suite.add("M1", "build from distinct shuffled keys") { run in
///       run.record("Dictionary<Int,Int>", "ns/op", run.median { nanoseconds { … } / Double(run.n) })
///     }
///     suite.main()
public struct Suite {
  /// One workload at one size, as its body sees it.
  public struct Run {
    /// The number of items to work on.
    public let n: Int
    /// How often a clock is to be read; the median is what counts.
    public let rounds: Int
    /// Whether the quick form was asked for.
    public let isQuick: Bool
    /// The program's own options that were given, by their names.
    public let own: [String: String]
    let workload: String
    let sink: (Figure) -> Void

    /// Reports one figure of this workload.
    public func record(_ type: String, _ metric: String, _ value: Double, steps: Int? = nil) {
      sink(Figure(workload: workload, type: type, n: n, steps: steps, metric: metric, value: value))
    }

    /// Returns the middle one of this run's rounds.
    public func median(_ measure: () throws -> Double) rethrows -> Double {
      try Measuring.median(of: rounds, measure)
    }
  }

  private struct Workload {
    let name: String
    let summary: String
    let body: (Run) throws -> Void
  }

  /// The options that this program has and others have not.
  public var ownOptions: [Options.Own] = []

  private let program: String
  private let sizes: [Int]
  private let quickSizes: [Int]
  private var workloads: [Workload] = []

  /// Starts a program with the sizes of its full and of its quick form.
  public init(_ program: String, sizes: [Int], quickSizes: [Int]) {
    self.program = program
    self.sizes = sizes
    self.quickSizes = quickSizes
  }

  /// Adds a workload under a name that `--only` understands.
  public mutating func add(_ name: String, _ summary: String, _ body: @escaping (Run) throws -> Void) {
    workloads.append(Workload(name: name, summary: summary, body: body))
  }

  /// Runs what the command line asks for, prints it, and ends the process: 0 when all went well, 2 when the
  /// arguments were not understood, 1 when a workload threw.
  public func main() -> Never {
    do {
      let options = try Options(CommandLine.arguments.dropFirst(), knowing: ownOptions)
      if options.wantsHelp {
        print(help)
      } else {
        try run(options, print: { print($0) })
      }
      exit(0)
    } catch {
      end(program, because: error)
    }
  }

  /// Runs what `options` ask for and hands each line of output to `print`.
  ///
  /// - Throws: `Options.CommandError` when there is no such workload, `WorkloadFailed` as soon as one throws:
  ///   half a table is worth less than none.
  public func run(_ options: Options, print: @escaping (String) -> Void) throws {
    let known = workloads.map(\.name)
    let unknown = options.only.subtracting(known).sorted()
    guard unknown.isEmpty else {
      throw Options.CommandError(
        "there is no workload \(unknown.joined(separator: ", ")); there are \(known.joined(separator: ", "))"
      )
    }
    let sizes = options.sizes.isEmpty ? (options.isQuick ? quickSizes : self.sizes) : options.sizes
    var table = Table(["workload", "type", "n", "metric", "value"])
    for workload in workloads where options.only.isEmpty || options.only.contains(workload.name) {
      for n in sizes {
        var figures: [Figure] = []
        let run = Run(
          n: n,
          rounds: options.isQuick ? 1 : 5,
          isQuick: options.isQuick,
          own: options.own,
          workload: workload.name,
          sink: { figures.append($0) }
        )
        do {
          try workload.body(run)
        } catch {
          throw WorkloadFailed(workload: workload.name, n: n, cause: error)
        }
        for figure in figures {
          if options.isJSON {
            print(figure.json)
          } else {
            let size = figure.steps.map { "\(figure.n) × \($0)" } ?? "\(figure.n)"
            table.add([figure.workload, figure.type, size, figure.metric, readable(figure.value)])
          }
        }
      }
    }
    if !options.isJSON {
      for line in table.lines { print(line) }
    }
  }

  /// A workload could not be carried through, so the program has no table to show.
  public struct WorkloadFailed: Error, CustomStringConvertible {
    /// The workload, as `--only` names it.
    public let workload: String
    /// The size it ran at.
    public let n: Int
    /// The error that the workload threw.
    public let cause: any Error

    /// A sentence for the person at the terminal.
    public var description: String { "\(workload) at \(n) failed: \(cause)" }
  }

  private var help: String {
    let list = workloads.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n")
    let own = ownOptions.map { option in
      let name = [option.name, option.value].compactMap(\.self).joined(separator: " ")
      return "\n\(name)\(String(repeating: " ", count: max(1, 17 - name.count)))\(option.summary)"
    }
    return """
      usage: \(program) [--only NAMES] [--sizes NUMBERS] [--quick] [--json]

      \(list)

      --only NAMES     just these workloads, with commas between
      --sizes NUMBERS  at these sizes instead of \(sizes.map(String.init).joined(separator: ","))
      --quick          small sizes, one round: to see that everything works
      --json           one object per line: workload, type, n, metric, value\(own.joined())
      """
  }
}

/// Ends the process with a sentence on the error output: 2 when the arguments were not understood, else 1.
public func end(_ program: String, because error: any Error) -> Never {
  var sentence = "\(program): \(error)\n"
  sentence.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(error is Options.CommandError ? 2 : 1)
}
