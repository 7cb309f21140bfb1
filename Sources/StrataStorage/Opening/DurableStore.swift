import StrataCore

/// A store that lives on the disk: its state in a file, and every change and the whole history in a log beside it.
///
///     let opened = try DurableStore(at: "journal.json", undoing: \.document, startingWith: AppState())
///     try opened.store.send(.journal(.add("Write the report", at: now)))
///     …
///     try opened.close()
///
/// Each change is in the log before any observer sees it: what `send` has returned from survives the end of the
/// process, and a power cut as the ``SyncPolicy`` says. When the log refuses a change, `send` throws ``LogError`` and
/// nothing has happened. Undo, redo, branches, labels, times, the restored part and the saved marker are there again when
/// the store is opened the next time. The state file is saved in the background now and then, so that opening need not
/// read far.
///
/// The files stay locked until ``close()``, or until this object is released: a second process can only read.
public final class DurableStore<State: Reducible & DescribedValue>: Sendable {
  /// The store: everything is done with it as with any other.
  public let store: Store<State>
  /// The report on the files that were found on the disk.
  public let report: OpeningReport
  /// The file of the state: what saves it here saves the log's place with it.
  let file: StateFile<State>
  /// Nil for a store that is only read.
  let keeping: Keeping?
  /// Nil for a store that is written.
  let following: Following<State>?

  /// The parts of a store that writes.
  struct Keeping: Sendable {
    let saving: Log<State>.Saving
    let autosave: Autosave<State>

    var log: Log<State> { saving.log }
  }

  init(
    _ store: Store<State>,
    _ file: StateFile<State>,
    _ report: OpeningReport,
    _ keeping: Keeping?,
    _ following: Following<State>? = nil
  ) {
    (self.store, self.file, self.report) = (store, file, report)
    (self.keeping, self.following) = (keeping, following)
  }

  deinit {
    // All changes that were sent are in the log; the state file may be older.
    recordEvictions()
    _ = keeping?.log.close()
    keeping?.autosave.stop()
    file.releaseLock()
  }

  /// The path of the state file, which may not be there yet; the log stands beside it.
  public var path: String { file.path }

  /// Whether the store was opened for reading only.
  public var isReadOnly: Bool { keeping == nil }

  /// Waits until every change so far is on the disk, in the log.
  ///
  /// - Throws: `LogError`; the store then takes no changes until the log was written anew, as ``flush()`` does.
  public func sync() throws(LogError) {
    try keeping?.log.sync()
  }

  /// Waits until every change so far is on the disk, and saves the state file; a log that takes no changes any more is
  /// written anew, and takes them again.
  ///
  /// Not from inside a reducer, a transaction or a hook of the store: it may have to wait for their end.
  ///
  /// - Throws: `StateFileError`; with ``SyncPolicy/everyChange`` nothing is lost even so.
  public func flush() throws(StateFileError) {
    lookAtLog()
    try keeping?.autosave.flush()
  }

  /// Saves everything, and lets other processes in; the store takes no changes afterwards.
  ///
  /// - Throws: The errors that ``flush()`` throws, for changes that could not be saved. The files are let go all the same,
  ///   and with ``SyncPolicy/everyChange`` nothing is lost; ``save(to:)`` saves the state elsewhere.
  public func close() throws(StateFileError) {
    recordEvictions()
    guard let keeping, keeping.log.close() else { return }
    lookAtLog()
    let failure = keeping.autosave.end(isCertain: true)
    file.releaseLock()
    if let failure { throw failure }
  }

  /// Sees to it that a log that another program has changed or removed is written anew also when the state is saved.
  private func lookAtLog() {
    // The save reports the defect of the log if it cannot write the log anew.
    try? keeping?.log.sync()
  }

  /// Tells the log which moments were evicted since the last change, so that they do not come back.
  ///
  /// If this fails, the next opening finds some moments more than it should, and nothing worse.
  private func recordEvictions() {
    if keeping != nil { try? store.recordEvictions() }
  }

  /// Saves the state to a file of its own, without its history: also after ``close()``, or when its own files can not be
  /// written any more.
  ///
  /// - Parameter path: A path at which no file is yet.
  /// - Throws: `StateFileError`; a file that is there already is left alone, as a conflict.
  public func save(to path: String) throws(StateFileError) {
    try file.beside(path).save(store.state)
  }

  /// Why not all that was acknowledged is saved as it should be, as far as that is known; nil when it is.
  public var failure: StateFileError? {
    guard let keeping else { return nil }
    if let failure = keeping.autosave.failure { return failure }
    return keeping.log.file.failure.map { keeping.saving.notSaved($0) }
  }

  /// How far the log has gone beyond the state file; nil for a store that is only read.
  package var growth: LogGrowth? { keeping?.log.growth }

  /// Returns the errors in the background from now on, until the store is closed.
  public func errors() -> AsyncStream<StateFileError> {
    keeping?.autosave.errors() ?? AsyncStream { $0.finish() }
  }
}
