/// How long autosaving waits before it saves, and before it tries again.
public struct AutosavePacing: Equatable, Sendable {
  /// How long changes are gathered before they are saved together.
  public var delay: Duration
  /// How long to wait after a first failure; each further one in a row doubles it.
  public var retry: Duration
  /// The longest wait, at which doubling ends.
  public var longestRetry: Duration

  /// Makes a pacing.
  public init(
    delay: Duration = .milliseconds(100),
    retry: Duration = .milliseconds(500),
    longestRetry: Duration = .seconds(60)
  ) {
    (self.delay, self.retry, self.longestRetry) = (delay, retry, longestRetry)
  }

  /// How long to wait after so many failures in a row.
  func pause(after failures: Int) -> Duration {
    var pause = retry
    for _ in 1..<max(1, failures) where pause < longestRetry { pause *= 2 }
    return min(pause, longestRetry)
  }
}
