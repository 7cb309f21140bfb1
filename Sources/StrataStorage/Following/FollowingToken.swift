import Dispatch
import Strata

/// How a follower notices that there is something.
public enum FollowingPace: Equatable, Sendable {
  /// The system tells, at most a hundred times a second; it is looked now and then, too. Where a system tells nothing of the
  /// kind, as Apple's here, it is looked twenty times a second.
  case events
  /// It is looked so often: that costs two calls to the system, and the writer nothing.
  case every(Duration)
}

/// Keeps a store that is only read as the writer's is, for as long as it is held.
public final class FollowingToken: Sendable {
  /// All that follow in a process take turns: on threads of their own they would keep every processor busy, and the writer
  /// off its caches.
  private static let turns = DispatchQueue(label: "strata.following")

  private let queue = DispatchQueue(label: "strata.follower", target: turns)
  private let timer: Guarded<any DispatchSourceTimer>
  private let isEnded = Guarded(false)
  #if os(Linux) || os(Android)
    private let watch = Guarded(FolderWatch?.none)
  #endif

  /// - Parameters:
  ///   - pace: How it notices that there is something.
  ///   - path: The state file.
  ///   - look: Looks, and takes in what there is.
  init(
    _ pace: FollowingPace,
    beside path: String,
    in fileSystem: any FileSystem,
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
    let lookOn = { @Sendable [isEnded] in
      guard !isEnded.withLock({ $0 }) else { return }
      let begin = ContinuousClock.now
      look()
      Self.rest(begin.duration(to: .now))
    }
    #if os(Linux) || os(Android)
      if pace == .events, let watch = FolderWatch(folder, on: queue, lookOn) {
        self.watch.withLock { $0 = watch }
        // Not every file system tells, such as one of another machine.
        wait = .seconds(1)
      }
    #endif
    let milliseconds = DispatchTimeInterval.milliseconds(Int(max(1, wait / .milliseconds(1))))
    timer.schedule(deadline: .now(), repeating: milliseconds, leeway: .milliseconds(1))
    timer.setEventHandler(handler: lookOn)
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

  /// Lets all that follow in the process rest as long as one of them has worked, but for a tenth of a second at most: however
  /// much the writer writes, half a processor is left to it.
  private static func rest(_ worked: Duration) {
    let milliseconds = min(100, Int(worked / .milliseconds(1)))
    if milliseconds > 0 {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
    }
  }
}
