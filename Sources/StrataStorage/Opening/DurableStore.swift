import Strata

/// A store that lives on the disk: its state in a file, and every change and the whole history in a log beside it.
///
///     let opened = try DurableStore(at: "journal.json", undoing: \.document, startingWith: AppState())
///     try opened.store.send(.journal(.add("Write the report", at: now)))
///     …
///     try opened.close()
///
/// Each change is in the log before anybody sees it: what `send` has returned from survives the end of the
/// process, and a power cut as the ``SyncPolicy`` says. When the log refuses a change, `send` throws ``LogError`` and
/// nothing has happened. Undo, redo, branches, labels, times, the companion and the saved marker are there again when
/// the store is opened the next time. The state file is saved in the background now and then, so that opening need not
/// read far.
///
/// The files stay locked until ``close()``, or until this object is released: a second process can only read.
public final class DurableStore<State: Reducible & DescribedValue>: Sendable {
  /// The store: everything is done with it as with any other.
  public let store: Store<State>
  /// What was found on the disk.
  public let report: OpeningReport
  /// The file of the state.
  public let file: StateFile<State>
  /// Nil for a store that is only read.
  let keeping: Keeping?

  /// What writing takes.
  struct Keeping: Sendable {
    let saving: Log<State>.Saving
    let autosave: Autosave<State>

    var log: Log<State> { saving.log }
  }

  init(_ store: Store<State>, _ file: StateFile<State>, _ report: OpeningReport, _ keeping: Keeping?) {
    (self.store, self.file, self.report, self.keeping) = (store, file, report, keeping)
  }

  deinit {
    // Whatever was sent is in the log; the state file may be older.
    keeping?.log.close()
    keeping?.autosave.stop()
    file.letGo()
  }

  /// Whether the store was opened for reading only.
  public var isReadOnly: Bool { keeping == nil }

  /// Waits until every change so far is on the disk, in the log.
  ///
  /// - Throws: `LogError`; the store then takes no changes any more.
  public func sync() throws(LogError) {
    try keeping?.log.file.sync()
  }

  /// Waits until every change so far is on the disk, and saves the state file.
  ///
  /// Not from inside a reducer, a transaction or a hook of the store: it may have to wait for their end.
  ///
  /// - Throws: `StateFileError`; with ``SyncPolicy/everyChange`` nothing is lost even so.
  public func flush() throws(StateFileError) {
    try keeping?.autosave.flush()
  }

  /// Saves everything, and lets other processes in; the store takes no changes afterwards.
  ///
  /// - Throws: What ``flush()`` throws; the store then stays open, so that nothing is lost unheard.
  public func close() throws(StateFileError) {
    guard let keeping else { return }
    try keeping.autosave.close()
    keeping.log.close()
    file.letGo()
  }

  /// Why the last attempt to save in the background failed; nil when it succeeded.
  public var failure: StateFileError? { keeping?.autosave.failure }

  /// What fails in the background from now on, until the store is closed.
  public func errors() -> AsyncStream<StateFileError> {
    keeping?.autosave.errors() ?? AsyncStream { $0.finish() }
  }
}
