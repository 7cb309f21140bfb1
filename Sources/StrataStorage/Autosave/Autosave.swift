import StrataCore

/// Saves a store's state to a file whenever it has changed, in the background.
///
///     let file = StateFile<AppState>(at: "journal.json")
///     let store = Store(try file.load() ?? AppState())
///     let autosave = Autosave(store, to: file)
///     …
///     try autosave.close()
///
/// Senders are not kept waiting: a save takes a snapshot, and encodes and writes it on a thread of its own. If the system
/// gives no thread, that is a failure like any other: the next change asks for one again, and ``flush()`` and ``close()``
/// need none.
///
/// Changes that come meanwhile are gathered, and the newest state is saved. A save that fails is tried again after a
/// while, longer each time, until one succeeds; ``errors()`` tells of each.
///
/// The state that the store holds when autosaving begins counts as saved. A change that was made while the autosave was
/// held is saved although the autosave is let go; when the process may end before that, ``close()`` it.
///
/// Saving the file is not what a person calls saving: the store's saved marker stays where it is.
public final class Autosave<State: Reducible & Codable>: Sendable {
  /// The file that is saved to.
  public let file: StateFile<State>
  private let store: Store<State>
  /// Whether a save is worth it, given whether there was no change for a while.
  private let isDue: @Sendable (_ isIdle: Bool) -> Bool
  /// Saves what the store holds, and returns the revision that it was.
  private let saving: @Sendable (Store<State>) throws(StateFileError) -> Int
  private let schedule: Guarded<AutosaveSchedule>
  private let listeners = Guarded(Listeners())
  private let observation = Guarded(ObservationToken?.none)
  /// Held by a save: one follows the other.
  private let turn = Guarded(())
  private let alarm: Alarm

  private struct Listeners {
    var continuations: [Int: AsyncStream<StateFileError>.Continuation] = [:]
    var count = 0
  }

  /// Saves what `store` holds to `file` from its next change on.
  public convenience init(
    _ store: Store<State>,
    to file: StateFile<State>,
    pacing: AutosavePacing = AutosavePacing()
  ) {
    self.init(store, to: file, pacing: pacing, isSaved: true, isDue: { _ in true }) {
      store throws(StateFileError) in
      // Read before the state: what is saved is this revision or a later one.
      let revision = store.revision
      try file.save(store.state)
      return revision
    }
  }

  /// - Parameters:
  ///   - isSaved: Whether the file has what the store holds.
  ///   - alarm: The alarm that wakes it for a save.
  init(
    _ store: Store<State>,
    to file: StateFile<State>,
    pacing: AutosavePacing,
    isSaved: Bool,
    alarm: Alarm = Alarm(),
    isDue: @escaping @Sendable (_ isIdle: Bool) -> Bool,
    saving: @escaping @Sendable (Store<State>) throws(StateFileError) -> Int
  ) {
    (self.store, self.file, self.isDue, self.saving) = (store, file, isDue, saving)
    self.alarm = alarm
    schedule = Guarded(AutosaveSchedule(pacing, savedRevision: isSaved ? store.revision : store.revision - 1))
    let token = store.observeRevision { [weak self] revision in self?.changed(to: revision) }
    observation.withLock { $0 = token }
    changed(to: store.revision)
  }

  deinit {
    alarm.cancel()
    endListening()
  }

  /// Why the last attempt to save failed; nil when it succeeded.
  public var failure: StateFileError? {
    schedule.withLock { $0.failure }
  }

  /// Whether the store holds changes that the file does not.
  public var hasUnsavedChanges: Bool {
    let revision = store.revision
    return schedule.withLock { $0.savedRevision < revision }
  }

  /// Whether a save waits for its time.
  package var isSaveWaiting: Bool { schedule.withLock { $0.isSaveWaiting } }

  /// The failures from now on, until autosaving is closed; a slow reader gets the newest sixteen.
  public func errors() -> AsyncStream<StateFileError> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StateFileError.self,
      bufferingPolicy: .bufferingNewest(16)
    )
    let number = listeners.withLock { listeners in
      listeners.count += 1
      listeners.continuations[listeners.count] = continuation
      return listeners.count
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
    }
    if schedule.withLock({ $0.isClosed }) { continuation.finish() }
    return stream
  }

  /// Saves every change made so far, and returns when a power cut does not lose it.
  ///
  /// - Throws: The errors that ``StateFile/save(_:)`` throws; autosaving goes on.
  public func flush() throws(StateFileError) {
    if let failure = turn.withLock({ _ in save() }) { throw failure }
  }

  /// Saves every change made so far, and ends autosaving: later changes are not saved, and text that the file
  /// remembers for the next save is released.
  ///
  /// - Throws: The errors that ``StateFile/save(_:)`` throws; autosaving then goes on, so that nothing is lost unheard.
  public func close() throws(StateFileError) {
    if let failure = end(isCertain: false) { throw failure }
  }

  /// Saves every change made so far, and ends autosaving.
  ///
  /// - Parameter isCertain: Whether it ends even though the changes cannot be saved.
  /// - Returns: Why they cannot.
  func end(isCertain: Bool) -> StateFileError? {
    let failure = turn.withLock { _ in
      let failure = save()
      if failure == nil || isCertain { schedule.withLock { $0.close() } }
      return failure
    }
    if failure == nil || isCertain { releaseLock() }
    return failure
  }

  /// Runs `body` while nothing is saved in the background.
  func whileNotSaving<Result>(_ body: () throws -> Result) rethrows -> Result {
    try turn.withLock { _ in try body() }
  }

  /// Ends autosaving when a save that is under way is over; what was not saved is not.
  func stop() {
    turn.withLock { _ in schedule.withLock { $0.close() } }
    releaseLock()
  }

  private func releaseLock() {
    alarm.cancel()
    observation.withLock { $0 = nil }
    endListening()
  }

  /// Saves after a while although nothing has changed: the files are not what they should be.
  func demand() {
    if let appointment = schedule.withLock({ $0.demanded() }) { retry(appointment) }
  }

  private func changed(to revision: Int) {
    if let appointment = schedule.withLock({ $0.changed(to: revision) }) { arrange(appointment) }
  }

  private func arrange(_ appointment: AutosaveSchedule.Appointment) {
    // Held, so that a change that waits is saved although the owner lets go.
    set(appointment) { self.keep(appointment) }
  }

  private func retry(_ appointment: AutosaveSchedule.Appointment) {
    // Not held: a disk that never comes back does not keep what is not wanted any more.
    set(appointment) { [weak self] in self?.keep(appointment) }
  }

  private func set(_ appointment: AutosaveSchedule.Appointment, _ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try alarm.set(after: appointment.wait, body)
    } catch {
      let failure = StateFileError.notSaved(path: file.path, step: .startThread, cause: error)
      if schedule.withLock({ $0.missed(appointment, failure) }) { report(failure) }
    }
  }

  private func keep(_ appointment: AutosaveSchedule.Appointment) {
    turn.withLock { _ in _ = save(appointment: appointment.number) }
  }

  /// Saves the newest state, if the file does not have it; in its turn.
  private func save(appointment: Int? = nil) -> StateFileError? {
    switch schedule.withLock({ $0.begin(store.revision, appointment: appointment, isDue: isDue) }) {
    case .save: break
    case .wait(let appointment):
      arrange(appointment)
      return nil
    case .rest: return nil
    }
    do throws(StateFileError) {
      let revision = try saving(store)
      _ = schedule.withLock { $0.finish(revision, nil) }
      return nil
    } catch {
      let again = schedule.withLock { $0.finish(store.revision, error) }
      report(error)
      if let again { retry(again) }
      return error
    }
  }

  private func report(_ failure: StateFileError) {
    for listener in listening { listener.yield(failure) }
  }

  private func endListening() {
    for listener in listening { listener.finish() }
  }

  private var listening: [AsyncStream<StateFileError>.Continuation] {
    listeners.withLock { Array($0.continuations.values) }
  }
}
