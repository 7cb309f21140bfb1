import Foundation
import Measuring
import StrataCore
import StrataStorage

/// The work of a second process beside a writer while the writer is measured.
enum Occupation: String {
  /// Twenty readers follow as the system tells them.
  case events
  /// Twenty readers look once a second.
  case looking
  /// A thousand readers do.
  case thousandLooking
  /// As much work of the same kind, about files that have nothing to do with the writer.
  case elsewhere
  /// Nothing.
  case rest

  /// Returns the path of files that have nothing to do with the files at `path`.
  static func elsewhere(from path: String) -> String { path + "-elsewhere" }
}

/// The process beside the writer, as the writer's has it: followers are other processes in life.
final class Neighbours {
  /// The option that, followed by a path, starts the program as that process.
  static let option = "--beside"

  private let process = Process()
  private let (orders, answers) = (Pipe(), Pipe())

  /// Starts it for the files at `path`.
  init(of path: String) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.option, path]
    process.standardInput = orders
    process.standardOutput = answers
    try process.run()
  }

  /// Has it do something else, and waits until it does.
  func turn(to occupation: Occupation) throws {
    try orders.fileHandleForWriting.write(contentsOf: Data((occupation.rawValue + "\n").utf8))
    guard try answers.fileHandleForReading.read(upToCount: 1)?.count == 1 else { throw Ended() }
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  struct Ended: Error, CustomStringConvertible {
    var description: String { "the process beside the writer has ended" }
  }
}

/// The same process from inside: does what it is told until its orders end.
func runNeighbours(of path: String) -> Never {
  do {
    try work(beside: path)
    exit(0)
  } catch {
    end("StorageSpeed", because: error)
  }
}

private func work(beside path: String) throws {
  var readers = try (0..<20).map { _ in try openedForReading(path) }
  var tokens: [FollowingToken] = []
  let (isElsewhere, working) = (Guarded(false), DispatchGroup())
  while let order = readLine().flatMap(Occupation.init) {
    tokens = []
    isElsewhere.withLock { $0 = false }
    working.wait()
    // Catching up finishes the work that a reader was in the middle of.
    for reader in readers { try reader.catchUp() }
    switch order {
    case .events: tokens = readers.map { $0.follow(.events) }
    case .looking: tokens = readers.map { $0.follow(.every(.seconds(1))) }
    case .thousandLooking:
      while readers.count < 1_000 { readers.append(try openedForReading(path)) }
      tokens = readers.map { $0.follow(.every(.seconds(1))) }
    case .elsewhere:
      isElsewhere.withLock { $0 = true }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        DispatchQueue.global().async(group: working) {
          while isElsewhere.withLock({ $0 }),
            let opened = try? openedForReading(Occupation.elsewhere(from: path))
          {
            blackHole(opened)
          }
        }
      }
    case .rest: break
    }
    try FileHandle.standardOutput.write(contentsOf: Data("!".utf8))
  }
  withExtendedLifetime(tokens) {}
}
