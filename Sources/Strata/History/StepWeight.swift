/// What a snapshot weighs in its history, in bytes of heap.
struct StepWeight: Sendable {
  /// What it has and the snapshot that it was made from has not.
  var made = 0
  /// How much more it has than the one that the history began with; less, for a negative number.
  var size = 0
  /// What goes when the one that it was made from goes into the attic: what that has, and neither this one nor the
  /// nearest above that stays.
  var passed: UInt32 = 0
  /// Whether it was brought back from the attic and not weighed: it counts as the one that it was made from.
  var isEstimate = false
}
