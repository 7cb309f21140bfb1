/// A history that is made again from what a log has of it: the same moments in the same order, but none of the values.
///
/// The log is data, so nothing here trusts it: what cannot have happened is an error.
package struct HistoryReplay: Sendable {
  /// What cannot have happened.
  package struct Impossible: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// The moments so far.
  package private(set) var timeline: Timeline
  private let source: any StepSource

  /// Starts with the oldest moment that is left.
  ///
  /// - Parameters:
  ///   - provenance: Where the step to it came from.
  ///   - place: Where the line stands that says so; it has what goes beside the part. Nil where there is none.
  ///   - source: What reads the steps later on.
  package init(
    _ first: Moment.ID,
    label: String,
    at time: Timestamp,
    _ provenance: Provenance? = nil,
    place: UInt64?,
    stepsFrom source: any StepSource
  ) {
    self.source = source
    timeline = Timeline(
      label: label,
      at: time,
      provenance,
      keeping: .elsewhere(place.map { [$0] } ?? [], source),
      as: first,
      pageSize: Keeping.all.pageSize
    )
  }

  /// The number of moments.
  package var count: Int { timeline.count }

  /// Whether a moment is there.
  package func contains(_ id: Moment.ID) -> Bool { timeline.tree.contains(id) }

  /// A step led to a new moment.
  package mutating func make(
    _ id: Moment.ID,
    after parent: Moment.ID,
    _ label: String,
    at time: Timestamp,
    _ provenance: Provenance? = nil,
    place: UInt64
  ) throws(Impossible) {
    guard timeline.tree.contains(parent) else {
      throw Impossible(description: "moment \(id) follows on \(parent), which is not there")
    }
    guard id > timeline.newestID else {
      throw Impossible(description: "moment \(id) is not newer than \(timeline.newestID)")
    }
    if let link = provenance?.origin.links.max(), link >= id {
      throw Impossible(description: "moment \(id) is about \(link), which is not older")
    }
    timeline.presentID = parent
    timeline.append(Step(label: label, provenance), at: time, keeping: .elsewhere([place], source), as: id)
    timeline.pages.packReplayed()
  }

  /// A step was added to the present moment.
  package mutating func extend(
    _ id: Moment.ID,
    _ label: String,
    at time: Timestamp,
    place: UInt64
  ) throws(Impossible) {
    guard id == timeline.presentID, case .elsewhere(let places, _)? = timeline.pages.entry(id)?.kept else {
      throw Impossible(description: "moment \(id) is added to, and \(timeline.presentID) is the present")
    }
    let kept = MomentPages.Kept.elsewhere(places + [place], source)
    _ = timeline.extend(with: Step(label: label), at: time, keeping: kept)
  }

  /// The present moved to a moment.
  package mutating func move(_ movement: Movement, to id: Moment.ID) throws(Impossible) {
    guard timeline.destination(of: movement) == id else {
      throw Impossible(description: "no such movement leads from \(timeline.presentID) to \(id)")
    }
    timeline.move(movement, to: id)
  }

  /// The present moment was saved.
  package mutating func markSaved(_ id: Moment.ID) throws(Impossible) {
    guard id == timeline.presentID else {
      throw Impossible(description: "moment \(id) was saved, and \(timeline.presentID) is the present")
    }
    timeline.markSaved()
  }

  /// The present moment was given a name.
  package mutating func name(_ id: Moment.ID, _ name: String) throws(Impossible) {
    guard id == timeline.presentID else {
      throw Impossible(description: "moment \(id) was named, and \(timeline.presentID) is the present")
    }
    timeline.setCheckpoint(name)
  }

  /// All moments but the present were forgotten.
  package mutating func forget(_ id: Moment.ID, place: UInt64) throws(Impossible) {
    guard id == timeline.presentID else {
      throw Impossible(description: "moment \(id) stayed, and \(timeline.presentID) is the present")
    }
    timeline = timeline.forgetting(keeping: .elsewhere([place], source))
  }

  /// Moments were evicted. A log that was written anew in between has left some of them out already.
  package mutating func evict(_ ids: [Moment.ID]) throws(Impossible) {
    var remains = Remains()
    for id in ids where timeline.tree.contains(id) && !timeline.remove(id, into: &remains) {
      throw Impossible(description: "moment \(id) cannot have been evicted")
    }
  }

  /// Puts the marks where they were when the moments so far were written down together.
  package mutating func restore(_ marks: TimelineMarks) throws(Impossible) {
    let named = [marks.present, marks.lineEnd] + (marks.saved.map { [$0] } ?? [])
    for id in named where !timeline.tree.contains(id) {
      throw Impossible(description: "moment \(id) is named and not there")
    }
    let tree = timeline.tree
    guard tree.ancestor(of: marks.lineEnd, at: tree.depth(marks.present)) == marks.present else {
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
    of domain: UndoDomain,
    at present: DomainSnapshot,
    keeping: Keeping,
    into remains: inout Remains
  ) throws(PatchError) {
    self.init(replay.timeline, of: domain, keeping: keeping)
    let id = timeline.presentID
    // Undo gives back the companion from before the step that led here.
    let companions = try timeline.companions(at: id)
    let snapshot = domain.described == nil ? present : domain.reunite(present, companions)
    timeline.pages.setValue(snapshot, at: id, into: &remains)
    timeline.mergeKey = nil
    timeline.trim(to: keeping.steps, into: &remains)
  }
}
