import Foundation

/// A program that runs beside the tests.
public struct RunningProgram {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Where a program of this package was built: beside the tests themselves.
  public static func path(of name: String) -> String {
    #if os(Linux)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      return tests.deletingLastPathComponent().appendingPathComponent(name).path
    #else
      // The tests are a bundle there, which lies beside the programs.
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent(name).path
    #endif
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: What it can read; nil for what the tests can.
  ///   - environment: What it knows of its surroundings; nil for what the tests know.
  public init(
    _ path: String,
    _ arguments: [String],
    input: Pipe? = nil,
    environment: [String: String]? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    if let input { process.standardInput = input }
    if let environment { process.environment = environment }
    try process.run()
  }

  /// Ends it at once.
  public func kill() { signal(SIGKILL) }

  /// Sends it a signal.
  public func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

  /// Waits until the program has said something.
  public func waitForOutput() -> String { String(decoding: waitForBytes(), as: UTF8.self) }

  /// Waits until the program has said something, which may end within a letter; nothing when it has ended.
  public func waitForBytes() -> Data { output.fileHandleForReading.availableData }

  /// Waits for the end.
  public func finish() -> (status: Int32, output: String, errors: String) {
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: complained, as: UTF8.self)
    )
  }

  /// Whether a program can be run here, and ends well.
  public static func works(_ path: String, _ arguments: [String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path),
      let program = try? RunningProgram(path, arguments)
    else {
      return false
    }
    return program.finish().status == 0
  }
}
