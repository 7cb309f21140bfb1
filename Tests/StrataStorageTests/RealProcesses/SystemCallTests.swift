import Foundation
import StrataStorage
import TestSupport
import Testing

/// The tracer that shows a program's system calls, and fails those that it is told to.
enum Tracer {
  static let path = ["/usr/bin/strace", "/bin/strace", "/usr/local/bin/strace"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is one, and the system lets it trace.
  static let works = path.map { RunningProgram.works($0, ["-o", "/dev/null", "/bin/true"]) } ?? false
}

@Suite(
  "The system calls of a save, each failed by the system itself",
  .enabled(if: Tracer.works, "strace is not here, or may not trace")
)
struct SystemCallTests {
  let folder: TemporaryFolder
  let file: String
  let log: String

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("d"), withIntermediateDirectories: false)
    (file, log) = (folder.file("d/state.json"), folder.file("log"))
  }

  /// A call between the marks: which one, and which of that name in the whole run.
  struct Call: Hashable, CustomStringConvertible {
    var name: String
    var occurrence: Int
    var description: String { "\(name) \(occurrence)" }
  }

  /// Makes the file of a save before the one that is looked at.
  func prepare() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("d")) {
      unlink(folder.file("d/\(name)"))
    }
    let file = StateFile<Numbered>(at: file)
    for number in [4, 5] { try file.save(Numbered(number: number)) }
  }

  /// Saves the number 6 under the tracer.
  func trace(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let tracer = try #require(Tracer.path)
    let subject = [RunningProgram.path(of: "SavingSubject"), "count", file, "1"]
    return try RunningProgram(tracer, ["-qq", "-o", log] + arguments + subject).finish()
  }

  /// The calls of one save, as the system saw them.
  func calls() throws -> [Call] {
    try prepare()
    #expect(try trace([]).status == 0)
    var counts: [String: Int] = [:]
    var calls: [Call] = []
    var isSaving = false
    for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
      guard let name = line.split(separator: "(").first.map(String.init) else { continue }
      counts[name, default: 0] += 1
      if line.contains("/strata/save-begins") {
        isSaving = true
      } else if line.contains("/strata/save-ends") {
        isSaving = false
      } else if isSaving, !Self.memory.contains(name) {
        calls.append(Call(name: name, occurrence: counts[name] ?? 0))
      }
    }
    return calls
  }

  /// Calls that have nothing to do with files.
  private static let memory: Set = [
    "mmap", "munmap", "mremap", "madvise", "brk", "mprotect", "futex", "getrandom", "clock_gettime",
    "rt_sigprocmask",
    "rt_sigaction", "sched_yield", "getpid", "gettid", "prlimit64", "sched_getaffinity",
  ]

  @Test("Each call of a save failed once: the old number or the new one, as the subject says")
  func everyCall() throws {
    let calls = try calls()
    #expect(calls.count > 18)
    for wanted in ["flock", "write", "fsync", "close"] {
      #expect(calls.contains { $0.name == wanted }, "\(wanted) is no call of a save")
    }
    #expect(calls.count { $0.name == "fsync" } == 2, "one for the file and one for the folder")
    var (runs, saved) = (0, 0)
    for (number, call) in calls.enumerated() {
      // Each error at each call takes STRATA_SOAK.
      let errors = ["EINTR", number.isMultiple(of: 2) ? "EIO" : "ENOSPC"]
      for error in Soak.pick(errors, more: ["EIO", "ENOSPC", "EINTR"]) {
        try prepare()
        let end = try trace([
          "-e", "trace=\(call.name)", "-e", "inject=\(call.name):error=\(error):when=\(call.occurrence)",
        ])
        let fired = try String(contentsOfFile: log, encoding: .utf8).contains("(INJECTED)")
        #expect(fired, "\(call) was not reached")
        let number = try StateFile<Numbered>(at: file).load()?.number
        switch (end.status, end.output) {
        case (0, "6\n"):
          saved += 1
          #expect(number == 6, "\(call), \(error)")
        case (1, ""):
          let isVisible = end.errors.contains("has not confirmed")
          #expect(number == (isVisible ? 6 : 5), "\(call), \(error): \(end.errors)")
          #expect(isVisible || end.errors.contains("was not saved"), "\(call), \(error): \(end.errors)")
          #expect(call.name == "fsync" || error != "EINTR", "\(call) was not repeated: \(end.errors)")
        default: Issue.record("\(call), \(error): \(end)")
        }
        runs += 1
      }
    }
    #expect(saved > 0 && saved < runs)
    Soak.count(.systemCall, runs)
  }
}
