/// A history that is made again from what a log has of it: the same moments in the same order, but none of the values.
///
/// The log is data, so nothing here trusts it: what cannot have happened is an error.
package struct HistoryReplay: Sendable {
  /// What cannot have happened.
  package struct Impossible: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
  }

  private(set) var timeline: Timeline
  private let source: any StepSource

  /// Starts with the oldest moment that is left.
  ///
  /// - Parameters:
  ///   - place: Where the line stands that says so; it has what goes beside the part.
  ///   - source: What reads the steps later on.
  package init(
    _ first: Moment.ID,
    label: String,
    at time: Timestamp,
    place: UInt64,
    stepsFrom source: any StepSource
  ) throws(Impossible) {
    self.source = source
    let step = try Self.step(label, at: [place], of: source)
    timeline = Timeline(label: label, at: time, keeping: step, as: first)
  }

  private static func step(
    _ label: String,
    at places: [UInt64],
    of source: any StepSource
  ) throws(Impossible) -> Kept {
    guard let step = PackedStep(readFrom: source, at: places, label: label) else {
      throw Impossible(description: "a label is longer than four billion bytes")
    }
    return .step(step)
  }

  /// The number of moments.
  package var count: Int { timeline.count }

  /// A step led to a new moment.
  package mutating func make(
    _ id: Moment.ID,
    after parent: Moment.ID,
    _ label: String,
    at time: Timestamp,
    place: UInt64
  ) throws(Impossible) {
    guard timeline.moments.links(of: parent) != nil else {
      throw Impossible(description: "moment \(id) follows on \(parent), which is not there")
    }
    guard id > timeline.newestID else {
      throw Impossible(description: "moment \(id) is not newer than \(timeline.newestID)")
    }
    timeline.presentID = parent
    // The label lies with the step.
    timeline.append(Step(label: ""), at: time, keeping: try Self.step(label, at: [place], of: source), as: id)
  }

  /// A step was added to the present moment.
  package mutating func extend(
    _ id: Moment.ID,
    _ label: String,
    at time: Timestamp,
    place: UInt64
  ) throws(Impossible) {
    guard id == timeline.presentID, let places = timeline.entry(id).kept.step?.places else {
      throw Impossible(description: "moment \(id) is added to, and \(timeline.presentID) is the present")
    }
    let kept = try Self.step(label, at: places + [place], of: source)
    _ = timeline.extend(with: Step(label: ""), at: time, keeping: kept)
  }

  /// The present moved to a moment.
  package mutating func move(_ movement: Movement, to id: Moment.ID) throws(Impossible) {
    guard timeline.destination(of: movement) == id else {
      throw Impossible(description: "no such movement leads from \(timeline.presentID) to \(id)")
    }
    timeline.move(movement)
  }

  /// The present moment was saved.
  package mutating func markSaved(_ id: Moment.ID) throws(Impossible) {
    guard id == timeline.presentID else {
      throw Impossible(description: "moment \(id) was saved, and \(timeline.presentID) is the present")
    }
    timeline.markSaved()
  }

  /// All moments but the present were forgotten.
  package mutating func forget(_ id: Moment.ID, place: UInt64) throws(Impossible) {
    guard id == timeline.presentID else {
      throw Impossible(description: "moment \(id) stayed, and \(timeline.presentID) is the present")
    }
    timeline = timeline.forgetting(keeping: try Self.step(History.firstLabel, at: [place], of: source))
  }

  /// Moments were evicted. A log that was written anew in between has left some of them out already.
  package mutating func evict(_ ids: [Moment.ID]) throws(Impossible) {
    var remains = Remains()
    for id in ids where timeline.moments.links(of: id) != nil && !timeline.remove(id, into: &remains) {
      throw Impossible(description: "moment \(id) cannot have been evicted")
    }
  }

  /// Puts the marks where they were when the moments so far were written down together.
  package mutating func restore(_ marks: TimelineMarks) throws(Impossible) {
    let named = [marks.present, marks.lineEnd] + (marks.saved.map { [$0] } ?? [])
    for id in named where timeline.moments.links(of: id) == nil {
      throw Impossible(description: "moment \(id) is named and not there")
    }
    let depth = timeline.links(marks.present).depth
    guard timeline.ancestor(of: marks.lineEnd, at: depth) == marks.present else {
      throw Impossible(description: "moment \(marks.present) is not on the line to \(marks.lineEnd)")
    }
    guard marks.newest >= timeline.newestID else {
      throw Impossible(description: "moment \(timeline.newestID) is newer than the newest")
    }
    if marks.newest > timeline.newestID { timeline.olderTips[timeline.newestID] = () }
    (timeline.presentID, timeline.lineEnd) = (marks.present, marks.lineEnd)
    (timeline.savedID, timeline.newestID) = (marks.saved, marks.newest)
  }
}

/// Which moments of a timeline mean something.
package struct TimelineMarks: Equatable, Sendable {
  package var present: Moment.ID
  package var lineEnd: Moment.ID
  package var saved: Moment.ID?
  /// The number that was given out last; the moment may be gone.
  package var newest: Moment.ID

  package init(present: Moment.ID, lineEnd: Moment.ID, saved: Moment.ID?, newest: Moment.ID) {
    (self.present, self.lineEnd, self.saved, self.newest) = (present, lineEnd, saved, newest)
  }
}

extension Timeline {
  /// Which moments mean something.
  package var marks: TimelineMarks {
    TimelineMarks(present: presentID, lineEnd: lineEnd, saved: savedID, newest: newestID)
  }
}

extension History {
  /// Takes up a history where a log has left it.
  ///
  /// - Parameters:
  ///   - present: The part as it is now.
  ///   - remains: What is over the limit.
  init(
    _ replay: HistoryReplay,
    at present: AnySnapshot,
    limit: HistoryLimit,
    keeping: Keeping,
    into remains: inout Remains
  ) throws(PatchError) {
    self.init(replay.timeline, limit: limit, keeping: keeping)
    let id = timeline.presentID
    if let step = timeline.entry(id).kept.step, let packing {
      // Undo gives back the companion from before the step that led here.
      let snapshot = try step.read().companions.map { packing.reunite(present, with: $0) } ?? present
      timeline.keep(.both(SnapshotAndStep(snapshot, step, stays: true)), at: id, &remains)
    }
    timeline.mergeKey = nil
    if let scale { timeline.beginTally(snapshotBytes: scale.snapshotBytes) }
    timeline.trim(to: limit, into: &remains)
  }
}
