/// Text of two versions that is in each other's place but in no common node.
struct TextGap {
  /// The parts of both texts between their common beginning and their common end, and the offsets at which the parts
  /// begin.
  private let old: Substring
  private let new: Substring
  private let oldStart: Int
  private let newStart: Int

  init(_ old: String, at oldStart: Int, _ new: String, at newStart: Int) {
    let shared = old.sharedEnds(with: new)
    func middle(_ text: String) -> Substring {
      Substring(text.utf8.dropFirst(shared.start).dropLast(shared.end))
    }
    (self.old, self.new) = (middle(old), middle(new))
    (self.oldStart, self.newStart) = (oldStart + shared.start, newStart + shared.start)
  }

  /// Common scalars that are fewer than these between text that came and text that went are there by accident.
  private static var nearby: Int { 4 }

  /// Finds the changes among the scalars.
  func append(to changes: inout [TextChange]) {
    if old.isEmpty && new.isEmpty { return }
    let whole = TextChange(from: String(old), at: oldStart, to: String(new), at: newStart)
    // If text was only inserted or only removed, as when letters are typed, there is nothing to look for.
    if old.isEmpty || new.isEmpty { return changes.append(whole) }
    let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let edits = ShortestEdits(from: old.indices, to: new.indices) { old[$0] == new[$1] }?.edits
    guard let edits else { return changes.append(whole) }
    var (place, otherPlace) = (0, 0)
    var (offset, otherOffset) = (oldStart, newStart)
    for splice in Self.joined(edits) {
      offset += Self.text(old[place..<splice.old.lowerBound]).utf8.count
      otherOffset += Self.text(new[otherPlace..<splice.new.lowerBound]).utf8.count
      let (text, otherText) = (Self.text(old[splice.old]), Self.text(new[splice.new]))
      let change = TextChange(from: text, at: offset, to: otherText, at: otherOffset)
      changes.append(change)
      (place, otherPlace) = (splice.old.upperBound, splice.new.upperBound)
      (offset, otherOffset) = (change.oldRange.upperBound, change.newRange.upperBound)
    }
  }

  /// The edits, those that are close to each other as one where text came as well as went.
  ///
  /// Text that only came around other text is an insertion on each side: "xy" becomes "(xy)" by two insertions. Text that came
  /// and went within a few scalars was rewritten, and is one change.
  private static func joined(_ edits: [Splice]) -> [Splice] {
    var splices: [Splice] = []
    var rest = edits[...]
    while let first = rest.first {
      var end = rest.startIndex
      var reach = first.old.lowerBound
      while end < rest.endIndex, rest[end].old.lowerBound - reach < nearby {
        reach = rest[end].old.upperBound
        end += 1
      }
      let close = rest[..<end]
      let isOneWay = close.allSatisfy(\.old.isEmpty) || close.allSatisfy(\.new.isEmpty)
      for edit in close { splices.append(edit, joiningWithin: isOneWay ? 1 : nearby) }
      rest = rest[end...]
    }
    return splices
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
