/// How the older moments of a history are kept: as the steps that lead to them, in few bytes.
///
///     let store = Store(AppState(), undoing: \.document, attic: Attic())
///
/// Going to a recent moment swaps one value for another. Going to an older one applies the packed steps between it
/// and the nearest moment that is still there as a value, so ``spacing`` trades bytes against the time of a jump.
/// Answers are the same with and without an attic.
public struct Attic: Hashable, Sendable {
  /// How many moments before the newest stay as they are; the newest and the one that it was made from always do.
  public let recent: Int
  /// How many steps apart moments in the attic are that stay as they are.
  public let spacing: Int

  /// Makes a setting: an undo among the recent moments is as fast as it can be, and a jump applies at most about
  /// half of `spacing` steps.
  ///
  /// - Parameters:
  ///   - recent: How many moments stay out of the attic; at least 0.
  ///   - spacing: How many steps apart values are kept in it; at least 1, which keeps all of them.
  public init(recent: Int = 32, spacing: Int = 800) {
    self.recent = min(max(0, recent), Int(UInt32.max))
    self.spacing = min(max(1, spacing), Int(UInt32.max))
  }
}
