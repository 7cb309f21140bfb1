extension CountedTree {
  /// The elements that a predicate holds for; this tree itself if the predicate holds for all elements.
  ///
  /// If few elements are removed, the result shares nodes with this tree.
  @inlinable
  func filtered(_ isIncluded: (UnsafeMutablePointer<Element>) throws -> Bool) rethrows -> CountedTree {
    var removed: [Range<Int>] = []
    var position = 0
    var parts = CountedTreeParts(self)
    try parts.forEachPlace { element in
      if try !isIncluded(element) {
        let start = removed.last?.upperBound == position ? removed.removeLast().lowerBound : position
        removed.append(start..<position + 1)
      }
      position += 1
    }
    return removed.count < count / Self.copiesPerCut ? cutting(removed) : copying(without: removed)
  }

  /// About how many elements are copied in the time of one cut.
  @inlinable static var copiesPerCut: Int { 1_024 }

  @inlinable
  func cutting(_ removed: [Range<Int>]) -> CountedTree {
    var tree = self
    for range in removed.reversed() { tree.removeSubrange(range) }
    return tree
  }

  @inlinable
  func copying(without removed: [Range<Int>]) -> CountedTree {
    if removed.isEmpty { return self }
    var builder = CountedTreeBuilder<Content>()
    var start = 0
    for range in removed + [count..<count] {
      var kept = CountedTreeIterator(self, positions: start..<range.lowerBound)
      while let run = kept.nextRun() {
        // Runs have elements.
        builder.append(copying: run.baseAddress.unsafelyUnwrapped, count: run.count)
      }
      start = range.upperBound
    }
    return CountedTree(&builder)
  }

  /// Removes the elements at some positions.
  @inlinable
  mutating func removeSubrange(_ positions: Range<Int>) {
    if positions.isEmpty { return }
    let (before, rest) = split(at: positions.lowerBound)
    self = before
    append(rest.split(at: positions.count).1)
  }

  /// Makes a tree of all that a builder was given.
  @inlinable
  init(_ builder: inout CountedTreeBuilder<Content>) {
    let (tree, last) = builder.finish()
    self = tree
    append(CountedTree(root: last))
  }
}
