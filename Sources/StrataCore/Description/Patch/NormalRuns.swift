/// The runs of a list's or a text's change in their normal form, built from beginning to end.
///
/// Runs of a kind are one run; between what is kept, what went stands before what came, without what both have in
/// common at either end; nothing kept stands last. So what did not change has no runs.
struct NormalRuns<Run: PatchRun> {
  private var done: [Run] = []
  /// The content that was removed and inserted since the last kept or changed element.
  private var removed = Run.Content()
  private var inserted = Run.Content()

  init() {}

  init(_ runs: [Run]) {
    for run in runs { append(run) }
  }

  /// All runs.
  var runs: [Run] {
    var all = self
    all.close()
    if case .kept? = all.done.last?.fate { all.done.removeLast() }
    return all.done
  }

  mutating func append(_ run: Run) {
    switch run.fate {
    case .removed(let content): removed += content
    case .inserted(let content): inserted += content
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
    if case .kept(let before)? = done.last?.fate {
      done[done.count - 1] = .kept(before + count)
    } else {
      done.append(.kept(count))
    }
  }

  private mutating func close() {
    if removed.length == 0 && inserted.length == 0 { return }
    let shared = removed.sharedEnds(with: inserted)
    keep(shared.start)
    if let gone = removed.part(shared.start..<removed.length - shared.end), gone.length > 0 {
      done.append(.removed(gone))
    }
    if let come = inserted.part(shared.start..<inserted.length - shared.end), come.length > 0 {
      done.append(.inserted(come))
    }
    keep(shared.end)
    removed = Run.Content()
    inserted = Run.Content()
  }
}

extension NormalRuns {
  /// Whether runs that were read are in their normal form, and about no more than there can be.
  static func areNormal(_ runs: [Run]) -> Bool {
    var room = Int.max / 2
    for run in runs {
      if case .kept(let count) = run.fate {
        guard count > 0, count < room else { return false }
        room -= count
      }
    }
    return NormalRuns(runs).runs == runs
  }
}
