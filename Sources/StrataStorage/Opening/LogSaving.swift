import Strata

extension Log {
  /// How the state file follows the log.
  struct Saving: Sendable {
    let log: Log
    let file: StateFile<State>
    let place: FilePlace

    /// Saves what the store holds; returns the revision that it was.
    func save(_ store: Store<State>) throws(StateFileError) -> Int {
      let recorded = store.recorded
      // A state that is ahead of its log would belong to none.
      do throws(LogError) {
        try log.file.sync()
      } catch {
        throw notSaved(StepFailure(error))
      }
      try file.save(recorded.state, at: LogMark(id: log.id, sequence: recorded.position))
      return recorded.revision
    }

    func notSaved(_ failure: StepFailure) -> StateFileError {
      .notSaved(path: log.file.path, step: failure.step, cause: failure.cause)
    }
  }
}
