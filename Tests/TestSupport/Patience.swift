import Dispatch
import Foundation
import Testing

/// How long a test waits for an event that another thread or process brings about.
///
/// No test passes or fails by pace: each waits for the event itself. The limit only keeps a broken test from hanging. It is
/// one for all, and so generous that a slow, busy machine never reaches it.
public enum Patience {
  /// Five minutes.
  public static let limit = Duration.seconds(300)

  /// The same, in seconds.
  public static let seconds = 300.0

  /// Waits for a semaphore; false at the limit.
  public static func wait(for semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + seconds) == .success
  }

  /// Waits until a condition holds that another thread or process brings about; false at the limit.
  public static func blocks(until isSo: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !isSo() {
      guard ContinuousClock.now < end else { return false }
      usleep(2_000)
    }
    return true
  }

  /// Waits until a condition holds, and records an issue at the limit.
  public static func until(
    _ what: Comment,
    at location: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + limit
    while try !isSo() {
      guard ContinuousClock.now < end else {
        Issue.record("waited for \(limit), but not: \(what)", sourceLocation: location)
        return
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
