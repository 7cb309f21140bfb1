import StrataCore

extension DurableStore {
  /// Erases the history everywhere: in memory, in the log, in the version before the state that is saved, and in all
  /// that was set aside or quarantined beside it. The state stays as it is.
  ///
  /// When this returns, no file has anything of it. Call it again when it throws: what is forgotten in memory stays
  /// forgotten, and the rest follows. The blocks of the disk that the files had are the system's business.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook; ``StateFileError`` and ``LogError`` when a
  ///   file cannot be written or removed.
  public func forgetHistory() throws {
    guard let keeping else { throw LogError.readOnly(path: file.path) }
    try store.forgetHistory()
    try keeping.autosave.whileNotSaving {
      _ = try keeping.saving.renew(store)
      try file.removeEverythingBeside()
    }
  }

  /// Forgets the value at a place: the state, every moment of the history and all files become as if always `value` had
  /// been there.
  ///
  ///     try opened.forget(\.journal.todos[7], leaving: nil)
  ///
  /// A key path that unwraps by force traps at the moments that have no such entry. For a value inside an entry, pass a
  /// closure instead, as in `opened.forget { $0.journal.todos[7]?.title = "" }`.
  ///
  /// - Parameters:
  ///   - place: The place: a field, an entry of a map, what leads to both.
  ///   - value: The value that takes its place, in the present and at every moment.
  /// - Throws: The errors that ``forget(_:)`` throws.
  public func forget<Value>(_ place: WritableKeyPath<State, Value>, leaving value: Value) throws {
    try forget { $0[keyPath: place] = value }
  }

  /// Forgets what a change takes away: it is made in the present state, and at every moment of the history.
  ///
  /// The same change takes away all that follows from what is forgotten, such as an index of its words. Steps that did
  /// nothing else are gone. Other steps that had a part in it are called "Forgotten", for their labels may speak of it. In
  /// the log, in the version before the state, and in what was set aside or quarantined, nothing is left when this returns.
  /// Call it again when it throws, or when the process ends before it returns. States that the app itself holds are the
  /// app's, open undo scopes begin anew, and the blocks of the disk that the files had are the system's business.
  ///
  /// - Parameter change: Called for each moment; what it has changed, it does not change again.
  /// - Throws: The errors of `change`; `StoreError.busy` inside a reducer, a transaction or a hook; ``StateFileError`` and
  ///   ``LogError`` when a file cannot be written or removed.
  /// - Complexity: O(moments).
  public func forget(_ change: (inout State) throws -> Void) throws {
    guard let keeping else { throw LogError.readOnly(path: file.path) }
    // The present first, as a step like any other: then state and log fit each other, whichever of them is written.
    var present = store.state
    try change(&present)
    if !present.isWritten(as: store.state) { try store.adopt(as: HistoryRewrite<State>.presentLabel, change) }
    try keeping.autosave.whileNotSaving {
      let old = keeping.log.file
      do {
        try withoutActuallyEscaping(change) { change in
          try store.exchangeHistory {
            try keeping.saving.rewrite(store, changing: change)
          }
        }
      } catch {
        // The log has another history than the store: it is written anew before it takes a change.
        let new = keeping.log.file
        if new !== old { new.stop(.failed(StepFailure(step: .read, cause: .deviceError))) }
        throw error
      }
      try file.removeEverythingBeside()
    }
  }
}
