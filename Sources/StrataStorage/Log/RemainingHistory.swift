import StrataCore

/// The history behind damage in a log, as far as every change since is known.
///
/// It begins at the first moment that is named there: what led to that is lost, and so are the branches from before.
struct RemainingHistory {
  /// The moments that are known so far.
  private(set) var history: HistoryReplay?
  /// The marks of the moments in pages, such as the present moment, as long as more pages may follow.
  private var unmarked: TimelineMarks?

  /// The label of the first moment, for a history whose first moment has lost its own label.
  static let label = "Start of what is left"

  /// Takes up a page; moments that do not follow on others are left out.
  mutating func take(_ page: WrittenPage, _ marks: TimelineMarks) {
    unmarked = marks
    if history == nil {
      history = HistoryReplay.behindDamage(page, label: Self.label)
    } else {
      try? history?.appendWhatFollows(page)
    }
  }

  /// The history, when all lines were taken; nil where no moment is named.
  mutating func finish() -> HistoryReplay? {
    mark()
    return history
  }

  /// Puts the marks where they were when the pages were written.
  mutating func mark() {
    guard var marks = unmarked, let history else { return }
    unmarked = nil
    if !history.contains(marks.lineEnd) { marks.lineEnd = marks.present }
    marks.saved = marks.saved.flatMap { history.contains($0) ? $0 : nil }
    if (try? self.history?.restore(marks)) == nil { self.history = nil }
  }

  /// Takes what a change says of the history.
  mutating func take(_ head: RecordHead, _ step: PackedStep) {
    do throws(HistoryReplay.Impossible) {
      if history == nil {
        begin(head, step)
      } else {
        try history?.take(head, step)
      }
    } catch {
      // It names a moment from before the damage.
      history = nil
      begin(head, step)
    }
  }

  private mutating func begin(_ head: RecordHead, _ step: PackedStep) {
    switch head.event {
    case .made(let id, let parent, let label, let time, let provenance):
      var begun = HistoryReplay(parent, label: Self.label, at: time)
      // A moment is always newer than the one that it follows on; what is not was made by a stranger.
      guard (try? begun.make(id, after: parent, label, at: time, provenance, step)) != nil else { return }
      history = begun
    case .extended(let id, let label, let time): history = HistoryReplay(id, label: label, at: time)
    case .begun(let id, let label, let time, let provenance):
      history = HistoryReplay(id, label: label, at: time, provenance, restoredValues: step.restoredValues)
    case .moved, .saved, .named, .forgotten, .nothing: break
    }
  }
}
