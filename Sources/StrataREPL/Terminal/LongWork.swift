import Strata

/// Runs work that may take long on a thread of its own. The waiting thread shows the progress and can stop the work.
struct LongWork {
  /// Signals that stop the work.
  var signals: Signals?
  /// The progress bar; nil without a terminal.
  var bar: ProgressBar?

  /// Runs some work.
  ///
  /// Work that only reads is left alone when it is stopped. Work that `changes` something is asked to end and waited for:
  /// afterwards either nothing has changed or everything has.
  ///
  /// - Parameters:
  ///   - title: The work's name for a person: `Importing old.json`.
  ///   - total: The amount of work, as a `WorkMeter` counts it; nil if it is not known.
  /// - Throws: `Interrupted` when a signal came first; any error of `body`.
  func run<Result: Sendable>(
    _ title: String,
    of total: Int? = nil,
    changing changes: Bool = false,
    _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let meter = meter(for: title)
    guard signals != nil || bar != nil, let work = BackgroundWork(meter, body) else { return try body() }
    let begun = ContinuousClock.now
    var (isShown, stop) = (false, Int32?.none)
    defer { if isShown { bar?.clear() } }
    while true {
      let pause = bar.map { isShown ? 100 : $0.patience } ?? -1
      switch wait(for: work.descriptor, or: signals, milliseconds: pause) {
      case .ready, .unread:
        guard let result = work.result else { continue }
        guard let stop else { return try result.get() }
        if case .failure(is WorkMeter.Unwanted) = result { throw Interrupted(number: stop) }
        _ = try result.get()
        throw Interrupted(number: stop, isDone: true)
      case .notYet:
        isShown = true
        let time = ContinuousClock.now - begun
        bar?.show(title, done: meter.bytes, of: total, for: time, canBeStopped: stop == nil)
      case .signal(let number):
        meter.stop()
        guard changes else { throw Interrupted(number: number) }
        // A later Control-C does not hide a signal that ends the program.
        if stop == nil || stop == SIGINT { stop = number }
      }
    }
  }

  /// A meter for the work. In a debug build, work whose title begins with `STRATA_HOLD` waits until it is stopped.
  private func meter(for title: String) -> WorkMeter {
    #if DEBUG
      if let held = environment("STRATA_HOLD"), title.hasPrefix(held) { return WorkMeter(isHeld: true) }
    #endif
    return WorkMeter()
  }
}

/// A signal came before some work was done.
struct Interrupted: Error, Equatable, CustomStringConvertible {
  let number: Int32
  /// Whether the work was done nevertheless.
  var isDone = false

  var description: String {
    isDone ? "Interrupted too late: the work was finished." : "Interrupted; nothing has changed."
  }
}

/// Work on a thread of its own.
private final class BackgroundWork<Result: Sendable>: Sendable {
  private let bell: Bell
  private let found = Guarded<Swift.Result<Result, any Error>?>(nil)

  /// Readable when there is a result.
  var descriptor: Int32 { bell.descriptor }

  /// Starts the work; nil when the system has no pipe or thread left.
  init?(_ meter: WorkMeter, _ body: @escaping @Sendable () throws -> Result) {
    guard let bell = Bell() else { return nil }
    self.bell = bell
    let isStarted = startThread { [found] in
      let result = Swift.Result { try WorkMeter.$current.withValue(meter) { try body() } }
      found.withLock { $0 = result }
      bell.ring()
    }
    if !isStarted { return nil }
  }

  /// The result; nil before the work is done.
  var result: Swift.Result<Result, any Error>? { found.withLock { $0 } }
}

/// A line of the terminal that shows the progress of some work.
struct ProgressBar {
  /// The time in milliseconds before the bar appears.
  var patience: Int32 = 500
  /// The terminal's columns.
  var width: () -> Int?
  /// Writes on the terminal.
  var put: (String) -> Void

  func show(_ title: String, done: Int, of total: Int?, for time: Duration, canBeStopped: Bool) {
    let width = width() ?? 80
    put(
      "\r\u{1B}[K" + line(title, done: done, of: total, for: time, canBeStopped: canBeStopped, width: width)
    )
  }

  func clear() { put("\r\u{1B}[K") }

  /// The title, a bar and a percentage; less of it in a narrow window.
  func line(
    _ title: String,
    done: Int,
    of total: Int?,
    for time: Duration,
    canBeStopped: Bool = true,
    width: Int
  ) -> String {
    var parts = [title, "\(time.components.seconds) s"]
    if let total, total > 0 {
      // 100 % is never shown: then the bar is gone.
      let percent = min(99, max(0, Int(Double(done) / Double(total) * 100)))
      let length = min(30, max(5, width - displayWidth(title) - 9))
      let full = length * percent / 100
      let bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
      parts = [title, bar, padded("\(percent) %", 4)]
    }
    let whole = parts.joined(separator: "  ")
    let hint = canBeStopped ? "  Control-C stops it" : ""
    let shorter = [whole + hint, whole, parts.dropFirst().joined(separator: " ")]
    return shorter.first { displayWidth($0) < width } ?? cut(shorter[2], to: width - 1)
  }
}
