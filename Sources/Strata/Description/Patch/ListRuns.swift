/// The runs of a list's change in their normal form, built from beginning to end.
///
/// Runs of a kind are one run; between two kept elements what went stands before what came, without what both have
/// in common at either end; nothing kept stands last. So a list that did not change has no runs.
struct ListRuns {
  private(set) var done: [Patch.Node.Run] = []
  /// What went and came since the last kept or changed element.
  private var removed: [PlainValue] = []
  private var inserted: [PlainValue] = []

  init() {}

  init(_ runs: [Patch.Node.Run]) {
    for run in runs { append(run) }
  }

  /// All runs.
  var runs: [Patch.Node.Run] {
    var all = self
    all.close()
    if case .kept = all.done.last { all.done.removeLast() }
    return all.done
  }

  mutating func append(_ run: Patch.Node.Run) {
    switch run {
    case .removed(let values): removed += values
    case .inserted(let values): inserted += values
    case .kept(let count):
      close()
      keep(count)
    case .changed:
      close()
      done.append(run)
    }
  }

  private mutating func keep(_ count: Int) {
    guard count > 0 else { return }
    if case .kept(let before) = done.last {
      done[done.count - 1] = .kept(before + count)
    } else {
      done.append(.kept(count))
    }
  }

  private mutating func close() {
    var start = 0
    while start < min(removed.count, inserted.count), removed[start] == inserted[start] { start += 1 }
    var (oldEnd, newEnd) = (removed.count, inserted.count)
    while oldEnd > start, newEnd > start, removed[oldEnd - 1] == inserted[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let end = removed.count - oldEnd
    keep(start)
    if oldEnd > start { done.append(.removed(Array(removed[start..<oldEnd]))) }
    if newEnd > start { done.append(.inserted(Array(inserted[start..<newEnd]))) }
    keep(end)
    removed = []
    inserted = []
  }
}
