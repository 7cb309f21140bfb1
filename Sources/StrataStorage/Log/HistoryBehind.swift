import StrataCore

/// The history behind damage in a log, as far as every change since is known.
///
/// It begins at the first moment that is named there: what led to that is lost, and so are the branches from before.
struct HistoryBehind {
  private var history: HistoryReplay?
  /// The moments that are known so far.
  var timeline: Timeline? { history?.timeline }
  /// Which of the moments that were kept mean something, as long as more of them may follow.
  private var unmarked: TimelineMarks?

  /// What the moment is called that it begins at, where nothing says what it was called.
  static let label = "Start of what is left"

  /// Takes a moment that was kept when the log was written anew; those that do not follow on others are left out.
  mutating func keep(
    _ head: RecordHead,
    at place: Int,
    of header: LogHeader,
    stepsFrom source: any StepSource
  ) {
    guard case .made(let id, let parent, let label, let time, let provenance) = head.event else { return }
    unmarked = header.marks
    if history == nil {
      begin(head, at: place, stepsFrom: source)
    } else {
      try? history?.make(id, after: parent, label, at: time, provenance, place: UInt64(place))
    }
    if let name = head.checkpoint { try? history?.name(id, name) }
  }

  /// The history, when all lines were taken; nil where no moment is named.
  mutating func finish() -> HistoryReplay? {
    mark()
    return history
  }

  /// Puts the marks where they were when the moments so far were written down together.
  private mutating func mark() {
    guard var marks = unmarked, let history else { return }
    unmarked = nil
    if !history.contains(marks.lineEnd) { marks.lineEnd = marks.present }
    marks.saved = marks.saved.flatMap { history.contains($0) ? $0 : nil }
    if (try? self.history?.restore(marks)) == nil { self.history = nil }
  }

  /// Takes what a change says of the history.
  mutating func take(
    _ head: RecordHead,
    at place: Int,
    stepsFrom source: any StepSource
  ) {
    mark()
    do throws(HistoryReplay.Impossible) {
      if history == nil {
        begin(head, at: place, stepsFrom: source)
      } else {
        try history?.take(head, at: place, stepsFrom: source)
      }
    } catch {
      // It names a moment from before the damage.
      history = nil
      begin(head, at: place, stepsFrom: source)
    }
  }

  private mutating func begin(_ head: RecordHead, at place: Int, stepsFrom source: any StepSource) {
    switch head.event {
    case .made(let id, let parent, let label, let time, let provenance):
      var begun = HistoryReplay(parent, label: Self.label, at: time, place: nil, stepsFrom: source)
      // A moment is always newer than the one that it follows on; what is not was made by a stranger.
      guard (try? begun.make(id, after: parent, label, at: time, provenance, place: UInt64(place))) != nil
      else { return }
      history = begun
    case .extended(let id, let label, let time):
      history = HistoryReplay(id, label: label, at: time, place: nil, stepsFrom: source)
    case .begun(let id, let label, let time, let provenance):
      history = HistoryReplay(id, label: label, at: time, provenance, place: UInt64(place), stepsFrom: source)
    case .moved, .saved, .named, .forgotten, .nothing: break
    }
  }
}
