/// Text of two versions that is in each other's place but in no common node.
struct TextGap {
  /// What is left of both texts between what they have in common at their ends, and where it begins.
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

  /// Some scalars that others take the place of.
  private typealias Splice = (old: Range<Int>, new: Range<Int>)

  /// Common scalars that are fewer than these between two changes are there by accident.
  private static var nearby: Int { 4 }

  /// How many scalars may come and go for the shortest way between both texts to be looked for: its time grows with
  /// the square.
  private static var patience: Int { 256 }

  /// Finds the changes among the scalars.
  func append(to changes: inout [TextChange]) {
    if old.isEmpty && new.isEmpty { return }
    let whole = TextChange(from: String(old), at: oldStart, to: String(new), at: newStart)
    // Where text only came or only went, as where letters are typed, there is nothing to look for.
    if old.isEmpty || new.isEmpty { return changes.append(whole) }
    let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    guard let edits = Self.shortestEdits(from: old, to: new) else { return changes.append(whole) }
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

  /// The edits, those that are close to each other as one.
  private static func joined(_ edits: [Splice]) -> [Splice] {
    var splices: [Splice] = []
    for edit in edits {
      if let last = splices.last, edit.old.lowerBound - last.old.upperBound < nearby {
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
  private static func shortestEdits(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) -> [Splice]? {
    let middle = patience + 1
    var furthest = Array(repeating: 0, count: 2 * middle + 1)
    var rounds: [[Int]] = []
    for count in 0...patience {
      rounds.append(furthest)
      for diagonal in stride(from: -count, through: count, by: 2) {
        let isInsertion = isInsertion(diagonal, count, furthest)
        var place = isInsertion ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        var other = place - diagonal
        while place < old.count, other < new.count, old[place] == new[other] {
          (place, other) = (place + 1, other + 1)
        }
        furthest[middle + diagonal] = place
        if place >= old.count, other >= new.count { return edits(diagonal, rounds) }
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
  private static func edits(_ last: Int, _ rounds: [[Int]]) -> [Splice] {
    var diagonal = last
    var edits: [Splice] = []
    for count in stride(from: rounds.count - 1, to: 0, by: -1) {
      let isInsertion = isInsertion(diagonal, count, rounds[count])
      diagonal += isInsertion ? 1 : -1
      let place = rounds[count][patience + 1 + diagonal]
      let other = place - diagonal
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
