extension [Int] {
  /// The places of the longest ascending selection of different numbers, in ascending order.
  ///
  /// - Complexity: O(*n* log *n*).
  var longestAscent: [Int] {
    // For every length, where the ascent of that length ends whose end is the least; and before each place another.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: count)
    for (place, number) in enumerated() {
      let length = ends.partitioningIndex { self[$0] >= number }
      before[place] = length > 0 ? ends[length - 1] : nil
      if length < ends.count { ends[length] = place } else { ends.append(place) }
    }
    var ascent: [Int] = []
    var place = ends.last
    while let current = place {
      ascent.append(current)
      place = before[current]
    }
    return ascent.reversed()
  }
}
