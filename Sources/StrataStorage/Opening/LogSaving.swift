import StrataCore

extension Log {
  /// How the state file follows the log.
  struct Saving: Sendable {
    let log: Log
    let file: StateFile<State>
    let place: FilePlace

    /// Saves what the store holds, and writes the log anew where that is worth it or the only way on; returns the
    /// revision that was saved.
    ///
    /// - Throws: `StateFileError` with the path of the file that was not saved: the log's when the state was.
    func checkpoint(_ store: Store<State>) throws(StateFileError) -> Int {
      if log.isWorthSealing { return try renew(store) }
      let (logged, recorded, end) = (log.growth.logged, store.recorded, log.file.end)
      // The log first: a state that is ahead of its log would belong to none.
      guard (try? log.sync()) != nil else { return try renew(store) }
      try save(recorded.state, at: recorded.position, end, since: logged)
      return recorded.revision
    }

    /// Saves a state that stands behind a change of the log.
    ///
    /// - Parameters:
    ///   - end: The end of the log as it was then, or a little later.
    ///   - isAhead: Whether the log may not be on the disk so far.
    func save(
      _ state: State,
      at position: Int,
      _ end: LogScanner.End,
      since logged: Int,
      isAhead: Bool = false
    ) throws(StateFileError) {
      let line = end.sequence == position ? end.line : nil
      let mark = LogMark(id: log.id, sequence: position, line: line, isAhead: isAhead)
      log.saved(try file.save(state, at: mark), since: logged)
    }

    /// Returns the error of a save whose log takes no changes.
    func notSaved(_ error: LogError) -> StateFileError {
      switch error {
      case .lockLost: .lockLost(path: file.path)
      case .changed(let path): .logChanged(path: path)
      case .replaced(let path): .logReplaced(path: path)
      default: notSaved(StepFailure(error))
      }
    }

    func notSaved(_ failure: StepFailure) -> StateFileError {
      .notSaved(path: log.file.path, step: failure.step, cause: failure.cause)
    }
  }
}
