import Strata

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
}
