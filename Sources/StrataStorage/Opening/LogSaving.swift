import Strata

extension Log {
  /// How the state file follows the log.
  struct Saving: Sendable {
    let log: Log
    let file: StateFile<State>
    let schema: Int
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

    /// Saves what the store holds, and writes the log anew with what is left of the history.
    func renew(_ store: Store<State>) throws(StateFileError) -> Int {
      do {
        return try log.renew(store, schema: schema, at: place) { try file.save($0, at: $1) }
      } catch let error as StateFileError {
        throw error
      } catch let error as LogError {
        throw notSaved(StepFailure(error))
      } catch let failure as StepFailure {
        throw notSaved(failure)
      } catch {
        // The app does not write a value that it has shown: the log stays as it is, longer than it need be.
        return try save(store)
      }
    }

    private func notSaved(_ failure: StepFailure) -> StateFileError {
      .notSaved(path: log.file.path, step: failure.step, cause: failure.cause)
    }
  }
}
