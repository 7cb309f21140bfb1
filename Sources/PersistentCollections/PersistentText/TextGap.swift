/// Text of two versions that is in each other's place but in no common node.
struct TextGap {
  private let old: [Unicode.Scalar]
  private let new: [Unicode.Scalar]
  private let oldStart: Int
  private let newStart: Int

  init(_ old: String, at oldStart: Int, _ new: String, at newStart: Int) {
    (self.old, self.new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    (self.oldStart, self.newStart) = (oldStart, newStart)
  }

  /// Some scalars that others take the place of.
  private typealias Splice = (old: Range<Int>, new: Range<Int>)

  /// Common scalars that are fewer than these between two changes are there by accident.
  private static var nearby: Int { 4 }

  /// How many scalars may come and go for the shortest way between both texts to be looked for: its time grows with
  /// the square.
  private static var patience: Int { 256 }

  /// Finds the changes among the scalars.
  func append(to changes: inout [TextChange]) {
    var (place, otherPlace) = (0, 0)
    var (offset, otherOffset) = (oldStart, newStart)
    for splice in splices() {
      offset += Self.text(old[place..<splice.old.lowerBound]).utf8.count
      otherOffset += Self.text(new[otherPlace..<splice.new.lowerBound]).utf8.count
      let (text, otherText) = (Self.text(old[splice.old]), Self.text(new[splice.new]))
      let change = TextChange(from: text, at: offset, to: otherText, at: otherOffset)
      changes.append(change)
      (place, otherPlace) = (splice.old.upperBound, splice.new.upperBound)
      (offset, otherOffset) = (change.oldRange.upperBound, change.newRange.upperBound)
    }
  }

  /// What was replaced between what both texts begin and end with.
  private func splices() -> [Splice] {
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let whole: Splice = (start..<old.count - end, start..<new.count - end)
    if whole.old.isEmpty && whole.new.isEmpty { return [] }
    if whole.old.isEmpty || whole.new.isEmpty { return [whole] }
    guard let edits = shortestEdits(whole) else { return [whole] }
    var splices: [Splice] = []
    for edit in edits {
      if let last = splices.last, edit.old.lowerBound - last.old.upperBound < Self.nearby {
        splices[splices.count - 1] = (
          last.old.lowerBound..<edit.old.upperBound, last.new.lowerBound..<edit.new.upperBound
        )
      } else {
        splices.append(edit)
      }
    }
    return splices
  }

  /// The fewest scalars that come and go, each by itself and in ascending order; nil if they are too many.
  ///
  /// This is Myers's greedy algorithm: after each number of edits it knows, for each difference between the places in
  /// both texts, how far in the old one that many edits lead.
  private func shortestEdits(_ whole: Splice) -> [Splice]? {
    let (old, new) = (old[whole.old], new[whole.new])
    let middle = Self.patience + 1
    var furthest = Array(repeating: 0, count: 2 * middle + 1)
    var rounds: [[Int]] = []
    for count in 0...Self.patience {
      rounds.append(furthest)
      for diagonal in stride(from: -count, through: count, by: 2) {
        let isInsertion = Self.isInsertion(diagonal, count, furthest)
        var place = isInsertion ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        var other = place - diagonal
        while place < old.count, other < new.count,
          old[old.startIndex + place] == new[new.startIndex + other]
        {
          (place, other) = (place + 1, other + 1)
        }
        furthest[middle + diagonal] = place
        if place >= old.count, other >= new.count { return edits(whole, rounds) }
      }
    }
    return nil
  }

  /// Whether the last of a number of edits on the way to a diagonal is an insertion.
  private static func isInsertion(_ diagonal: Int, _ count: Int, _ furthest: [Int]) -> Bool {
    let middle = patience + 1
    return diagonal == -count
      || diagonal != count && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]
  }

  /// The edits on the way that was found, from its end back to the beginning.
  private func edits(_ whole: Splice, _ rounds: [[Int]]) -> [Splice] {
    let (start, otherStart) = (whole.old.lowerBound, whole.new.lowerBound)
    var diagonal = whole.old.count - whole.new.count
    var edits: [Splice] = []
    for count in stride(from: rounds.count - 1, to: 0, by: -1) {
      let isInsertion = Self.isInsertion(diagonal, count, rounds[count])
      diagonal += isInsertion ? 1 : -1
      let place = start + rounds[count][Self.patience + 1 + diagonal]
      let other = otherStart + place - start - diagonal
      edits.append((place..<place + (isInsertion ? 0 : 1), other..<other + (isInsertion ? 1 : 0)))
    }
    return edits.reversed()
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
