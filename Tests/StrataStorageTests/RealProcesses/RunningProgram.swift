import Foundation
import StrataStorage

/// What the other process saves.
struct Numbered: Codable, Sendable {
  var number = 0
  var filler = [Int](repeating: 7, count: 2_000)

  /// Whether it is whole, and not the one's beginning with the other's end.
  var isWhole: Bool { filler == Numbered().filler }
}

/// A program that runs beside the tests.
struct RunningProgram {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Where a program of this package was built: beside the tests themselves.
  static func path(of name: String) -> String {
    #if os(Linux)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      return tests.deletingLastPathComponent().appendingPathComponent(name).path
    #else
      // The tests are a bundle there, which lies beside the programs.
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent(name).path
    #endif
  }

  init(_ path: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  static func savingSubject(_ mode: String, _ file: String, _ count: Int) throws -> RunningProgram {
    try RunningProgram(path(of: "SavingSubject"), [mode, file, "\(count)"])
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits until the program has said something.
  func waitForOutput() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Waits for the end.
  func finish() -> (status: Int32, output: String, errors: String) {
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: complained, as: UTF8.self)
    )
  }

  /// Whether a program can be run here, and ends well.
  static func works(_ path: String, _ arguments: [String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path),
      let program = try? RunningProgram(path, arguments)
    else {
      return false
    }
    return program.finish().status == 0
  }
}
