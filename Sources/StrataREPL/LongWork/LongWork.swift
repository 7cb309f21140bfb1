import Strata

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// How work is done that may take a while: beside the thread that waits for it, which shows how far it is and hears
/// whether it is still wanted.
struct LongWork {
  /// What says that the work is not wanted any more.
  var signals: Signals?
  /// Where it is shown how far the work is; nil where no terminal is looked at.
  var bar: ProgressBar?

  /// Whether no person waits, so that there is nothing to do beside the work.
  private var isUnwatched: Bool { signals == nil && bar == nil }

  /// Does some work.
  ///
  /// Work that only reads and reckons is left at once where it is not wanted any more, and goes on unseen. Work that `changes`
  /// something is asked to end, and waited for: either nothing has changed then, or all has.
  ///
  /// - Parameters:
  ///   - title: What is done, for a person: `Importing old.json`.
  ///   - total: How much there is to do, as a `WorkMeter` counts it; nil where that is not known.
  /// - Throws: `Interrupted` when a signal came first; what `body` throws.
  func run<Result: Sendable>(
    _ title: String,
    of total: Int? = nil,
    changing changes: Bool = false,
    _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    guard !isUnwatched, let beside = Beside(meter(for: title), body) else { return try body() }
    var bar = bar.map { Showing($0, title, total, beside.meter) }
    defer { bar?.clear() }
    var stop: Int32?
    while true {
      switch wait(for: beside.descriptor, or: signals, milliseconds: bar?.pause ?? -1) {
      case .ready:
        guard let stop else { return try beside.result() }
        do {
          _ = try beside.result()
        } catch is WorkMeter.Unwanted {
          throw Interrupted(number: stop)
        }
        throw Interrupted(number: stop, isDone: true)
      case .notYet: bar?.show(isStopping: stop != nil)
      case .signal(let number):
        beside.meter.stop()
        guard changes else { throw Interrupted(number: number) }
        // What ends the program is not forgotten for a key that is pressed later.
        if stop == nil || stop == SIGINT { stop = number }
      }
    }
  }

  /// A meter for the work of this title. A debug build holds the work that `STRATA_HOLD` names until it is asked to stop.
  private func meter(for title: String) -> WorkMeter {
    #if DEBUG
      if let held = environment("STRATA_HOLD"), title.hasPrefix(held) { return WorkMeter(isHeld: true) }
    #endif
    return WorkMeter()
  }

  /// What is shown of one piece of work.
  private struct Showing {
    let bar: ProgressBar
    let title: String
    let total: Int?
    let meter: WorkMeter
    private let begun = ContinuousClock.now
    private var isShown = false

    init(_ bar: ProgressBar, _ title: String, _ total: Int?, _ meter: WorkMeter) {
      (self.bar, self.title, self.total, self.meter) = (bar, title, total, meter)
    }

    /// How many milliseconds to wait until it is shown again.
    var pause: Int32 { isShown ? 100 : bar.patience }

    mutating func show(isStopping: Bool) {
      isShown = true
      let time = ContinuousClock.now - begun
      bar.show(title, done: meter.bytes, of: total, for: time, canBeStopped: !isStopping)
    }

    func clear() {
      if isShown { bar.clear() }
    }
  }
}

/// A signal came before some work was over.
struct Interrupted: Error, Equatable, CustomStringConvertible {
  let number: Int32
  /// Whether the work was done to its end all the same.
  var isDone = false

  var description: String {
    isDone
      ? "Interrupted too late: what had been begun was done to its end."
      : "Interrupted; nothing has changed."
  }
}
