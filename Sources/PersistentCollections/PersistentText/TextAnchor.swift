/// A place in a text that stays with the text around it while other parts are edited: a cursor, a mark, a comment.
///
///     let mark = text.anchor(at: place)
///     text.insert(contentsOf: "Dear reader, ", at: text.startIndex)
///     text.index(of: mark)   // thirteen characters further on
///
/// An anchor keeps the version that it was set in, which shares almost everything with later ones, and is found in
/// another version by what changed between the two. Nothing has to be told about edits, and undo moves it back.
public struct TextAnchor: Sendable {
  /// The text that an anchor stays beside when other text is inserted right at the anchor.
  public enum Side: Hashable, Sendable {
    /// The text before the anchor: the inserted text is behind the anchor.
    case before
    /// The text after the anchor: the inserted text is before the anchor, as it is before a cursor.
    case after
  }

  /// The version that the anchor was set in.
  public let text: PersistentText
  /// The place of the anchor, as an index of that version.
  public let index: PersistentText.Index
  /// The text that the anchor stays beside.
  public let side: Side

  /// Returns the anchor as it is in another version, to which it then belongs.
  ///
  /// - Complexity: O(*d* · log *n*) for *d* edits between the versions.
  public func moved(to version: PersistentText) -> TextAnchor {
    TextAnchor(text: version, index: version.index(of: self), side: side)
  }
}

extension PersistentText {
  /// Sets an anchor at an index.
  ///
  /// - Complexity: O(1).
  public func anchor(at index: Index, beside side: TextAnchor.Side = .before) -> TextAnchor {
    _ = offset(of: index)
    return TextAnchor(text: self, index: index, side: side)
  }

  /// Returns the index of an anchor that was set in another version of this text.
  ///
  /// If the text around the anchor was removed or replaced, the index is the edge of the change on the anchor's side.
  ///
  /// - Complexity: O(*d* · log *n*) for *d* edits between the versions.
  public func index(of anchor: TextAnchor) -> Index {
    var offset = anchor.text.scalarOffset(of: anchor.index)
    var shift = 0
    for change in changes(from: anchor.text) {
      let range = change.oldRange
      if offset < range.lowerBound { break }
      if offset > range.upperBound {
        shift += change.newRange.count - range.count
        continue
      }
      // Text before it stays before it, and text behind it behind, unless it is in the middle of what is gone.
      let isBefore =
        range.isEmpty || offset != range.lowerBound && offset != range.upperBound
        ? anchor.side == .before : offset == range.lowerBound
      (offset, shift) = (isBefore ? change.newRange.lowerBound : change.newRange.upperBound, 0)
      break
    }
    return Index(offset + shift, of: .scalar, stamp: stamp)
  }
}
