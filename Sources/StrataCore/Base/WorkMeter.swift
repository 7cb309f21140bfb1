import Platform

/// Counts the bytes that reading and writing go through, for whoever shows how far long work has come; and says whether the
/// work is still wanted.
///
/// Work that is done inside `WorkMeter.$current.withValue(meter)` is counted; where there is no meter, nothing is.
package final class WorkMeter: Sendable {
  /// The meter that counts the work of this task; nil where the caller does not ask.
  @TaskLocal package static var current: WorkMeter?

  private let counted = Guarded(0)
  private let isStopped = Guarded(false)

  #if DEBUG
    /// Whether the work stops at its first count and stays there until `stop()`, so that a test finds a program in the middle
    /// of its work however fast the machine is.
    private let isHeld: Bool

    /// A meter that has counted nothing.
    package init(isHeld: Bool = false) { self.isHeld = isHeld }
  #else
    /// A meter that has counted nothing.
    package init() {}
  #endif

  /// How many bytes have been gone through; can be asked from any thread.
  package var bytes: Int { counted.withLock { $0 } }

  /// Takes note of some more bytes.
  package func add(_ count: Int) {
    counted.withLock { $0 += max(0, count) }
    hold()
  }

  /// Says that the work is not wanted any more: it ends where nothing has been changed yet, and is done else.
  package func stop() { isStopped.withLock { $0 = true } }

  /// Throws `Unwanted` if the work of this task is not wanted any more.
  ///
  /// Code that changes something calls this before it does, the last time right before the first byte is written.
  package static func checkCancellation() throws(Unwanted) {
    guard let current else { return }
    current.hold()
    if current.isStopped.withLock({ $0 }) { throw Unwanted() }
  }

  private func hold() {
    #if DEBUG
      while isHeld, !isStopped.withLock({ $0 }) { usleep(1_000) }
    #endif
  }

  /// Work was not wanted any more, and has changed nothing.
  package struct Unwanted: Error {}
}
