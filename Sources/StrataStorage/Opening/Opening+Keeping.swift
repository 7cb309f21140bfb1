import StrataCore

extension Opening {
  /// Makes ready to write: goes on in the log that is there, or begins a new one.
  func keep(_ store: Store<State>, _ found: Found, at place: FilePlace) throws -> DurableStore<State>.Keeping
  {
    let log: Log<State>
    if let kept = found.kept {
      log = self.log(
        in: kept.file,
        id: kept.id,
        sealedBytes: kept.sealedBytes,
        growth: kept.growth,
        at: place
      )
    } else {
      log = try begin(store, at: place)
    }
    let keeping = Log.Saving(log: log, file: file, place: place)
    let autosave = Autosave(
      store,
      to: file,
      pacing: options.pacing,
      isSaved: log.growth.logged == 0,
      isDue: { log.growth.isWorthSaving(isIdle: $0) || log.isWorthSealing },
      saving: { store throws(StateFileError) in try keeping.checkpoint(store) }
    )
    log.whenStopped { [weak autosave] in autosave?.demand() }
    try store.setRecorder(CommitRecorder { try log.record($0) }, from: log.file.end.sequence)
    if let later = found.later { try adopt(later, in: store, with: log) }
    return DurableStore.Keeping(saving: keeping, autosave: autosave)
  }

  private func log(
    in logFile: LogFile,
    id: String,
    sealedBytes: Int,
    growth: LogGrowth,
    at place: FilePlace
  ) -> Log<State> {
    Log(
      logFile,
      id: id,
      sealedBytes: sealedBytes,
      growth: growth,
      options.sync,
      fields: fields,
      restoredValues: restoredValues,
      beside: file,
      at: place
    )
  }

  /// Begins a new log, and puts one that is there aside.
  ///
  /// The state is saved first: from then on it belongs to the new log, and has lost nothing as long as there is none.
  private func begin(_ store: Store<State>, at place: FilePlace) throws -> Log<State> {
    let id = LogHeader.newID()
    let recorded = store.recordedHistory
    let mark = LogMark(id: id, sequence: 0, instead: try idOfLog(at: place) ?? "")
    let size = try file.save(recorded.state, at: mark)
    let path = place.folder + "/" + place.sideNames.log
    let pages = try recorded.history.writtenPages()
    do throws(StepFailure) {
      let timeline = recorded.history.timeline
      let header = LogHeader(
        id: id,
        schema: file.envelope.schema,
        shape: shape,
        base: 0,
        pages: pages.count,
        marks: timeline.marks
      )
      var writing = try LogRewrite(header, at: place, like: try place.status())
      let log: LogFile
      do throws(StepFailure) {
        for (index, page) in pages.enumerated() { try writing.addPage(index + 1, page.pieces) }
        try writing.sync()
        log = try writing.takePlace(of: nil)
      } catch {
        writing.abandon()
        throw error
      }
      if let failure = log.failure { throw StepFailure(failure) }
      let growth = LogGrowth(stateSize: size, logged: 0)
      return self.log(in: log, id: id, sealedBytes: writing.sealedBytes, growth: growth, at: place)
    } catch {
      throw LogError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// The name of the log that is there; nil where there is none, or none that says its name.
  private func idOfLog(at place: FilePlace) throws(LogError) -> String? {
    let path = place.folder + "/" + place.sideNames.log
    let found = try reading(path) { () throws(StepFailure) -> LogFile? in
      try place.status(of: place.sideNames.log)?.kind == .file ? place.openLog() : nil
    }
    guard let found else { return nil }
    return try head(of: found)?.id
  }

  /// Cuts the torn end of a log off, and keeps what was there beside it, unless all of the log is kept there.
  func tornEnd(
    of log: LogFile,
    from start: Int,
    to end: Int,
    _ place: FilePlace,
    isWriting: Bool,
    keptIn copy: String?
  ) throws -> OpeningReport.TornEnd {
    guard isWriting else { return OpeningReport.TornEnd(count: end - start, path: nil) }
    let path = try copy ?? copyAside(log, start..<end, place)
    try cut(log, to: start)
    return OpeningReport.TornEnd(count: end - start, path: path)
  }

  /// Cuts a log off behind its last good line.
  func cut(_ log: LogFile, to end: Int) throws(LogError) {
    try reading(log.path) { () throws(StepFailure) in
      try performing(.truncate) { () throws(SystemError) in
        try fileSystem.truncate(log.descriptor, to: end)
      }
    }
  }

  /// Copies a part of a log beside it, and returns where it is when it is on the disk.
  func copyAside(_ log: LogFile, _ part: Range<Int>, _ place: FilePlace) throws(LogError) -> String {
    try reading(log.path) { () throws(StepFailure) in
      let aside = try place.freeName(place.sideNames.aside)
      let copy = try performing(.createTemporary) { () throws(SystemError) in
        try fileSystem.open(aside, in: place.directory, for: .creating)
      }
      defer { try? fileSystem.close(copy) }  // What counts was synced.
      do throws(StepFailure) {
        try fileSystem.copy(part, of: log.descriptor, to: copy)
        // The copy keeps its name before the original goes.
        try place.syncFolder()
      } catch {
        try? fileSystem.remove(aside, in: place.directory)  // Half a copy is clutter.
        throw error
      }
      return place.folder + "/" + aside
    }
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
