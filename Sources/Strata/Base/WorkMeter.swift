/// Counts the bytes that reading and writing go through, for whoever shows how far long work has come.
///
/// Work that is done inside `WorkMeter.$current.withValue(meter)` is counted; where there is no meter, nothing is.
package final class WorkMeter: Sendable {
  /// What counts the work of this task; nil where the caller does not ask.
  @TaskLocal package static var current: WorkMeter?

  private let counted = Guarded(0)

  /// A meter that has counted nothing.
  package init() {}

  /// How many bytes have been gone through; can be asked from any thread.
  package var bytes: Int { counted.withLock { $0 } }

  /// Takes note of some more bytes.
  package func add(_ count: Int) { counted.withLock { $0 += max(0, count) } }
}
