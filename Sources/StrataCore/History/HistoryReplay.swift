/// A history that is made again from its records in a log: the same moments in the same order, as steps and without values.
///
/// The log is data, so nothing here trusts it: an event that cannot have happened is an error.
package struct HistoryReplay: Sendable {
  /// The error for a log that tells of an impossible event.
  package struct Impossible: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// The moments so far.
  package private(set) var timeline: Timeline

  /// Starts with the oldest moment that is left.
  ///
  /// - Parameters:
  ///   - provenance: The provenance of the step to the moment.
  ///   - restoredValues: The restored values of the step to the moment.
  package init(
    _ first: Moment.ID,
    label: String,
    at time: Timestamp,
    _ provenance: Provenance? = nil,
    restoredValues: RestoredValues? = nil
  ) {
    timeline = Timeline(
      label: label,
      at: time,
      provenance,
      keeping: .step(PackedStep([], restoredValues: restoredValues)),
      as: first,
      pageSize: Keeping.all.pageSize
    )
  }

  /// Starts with the first page of a history, whose first moment is the oldest.
  package init(_ page: WrittenPage) throws(Impossible) {
    guard let first = page.ids.first, page.parents.first == .some(nil) else {
      throw Impossible(description: "the first page does not begin with the oldest moment")
    }
    timeline = Timeline(beginningWith: page, as: first, pageSize: Keeping.all.pageSize)
    try take(page, from: 1)
  }

  /// The number of moments.
  package var count: Int { timeline.count }

  /// The present moment.
  package var present: Moment.ID { timeline.presentID }

  /// Whether a moment is there.
  package func contains(_ id: Moment.ID) -> Bool { timeline.tree.contains(id) }

  /// Leaves out what goes beside the part, of a log that was written when other fields were restored.
  package mutating func leaveRestoredValues() { timeline.pages.hasRestoredValues = false }

  /// Changes all steps: a log may have been written when undo covered something else.
  ///
  /// - Parameter change: Returns what a step changes now.
  package mutating func mapSteps(_ change: (Patch) throws(PatchError) -> Patch) throws(PatchError) {
    try timeline.pages.mapSteps(change)
  }

  /// Takes up the next page; the history is as it was where that cannot follow.
  package mutating func append(_ page: WrittenPage) throws(Impossible) {
    let before = timeline
    timeline.pages.append(page.page, alive: page.alive)
    do throws(Impossible) {
      try take(page, from: 0)
    } catch {
      timeline = before
      throw error
    }
  }

  /// Takes up a page behind damage: the moments that it follows on are not there.
  ///
  /// - Parameter label: The label of the moment that the history begins with.
  package static func behindDamage(_ page: WrittenPage, label: String) -> HistoryReplay? {
    guard let first = page.ids.first, let oldest = page.parents.first.flatMap({ $0 }) else {
      return try? HistoryReplay(page)
    }
    let time = page.page.words.time(Int(first.raw - page.page.first)) ?? Timestamp(nanosecondsSince1970: 0)
    var history = HistoryReplay(oldest, label: label, at: time)
    let left = page.leaving { parent, known in parent == oldest || known.contains(parent) }
    return (try? history.append(left)) == nil ? nil : history
  }

  /// Takes up the next page, without the moments that follow on none that is there.
  package mutating func appendWhatFollows(_ page: WrittenPage) throws(Impossible) {
    let tree = timeline.tree
    let left = page.leaving { parent, known in known.contains(parent) || tree.contains(parent) }
    if left.count > 0 { try append(left) }
  }

  /// Puts the moments of a page into the tree, whose steps are there.
  private mutating func take(_ page: WrittenPage, from start: Int) throws(Impossible) {
    let provenances = page.page.provenances
    for (id, parent) in zip(page.ids, page.parents).dropFirst(start) {
      guard let parent else { throw Impossible(description: "moment \(id) follows on none") }
      let provenance = provenances[Int(id.raw - page.page.first)]
      try check(id, after: parent, provenance)
      timeline.presentID = parent
      timeline.appendToTree(id, provenance)
    }
    for (id, name) in page.names { timeline.checkpointNames[id] = name }
  }

  /// Sees to it that a step to a moment can have been taken.
  private func check(
    _ id: Moment.ID,
    after parent: Moment.ID,
    _ provenance: Provenance?
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
  }

  /// A step led to a new moment.
  package mutating func make(
    _ id: Moment.ID,
    after parent: Moment.ID,
    _ label: String,
    at time: Timestamp,
    _ provenance: Provenance? = nil,
    _ step: PackedStep
  ) throws(Impossible) {
    try check(id, after: parent, provenance)
    timeline.presentID = parent
    timeline.append(Step(label: label, provenance), at: time, keeping: .step(step), as: id)
    timeline.packSteps()
  }

  /// A step was added to the present moment.
  package mutating func extend(
    _ id: Moment.ID,
    _ label: String,
    at time: Timestamp,
    _ next: PackedStep
  ) throws(Impossible) {
    do throws(PatchError) {
      try timeline.pages.unpackLast()
    } catch {
      throw Impossible(description: "moment \(id) is added to, and cannot be read: \(error)")
    }
    guard id == timeline.presentID, case .step(var step)? = timeline.pages.entry(id)?.kept else {
      throw Impossible(description: "moment \(id) is added to, and \(timeline.presentID) is the present")
    }
    step.append(next)
    _ = timeline.extend(with: Step(label: label), at: time, keeping: .step(step))
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
  package mutating func forget(_ id: Moment.ID, restoredValues: RestoredValues?) throws(Impossible) {
    guard id == timeline.presentID else {
      throw Impossible(description: "moment \(id) stayed, and \(timeline.presentID) is the present")
    }
    timeline = timeline.forgetting(keeping: .step(PackedStep([], restoredValues: restoredValues)))
  }

  /// Moments were evicted. A log that was written anew in between has left some of them out already.
  package mutating func evict(_ ids: [Moment.ID]) throws(Impossible) {
    var deferred = DeferredReleases()
    for id in ids where timeline.tree.contains(id) && !timeline.remove(id, into: &deferred) {
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
    if marks.undoMayPassOver { timeline.undoMayPassOver = true }
  }
}

extension HistoryReplay {
  /// All moments in pages, as a log has them.
  ///
  /// - Throws: ``PatchError`` for a step that cannot be packed.
  package func writtenPages() throws(PatchError) -> [WrittenPage] { try timeline.writtenPages(of: nil) }

  /// Hands over what changes on the way from the present to a moment, one step after the other, and how many bytes each takes.
  ///
  /// - Returns: Whether a way leads there.
  /// - Throws: ``PatchError`` where a step cannot be read, and what `body` throws.
  package func forEachChange(onWayTo end: Moment.ID, _ body: (Patch, Int) throws -> Void) throws -> Bool {
    let parent = { (id: Moment.ID) in timeline.tree.contains(id) ? timeline.parent(of: id) : nil }
    guard timeline.tree.contains(end), let way = TreePath(from: timeline.presentID, to: end, parent)
    else { return false }
    var steps = StepsByPage(timeline.pages)
    for (ids, isBack) in [(way.back, true), (way.forth, false)] {
      for id in ids {
        guard let step = try steps.step(to: id) else { return false }
        let patch = try step.patch
        try body(isBack ? patch.inverted : patch, step.count)
      }
    }
    return true
  }
}

/// The moments of a timeline that have a special meaning.
package struct TimelineMarks: Equatable, Sendable {
  package var present: Moment.ID
  package var lineEnd: Moment.ID
  package var saved: Moment.ID?
  /// The number that was given out last; the moment may be gone.
  package var newest: Moment.ID
  /// Whether there were moments that undo goes around; they may be gone.
  package var undoMayPassOver: Bool

  package init(
    present: Moment.ID,
    lineEnd: Moment.ID,
    saved: Moment.ID?,
    newest: Moment.ID,
    undoMayPassOver: Bool = false
  ) {
    (self.present, self.lineEnd, self.saved, self.newest) = (present, lineEnd, saved, newest)
    self.undoMayPassOver = undoMayPassOver
  }
}

extension Timeline {
  /// The moments that have a special meaning.
  package var marks: TimelineMarks {
    TimelineMarks(
      present: presentID,
      lineEnd: lineEnd,
      saved: savedID,
      newest: newestID,
      undoMayPassOver: undoMayPassOver
    )
  }
}

extension History {
  /// Takes up a history where a log has left it.
  ///
  /// - Parameters:
  ///   - present: The part as it is now.
  ///   - remains: Receives the moments that are over the limit.
  init(
    _ replay: HistoryReplay,
    of domain: UndoDomain,
    at present: DomainSnapshot,
    keeping: Keeping,
    into deferred: inout DeferredReleases
  ) throws(PatchError) {
    self.init(replay.timeline, of: domain, keeping: keeping)
    let id = timeline.presentID
    // Undo gives back the restored part from before the step that led here.
    let restoredValues = domain.restoresFields ? try domain.values(of: timeline.restoredValues(at: id)) : nil
    let snapshot = domain.described == nil ? present : domain.reunite(present, restoredValues)
    timeline.pages.setValue(snapshot, at: id, into: &deferred)
    timeline.mergeKey = nil
    timeline.trim(to: keeping.steps, into: &deferred)
  }
}
