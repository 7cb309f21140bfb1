/// How many steps of a history are kept; for a limit in bytes, see ``HistoryMemory``.
public struct HistoryLimit: Hashable, Sendable {
  /// The number of steps that are kept at most, over all branches together.
  public let steps: Int

  /// Keeps everything.
  public static let unlimited = HistoryLimit(steps: .max)

  /// Keeps `count` steps: so many can be undone, and none with a limit of 0.
  ///
  /// When there are more, the oldest tips of other branches go first, then the oldest moments; the present one
  /// always stays.
  public static func steps(_ count: Int) -> HistoryLimit {
    HistoryLimit(steps: max(0, count))
  }
}
