/// How the older moments of a history are kept: as the steps that lead to them, in pages of few bytes.
///
///     let store = Store(AppState(), undoing: \.document, attic: Attic())
///
/// Going to a recent moment swaps one value for another. Going to an older one applies the steps between it and the
/// nearest moment on the way that is there as a value. Answers are the same with and without an attic.
public struct Attic: Hashable, Sendable {
  /// How many moments before the newest stay as they are; the newest and the one that it was made from always do.
  public let recent: Int
  /// How many steps a jump applies at most, nearly; `Int.max` for any number.
  public let longestJump: Int
  /// How many steps a page has.
  let pageSize: Int

  /// Makes a setting.
  ///
  /// - Parameters:
  ///   - recent: How many moments stay out of the attic; at least 0.
  ///   - longestJump: How many steps apart values stay in it, so that a jump applies no more; at least 1, which keeps all
  ///     of them. Values cost the nodes that they do not share; with `Int.max` none stays.
  public init(recent: Int = 32, longestJump: Int = .max) {
    self.init(recent: recent, longestJump: longestJump, pageSize: 32)
  }

  init(recent: Int, longestJump: Int, pageSize: Int) {
    self.recent = min(max(0, recent), Int(UInt32.max))
    self.longestJump = max(1, longestJump)
    self.pageSize = min(max(1, pageSize), 64)
  }

  /// Whether the value of a moment at a depth stays.
  func keepsValue(atDepth depth: UInt32) -> Bool { depth > 0 && Int(depth) % longestJump == 0 }
}
