/// How far a log has gone beyond the state file, in bytes: when it is worth saving the state, and how long its file can
/// have become.
///
/// The state file follows when the log has grown by half of it. So for each byte of the log at most two are written to state
/// files, whatever the size of the state; and opening has no more to apply than half the state is long, or a megabyte.
package struct LogGrowth: Equatable, Sendable {
  /// How many bytes the state file has.
  package private(set) var stateSize: Int
  /// How many bytes of changes are in the log and not in the state file.
  package private(set) var logged: Int
  /// How many bytes a state file would have, at most: a change adds no more to it than to the log.
  private(set) var sizeAtMost: Int

  init(stateSize: Int, logged: Int) {
    (self.stateSize, self.logged, sizeAtMost) = (stateSize, logged, stateSize + logged)
  }

  /// A change was added to the log.
  ///
  /// - Parameters:
  ///   - steps: The number of bytes of the steps that have to be gone over again for it.
  ///   - most: How many more bytes the steps can have added to the state, at most.
  mutating func add(_ count: Int, over steps: Int = 0, most: Int = 0) {
    logged += count + steps
    sizeAtMost += count + most
  }

  /// The state was saved.
  ///
  /// - Parameter before: The value of ``logged`` when the state was taken.
  mutating func save(_ size: Int, since before: Int) {
    self = LogGrowth(stateSize: size, logged: max(0, logged - before))
  }

  /// The state as it is now was seen to take so many bytes.
  mutating func measure(_ size: Int) { sizeAtMost = size }

  /// Whether the state file is to follow.
  ///
  /// - Parameter isIdle: Whether no change was made for a while.
  package func isWorthSaving(isIdle: Bool) -> Bool {
    logged >= max(stateSize / 2, isIdle ? 1 : Self.small)
  }

  private static let small = 1 << 20
}
