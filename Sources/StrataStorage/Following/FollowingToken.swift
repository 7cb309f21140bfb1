import Dispatch
import StrataCore

/// How a follower notices that there is something.
public enum FollowingPace: Equatable, Sendable {
  /// The system tells of changes, at most a hundred times a second; the follower looks now and then, too. If a system tells
  /// nothing of the kind, as Apple's here, the follower looks twenty times a second.
  case events
  /// It is looked so often: that costs two calls to the system, and the writer nothing.
  case every(Duration)
}

/// Keeps a store that is only read as the writer's is, for as long as it is held.
public final class FollowingToken: Sendable {
  /// All that follow in a process take turns: on threads of their own they would keep every processor busy, and the writer
  /// off its caches.
  static let turns = DispatchQueue(label: "strata.following")

  private let queue = DispatchQueue(label: "strata.follower", target: turns)
  private let timer: Guarded<any DispatchSourceTimer>
  private let isEnded = Guarded(false)
  /// Looks and then rests, unless the token was cancelled; on the queue.
  let turn: @Sendable () -> Void
  #if os(Linux) || os(Android)
    private let watch = Guarded(FolderWatch?.none)
  #endif

  /// - Parameters:
  ///   - pace: How it notices that there is something.
  ///   - path: The state file.
  ///   - rest: How long the look took, and the pause after it.
  ///   - look: Looks, and takes in what there is.
  init(
    _ pace: FollowingPace,
    beside path: String,
    in fileSystem: any FileSystem,
    resting rest: FollowerPause = FollowerPause(),
    _ look: @escaping @Sendable () -> Void
  ) {
    // The folder that links lead to, as for every save.
    let place = try? FilePlace(path, in: fileSystem)
    place?.close()
    let folder = place?.folder ?? FileLocation(path).directory
    let timer = DispatchSource.makeTimerSource(queue: queue)
    self.timer = Guarded(timer)
    var wait = Duration.milliseconds(50)
    if case .every(let duration) = pace { wait = duration }
    turn = { @Sendable [isEnded] in
      guard !isEnded.withLock({ $0 }) else { return }
      rest.follow(look)
    }
    #if os(Linux) || os(Android)
      if pace == .events, let watch = FolderWatch(folder, on: queue, turn) {
        self.watch.withLock { $0 = watch }
        // Not every file system tells, such as one of another machine.
        wait = .seconds(1)
      }
    #endif
    let milliseconds = DispatchTimeInterval.milliseconds(Int(max(1, wait / .milliseconds(1))))
    timer.schedule(deadline: .now(), repeating: milliseconds, leeway: .milliseconds(1))
    timer.setEventHandler(handler: turn)
    timer.activate()
  }

  deinit { cancel() }

  /// Ends it: the store stays as it is then, save for a change that another thread is in the middle of taking in.
  public func cancel() {
    isEnded.withLock { $0 = true }
    timer.withLock { $0.cancel() }
    #if os(Linux) || os(Android)
      watch.withLock { $0 = nil }
    #endif
  }
}

extension Duration {
  /// The duration as a queue counts it, no longer than three centuries.
  var interval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return .nanoseconds(isTooLong ? .max / 2 : whole + Int(attoseconds / 1_000_000_000))
  }
}

/// The pause after each look, in which no follower of the process looks: half a processor is left to the writer, however much
/// it writes.
struct FollowerPause: Sendable {
  /// The clock that times a look.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Blocks the thread for a while.
  var pause: @Sendable (Duration) -> Void = { length in
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + length.interval)
  }

  /// Looks, and pauses for as long as that took.
  func follow(_ look: () -> Void) {
    let begin = now()
    look()
    let rest = Self.length(after: begin.duration(to: now()))
    if rest > .zero { pause(rest) }
  }

  /// The pause after a look of some length: as long, in whole milliseconds, and a tenth of a second at most.
  static func length(after worked: Duration) -> Duration {
    .milliseconds(max(0, min(100, Int(worked / .milliseconds(1)))))
  }
}
