/// Some text that took the place of other text between two versions: a splice.
///
/// An empty `old` means that text was inserted; an empty `new` means that text was removed.
public struct TextChange: Hashable, Sendable {
  /// The range of the text in the older version, in bytes of UTF-8.
  public var oldRange: Range<Int>
  /// The range of the text in the newer version, in bytes of UTF-8.
  public var newRange: Range<Int>
  /// The text at `oldRange` in the older version.
  public var old: String
  /// The text at `newRange` in the newer version.
  public var new: String

  /// Creates a change from its two sides, and where they begin in their versions.
  public init(from old: String, at oldOffset: Int, to new: String, at newOffset: Int) {
    oldRange = oldOffset..<oldOffset + old.utf8.count
    newRange = newOffset..<newOffset + new.utf8.count
    (self.old, self.new) = (old, new)
  }

  /// The change that leads back.
  public var inverse: TextChange {
    TextChange(from: new, at: newRange.lowerBound, to: old, at: oldRange.lowerBound)
  }

  /// Returns whether both say the same to the byte.
  public static func == (left: TextChange, right: TextChange) -> Bool {
    left.oldRange == right.oldRange && left.newRange == right.newRange
      && left.old.utf8.elementsEqual(right.old.utf8) && left.new.utf8.elementsEqual(right.new.utf8)
  }

  /// Feeds the ranges to a hasher, and the new text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(oldRange)
    hasher.combine(newRange)
    for byte in new.utf8 { hasher.combine(byte) }
  }
}

/// A change was to be made to a text in which the old text is not where the change says.
public struct TextChangeMisfit: Error, Hashable, CustomStringConvertible {
  /// The change that does not fit.
  public var change: TextChange

  /// Creates the error for a change.
  public init(change: TextChange) {
    self.change = change
  }

  /// A sentence for whoever reads the log.
  public var description: String {
    let place = "bytes \(change.oldRange.lowerBound)..<\(change.oldRange.upperBound)"
    return "\(change.old.debugDescription) is not at \(place), so nothing was changed: "
      + "apply changes to the version that they were found from"
  }
}
