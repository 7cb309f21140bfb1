/// The fewest elements that come and go between two rows, each as a splice of its own, in ascending order.
///
/// This is Myers's greedy algorithm. After each number of edits, it knows for each diagonal how far these edits lead in
/// the older row. A diagonal is the difference between the places in the two rows.
@usableFromInline
struct ShortestEdits {
  @usableFromInline let edits: [Splice]

  /// The most edits that are looked for, because the time grows with the square of their number.
  private static var patience: Int { 256 }

  /// Finds the edits between two parts of rows whose elements are known by their places; nil if there are too many.
  @usableFromInline
  init?(from old: Range<Int>, to new: Range<Int>, by areEqual: (_ old: Int, _ new: Int) -> Bool) {
    let shift = new.lowerBound - old.lowerBound
    let most = min(Self.patience, old.count + new.count)
    let middle = most + 1
    var furthest = Array(repeating: old.lowerBound, count: 2 * middle + 1)
    var rounds: [[Int]] = []
    for count in 0...most {
      rounds.append(furthest)
      for diagonal in stride(from: -count, through: count, by: 2) {
        let isInsertion = Self.isInsertion(diagonal, count, furthest)
        var place =
          isInsertion ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        var other = place - diagonal + shift
        while place < old.upperBound, other < new.upperBound, areEqual(place, other) {
          (place, other) = (place + 1, other + 1)
        }
        furthest[middle + diagonal] = place
        if place >= old.upperBound, other >= new.upperBound {
          edits = Self.edits(diagonal, rounds, shift)
          return
        }
      }
    }
    return nil
  }

  /// Whether the last of `count` edits that lead to a diagonal is an insertion.
  private static func isInsertion(_ diagonal: Int, _ count: Int, _ furthest: [Int]) -> Bool {
    let index = furthest.count / 2 + diagonal
    return diagonal == -count || diagonal != count && furthest[index - 1] < furthest[index + 1]
  }

  /// The edits that lead to a diagonal, found from the last one back to the first.
  private static func edits(_ last: Int, _ rounds: [[Int]], _ shift: Int) -> [Splice] {
    var diagonal = last
    var edits: [Splice] = []
    for count in stride(from: rounds.count - 1, to: 0, by: -1) {
      let isInsertion = isInsertion(diagonal, count, rounds[count])
      diagonal += isInsertion ? 1 : -1
      let place = rounds[count][rounds[count].count / 2 + diagonal]
      let other = place - diagonal + shift
      edits.append((place..<place + (isInsertion ? 0 : 1), other..<other + (isInsertion ? 1 : 0)))
    }
    return edits.reversed()
  }
}
