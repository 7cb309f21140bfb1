import StrataCore

extension Log.Saving {
  /// Saves what the store holds, and writes a log that has its history in pages, and what comes after; returns the revision that
  /// was saved.
  func renew(_ store: Store<State>) throws(StateFileError) -> Int {
    do {
      return try renewed(store)
    } catch let error as StateFileError {
      throw error
    } catch let error as LogError {
      throw notSaved(error)
    } catch let failure as StepFailure {
      throw notSaved(failure)
    } catch {
      // A step cannot be packed: the log stays as it is, longer than it need be.
      let (logged, recorded) = (log.growth.logged, store.recorded)
      let isAhead = (try? log.file.sync()) == nil
      try save(recorded.state, at: recorded.position, log.file.end, since: logged, isAhead: isAhead)
      if let failure = log.file.failure { throw notSaved(failure) }
      return recorded.revision
    }
  }

  /// Writes state and log anew as the present description has them: what came, went or changed its name is so at every
  /// moment from then on, whatever the next description says.
  ///
  /// - Parameter lost: The moments that it cannot make again.
  func bringUpToDate(_ store: Store<State>, leavingOut lost: LostMoments) throws {
    let path = log.file.path
    do {
      try store.exchangeHistory { try rewrite(store, leavingOut: lost) }
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    } catch is MemoryLimitExceeded {
      throw LogError.overMemory(path: path, limit: file.memoryLimit)
    }
  }

  /// Does it, or leaves the log as it was.
  ///
  /// The state is saved first: changes up to the one that it is saved at are in the new log for the sake of undo only.
  /// Nothing else changes before the new file has the old one's name.
  private func renewed(_ store: Store<State>) throws -> Int {
    let old = log.file
    // All together, so that what follows the history in the log is what follows it in the store.
    let (begin, logged, recorded) = try store.withoutChanges {
      (old.end, log.growth.logged, store.recordedHistory)
    }
    // Packed while the store goes on; what was packed before is as it is.
    let pages = try readable(recorded.history.writtenPages())
    // If the sync fails, the state is ahead of its log until the new log is there, and whole without it.
    let isAhead = (try? old.sync()) == nil
    try save(recorded.state, at: recorded.position, begin, since: logged, isAhead: isAhead)
    var writing = try written(pages, recorded.history.timeline.marks, at: recorded.position, begin)
    do {
      var copied = LogProgress(at: begin)
      try copyChanges(from: old, &copied, to: &writing)
      try writing.sync()
      try store.withoutChanges {
        let count = writing.end.sequence
        try copyChanges(from: old, &copied, to: &writing)
        if writing.end.sequence != count { try writing.sync() }
        // The lock may have gone meanwhile, and the log with it.
        _ = try file.heldPlace()
        try log.replace(sealedBytes: writing.sealedBytes) { () throws(StepFailure) in
          try writing.takePlace(of: old)
        }
      }
      return recorded.revision
    } catch {
      writing.abandon()
      throw error
    }
  }

  /// Begins a log beside the one that is there, with a history.
  ///
  /// - Parameter end: The end of that one, at the position or behind it.
  func written(
    _ pages: [WrittenPage],
    _ marks: TimelineMarks,
    at position: Int,
    _ end: LogScanner.End
  ) throws(StepFailure) -> LogRewrite {
    let header = LogHeader(
      id: log.id,
      schema: file.envelope.schema,
      shape: LogShape(of: log.fields, fingerprint: State.descriptionFingerprint),
      base: position,
      baseLine: end.sequence == position ? end.line : nil,
      pages: pages.count,
      marks: marks
    )
    // The log itself, whatever has its name by now: a link lets every user do everything, and a folder can be run.
    let own = log.file.descriptor
    let model = try performing(.inspect) { () throws(SystemError) in try place.fileSystem.status(of: own) }
    var writing = try LogRewrite(header, at: place, like: model)
    do throws(StepFailure) {
      for (index, page) in pages.enumerated() { try writing.addPage(index + 1, page.pieces) }
      return writing
    } catch {
      writing.abandon()
      throw error
    }
  }

  /// Sees to it that pages can be read again.
  ///
  /// - Throws: ``MemoryLimitExceeded`` where one cannot.
  func readable(_ pages: [WrittenPage]) throws(MemoryLimitExceeded) -> [WrittenPage] {
    for page in pages where page.stepBytes > file.memoryLimit { throw MemoryLimitExceeded() }
    return pages
  }

  /// Copies the changes behind those that were copied.
  private func copyChanges(
    from old: LogFile,
    _ copied: inout LogProgress,
    to writing: inout LogRewrite
  ) throws {
    let end = old.end
    let scanner = LogScanner(old, size: end.offset)
    var lines = Copying(writing: writing)
    defer { writing = lines.writing }
    do {
      try scanner.goOn(&copied, handing: &lines)
    } catch let error as SystemError {
      throw StepFailure(step: .read, cause: error)
    }
    // Bytes that are not as they were written would be lost with the old log.
    guard copied.end.offset == end.offset else { throw StepFailure(step: .read, cause: .deviceError) }
  }
}

/// Copies the changes of a log to another one.
private struct Copying: LogScanner.Reader {
  var writing: LogRewrite

  func begin(_ header: LogHeader) {}

  mutating func change(_ number: Int, _ json: Bytes) throws {
    try writing.addChange(Array(json))
  }
}
