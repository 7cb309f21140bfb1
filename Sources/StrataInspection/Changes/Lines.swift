/// Returns the changes that lead from one text to another, by lines.
///
/// - Complexity: O(lines · lines that differ); where more than a thousand differ on either side, they count as replaced.
func lineChanges(from old: String, to new: String) -> [LineChange] {
  let before = old.split(separator: "\n", omittingEmptySubsequences: false)
  let after = new.split(separator: "\n", omittingEmptySubsequences: false)
  let most = min(before.count, after.count)
  var (start, end) = (0, 0)
  while start < most, isSame(before[start], after[start]) { start += 1 }
  while start + end < most, isSame(before[before.count - 1 - end], after[after.count - 1 - end]) { end += 1 }
  let (gone, come) = (before[start..<before.count - end], after[start..<after.count - end])
  var changes: [LineChange] = start > 0 ? [.kept(Array(before[..<start]))] : []
  if max(gone.count, come.count) > 1_000 {
    changes += [.removed(Array(gone)), .added(Array(come))]
  } else {
    changes += aligned(Array(gone), Array(come))
  }
  if end > 0 { changes.append(.kept(Array(before[(before.count - end)...]))) }
  return changes.filter { !$0.lines.isEmpty }
}

extension LineChange {
  /// The lines.
  public var lines: [Substring] {
    switch self {
    case .kept(let lines), .removed(let lines), .added(let lines): lines
    }
  }
}

private func isSame(_ left: Substring, _ right: Substring) -> Bool { left.utf8.elementsEqual(right.utf8) }

private func aligned(_ gone: [Substring], _ come: [Substring]) -> [LineChange] {
  let difference = come.difference(from: gone, by: isSame)
  var removed: Set<Int> = []
  var added: Set<Int> = []
  for change in difference {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): added.insert(offset)
    }
  }
  var changes: [LineChange] = []
  var (old, new) = (0, 0)
  while old < gone.count || new < come.count {
    let lost = gone[old...].enumerated().prefix { removed.contains(old + $0.offset) }.map(\.element)
    let won = come[new...].enumerated().prefix { added.contains(new + $0.offset) }.map(\.element)
    (old, new) = (old + lost.count, new + won.count)
    let kept = gone[old...].enumerated().prefix { !removed.contains(old + $0.offset) }.count
    let also = come[new...].enumerated().prefix { !added.contains(new + $0.offset) }.count
    let same = min(kept, also)
    changes += [.removed(lost), .added(won), .kept(Array(gone[old..<old + same]))]
    (old, new) = (old + same, new + same)
  }
  return changes
}
