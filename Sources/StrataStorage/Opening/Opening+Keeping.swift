import Strata

extension Opening {
  /// Makes ready to write: goes on in the log that is there, or begins a new one.
  func keep(_ store: Store<State>, _ found: Found, at place: FilePlace) throws -> DurableStore<State>.Keeping
  {
    let log: Log<State>
    if let kept = found.kept {
      log = Log(
        kept.file,
        id: kept.id,
        lines: kept.lines,
        options.sync,
        fields: fields,
        companions: companions
      )
    } else {
      log = try begin(store, at: place)
    }
    try store.setRecorder(CommitRecorder { try log.record($0) }, from: log.file.end.sequence)
    let keeping = Log.Saving(log: log, file: file, place: place)
    let autosave = Autosave(store, to: file, pacing: options.pacing) { store throws(StateFileError) in
      try keeping.isWorthRenewing(store) ? keeping.renew(store) : keeping.save(store)
    }
    return DurableStore.Keeping(saving: keeping, autosave: autosave)
  }

  /// Begins a new log, and puts one that is there aside.
  ///
  /// The state is saved first: from then on it belongs to the new log, and has lost nothing as long as there is none.
  private func begin(_ store: Store<State>, at place: FilePlace) throws -> Log<State> {
    let id = LogHeader.newID()
    let recorded = store.recordedHistory
    try file.save(recorded.state, at: LogMark(id: id, sequence: 0))
    let path = place.folder + "/" + place.sideNames.log
    let companion = try companions.map { companions in
      let json = try companions.json(recorded.state)
      return LogCompanions<State>.list(json, json)
    }
    do throws(StepFailure) {
      if try place.status(of: place.sideNames.log) != nil {
        let aside = try freeAside(at: place)
        try performing(.rename) { () throws(SystemError) in
          try fileSystem.rename(place.sideNames.log, to: aside, in: place.directory)
        }
      }
      let timeline = recorded.history.timeline
      let header = LogHeader(id: id, schema: file.envelope.schema, base: 0, kept: 1, marks: timeline.marks)
      var writing = try LogWriting(header, at: place, like: try place.status())
      let log: LogFile
      do throws(StepFailure) {
        let first = timeline.oldest
        let event = HistoryEvent.begun(first.id, label: first.label, at: first.time)
        try writing.add(kept: 1, RecordHead.json(event, companions: companion, patch: nil))
        try writing.sync()
        log = try writing.takePlace()
      } catch {
        writing.abandon()
        throw error
      }
      if let failure = log.failure { throw StepFailure(failure) }
      return Log(log, id: id, lines: 2, options.sync, fields: fields, companions: companions)
    } catch {
      throw LogError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Cuts the torn end of a log off, and keeps what was there beside it.
  func tornEnd(
    of log: LogFile,
    from start: Int,
    to end: Int,
    _ place: FilePlace,
    isWriting: Bool
  ) throws -> OpeningReport.TornEnd {
    guard isWriting else { return OpeningReport.TornEnd(count: end - start, path: nil) }
    do throws(StepFailure) {
      let aside = try freeAside(at: place)
      let copy = try performing(.createTemporary) { () throws(SystemError) in
        try fileSystem.open(aside, in: place.directory, for: .creating)
      }
      defer { try? fileSystem.close(copy) }  // What counts was synced.
      for place in stride(from: start, to: end, by: 1 << 20) {
        let bytes = try performing(.read) { () throws(SystemError) in
          try fileSystem.bytes(of: log.descriptor, at: place, count: min(1 << 20, end - place))
        }
        try performing(.write) { () throws(SystemError) in try fileSystem.writeAll(bytes, to: copy) }
      }
      try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(copy) }
      // The copy keeps its name before the original goes.
      try place.syncFolder()
      try performing(.truncate) { () throws(SystemError) in
        try fileSystem.truncate(log.descriptor, to: start)
      }
      return OpeningReport.TornEnd(count: end - start, path: place.folder + "/" + aside)
    } catch {
      throw LogError.inaccessible(path: log.path, step: error.step, cause: error.cause)
    }
  }

  /// A name under which nothing is kept yet; nobody else takes it while the lock is held.
  private func freeAside(at place: FilePlace) throws(StepFailure) -> String {
    for number in 1...9_999 {
      let name = place.sideNames.aside(number)
      if try place.status(of: name) == nil { return name }
    }
    throw StepFailure(step: .rename, cause: .exists)
  }
}

extension StepFailure {
  /// The step behind an error of the log.
  init(_ error: LogError) {
    switch error {
    case .inaccessible(_, let step, let cause), .notAppended(_, let step, let cause),
      .stopped(_, let step, let cause):
      self.init(step: step, cause: cause)
    default: self.init(step: .write, cause: .deviceError)
    }
  }
}
