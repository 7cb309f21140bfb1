import Foundation

/// A program that runs beside the tests, and pipes to its first three descriptors.
public struct RunningProgram {
  private let process: ChildProcess
  private let input: Pipe?
  private let output: Pipe
  private let errors: Pipe

  /// The path of a program of this package, which was built beside the tests themselves.
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
  ///   - input: A pipe that it reads; nil for an empty input.
  ///   - environment: The variables that it knows.
  public init(
    _ path: String,
    _ arguments: [String],
    input: Pipe? = nil,
    environment: [String: String] = ChildProcess.surroundings
  ) throws {
    self.input = input
    (process, output, errors) = try ChildProcess.start {
      let (output, errors) = (ChildProcess.pipeWhileStarting(), ChildProcess.pipeWhileStarting())
      let process = try ChildProcess(
        path,
        arguments,
        descriptors: .own(
          input: input?.fileHandleForReading.fileDescriptor ?? Self.nothing,
          output: output.fileHandleForWriting.fileDescriptor,
          errors: errors.fileHandleForWriting.fileDescriptor
        ),
        environment: environment
      )
      for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
      return (process, output, errors)
    }
  }

  private static let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)

  /// Waits until the program has read its input, and waits itself: for more input, or for room in its output.
  public func waitUntilItWaits() -> Bool {
    Patience.blocks { unread(input) == 0 && isAsleep }
  }

  /// How many bytes are in a pipe.
  private func unread(_ pipe: Pipe?) -> Int32 {
    var count: Int32 = 0
    if let pipe { _ = ioctl(pipe.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &count) }
    return count
  }

  /// Whether the program's first thread sleeps; where the system does not say, it counts as asleep.
  private var isAsleep: Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8) else {
      return true
    }
    return status.split(separator: ")").last?.first { $0 != " " } == "S"
  }

  /// Ends it at once.
  public func kill() { signal(SIGKILL) }

  /// Sends it a signal.
  public func signal(_ number: Int32) { process.signal(number) }

  /// Waits until the program has said something.
  public func waitForOutput() -> String { String(decoding: waitForBytes(), as: UTF8.self) }

  /// Waits until the program has said something, which may end within a letter; nothing when it has ended.
  public func waitForBytes() -> Data { output.fileHandleForReading.availableData }

  /// Waits for the end.
  public func finish() -> (status: Int32, output: String, errors: String) {
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    return (
      process.finish().status, String(decoding: said, as: UTF8.self),
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
