import StrataCore

/// The moments of a history that the present types cannot make again, and those that lie behind them.
///
/// The steps that undo goes back through were written by another description. They are read with the present types, from
/// the present on. As far as they fit, the history goes on; the steps beyond would be a way that ends in an error.
struct LostMoments {
  private(set) var ids: Set<Moment.ID> = []
  /// Why the first one that was met cannot be made; nil where none is lost.
  private(set) var reason: PatchError?

  init() {}

  /// Tries every step of a store's history.
  ///
  /// - Parameter fields: The fields that lead to what undo covers.
  /// - Throws: ``UnknownField`` for a step that a newer version of the app wrote, `PatchError` for one that cannot be read
  ///   from the disk: neither is lost.
  init<State: Reducible & DescribedValue>(in store: Store<State>, _ fields: PartFields) throws {
    let recorded = store.recordedHistory
    let history = recorded.history
    var reader = HistoryReader(history)

    /// Makes the state on the other side of the step to a moment.
    func made(of state: State, backFrom id: Moment.ID? = nil, to other: Moment.ID) throws(PatchError) -> State
    {
      let patch = try reader.step(to: id ?? other).step.patch
      let whole = fields.whole(of: patch)
      return try state.applying(id == nil ? whole : whole.inverted, .known)
    }

    // Back from the present first, then along the branches that leave from there.
    var last = (id: history.timeline.present.id, state: recorded.state)
    var found: Set<Moment.ID> = [last.id]
    while let parent = history.timeline[last.id]?.parent {
      let (id, state) = last
      let older = try attempt { () throws(PatchError) in try made(of: state, backFrom: id, to: parent) }
      guard let older else { break }
      found.insert(parent)
      last = (parent, older)
    }
    for id in history.timeline.ids where !found.contains(id) {
      guard let parent = history.timeline[id]?.parent, found.contains(parent) else { continue }
      guard let before = parent == last.id ? last.state : store.state(at: parent) else {
        // All that leads there was read before, so it is the disk that refuses it now.
        throw PatchError(.unreadable(reason: "moment \(parent) cannot be made again"))
      }
      let after = try attempt { () throws(PatchError) in try made(of: before, to: id) }
      guard let after else { continue }
      found.insert(id)
      last = (id, after)
    }
    ids = Set(history.timeline.ids).subtracting(found)
  }

  /// Makes a state; nil where the present types cannot.
  private mutating func attempt<State>(_ make: () throws(PatchError) -> State) throws -> State? {
    do throws(PatchError) {
      return try make()
    } catch {
      if let unknown = UnknownField(error) { throw unknown }
      switch error.reason {
      case .unreadable, .overMemory: throw error
      default: break
      }
      reason = reason ?? error
      return nil
    }
  }

  /// The marks of a timeline, where what they mark is not lost.
  func marks(of timeline: Timeline) -> TimelineMarks {
    var marks = timeline.marks
    // The way that redo would go begins at the present, which is never lost.
    while ids.contains(marks.lineEnd), let parent = timeline[marks.lineEnd]?.parent {
      marks.lineEnd = parent
    }
    marks.saved = marks.saved.flatMap { ids.contains($0) ? nil : $0 }
    return marks
  }

  /// Leaves them out of a history that is only read.
  func leave(_ history: inout HistoryReplay, of timeline: Timeline) throws(HistoryReplay.Impossible) {
    try history.restore(marks(of: timeline))
    var older: [Moment.ID] = []
    var last = timeline.present.id
    while let parent = timeline[last]?.parent {
      if ids.contains(parent) { older.append(parent) }
      last = parent
    }
    // Branches from their ends, the way to the present from its beginning.
    try history.evict(ids.subtracting(older).sorted { $0.number > $1.number } + older.reversed())
  }
}

extension Opening {
  /// Makes the store of what was found for one who only reads: with the moments that a writer would find.
  func storeToRead(_ found: inout Found) throws -> Store<State> {
    let store = try store(&found)
    guard let lost = try lostMoments(of: store, &found), !lost.ids.isEmpty,
      var history = found.kept?.history, (try? lost.leave(&history, of: store.timeline)) != nil
    else { return store }
    found.kept?.history = history
    return try self.store(&found)
  }

  /// Returns the moments that a history loses because another description wrote it. The result is nil where the history
  /// stays as it is: where the present description wrote it, and where there is none.
  ///
  /// - Throws: ``LogError`` when a newer version of the app wrote a step, and when one cannot be read from the disk.
  func lostMoments(of store: Store<State>, _ found: inout Found) throws -> LostMoments? {
    guard found.report.isRewritten || found.isPastDamage, let kept = found.kept else { return nil }
    do {
      let lost = try LostMoments(in: store, fields)
      if let reason = lost.reason {
        found.report.history = .kept(moments: store.timeline.count - lost.ids.count)
        found.report.lost = OpeningReport.Lost(moments: lost.ids.count, reason: "\(reason)")
      }
      return lost
    } catch let unknown as UnknownField {
      throw unknown.inLog(kept.file.path)
    } catch let error as PatchError {
      // The disk refuses a step, or memory does: changes that followed on such a log could not be read again.
      let path = kept.file.path
      if case .overMemory(let limit) = error.reason { throw LogError.overMemory(path: path, limit: limit) }
      throw LogError.inaccessible(path: path, step: .read, cause: .deviceError)
    }
  }
}
