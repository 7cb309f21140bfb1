/// The fewest elements that come and go between two rows, each by itself and in ascending order.
///
/// This is Myers's greedy algorithm: after each number of edits it knows, for each difference between the places in
/// both rows, how far in the old one that many edits lead.
struct ShortestEdits {
  /// Some elements that others take the place of.
  typealias Splice = (old: Range<Int>, new: Range<Int>)

  let edits: [Splice]

  /// How many elements may come and go for the shortest way to be looked for: its time grows with the square.
  private static var patience: Int { 256 }

  private static var middle: Int { patience + 1 }

  /// Finds them; nil if they are too many.
  init?<Element: Equatable>(from old: [Element], to new: [Element]) {
    var furthest = Array(repeating: 0, count: 2 * Self.middle + 1)
    var rounds: [[Int]] = []
    for count in 0...Self.patience {
      rounds.append(furthest)
      for diagonal in stride(from: -count, through: count, by: 2) {
        let isInsertion = Self.isInsertion(diagonal, count, furthest)
        var place =
          isInsertion ? furthest[Self.middle + diagonal + 1] : furthest[Self.middle + diagonal - 1] + 1
        var other = place - diagonal
        while place < old.count, other < new.count, old[place] == new[other] {
          (place, other) = (place + 1, other + 1)
        }
        furthest[Self.middle + diagonal] = place
        if place >= old.count, other >= new.count {
          edits = Self.edits(diagonal, rounds)
          return
        }
      }
    }
    return nil
  }

  /// Whether the last of a number of edits on the way to a diagonal is an insertion.
  private static func isInsertion(_ diagonal: Int, _ count: Int, _ furthest: [Int]) -> Bool {
    diagonal == -count
      || diagonal != count && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]
  }

  /// The edits on the way that was found, from its end back to the beginning.
  private static func edits(_ last: Int, _ rounds: [[Int]]) -> [Splice] {
    var diagonal = last
    var edits: [Splice] = []
    for count in stride(from: rounds.count - 1, to: 0, by: -1) {
      let isInsertion = isInsertion(diagonal, count, rounds[count])
      diagonal += isInsertion ? 1 : -1
      let place = rounds[count][middle + diagonal]
      let other = place - diagonal
      edits.append((place..<place + (isInsertion ? 0 : 1), other..<other + (isInsertion ? 1 : 0)))
    }
    return edits.reversed()
  }
}
