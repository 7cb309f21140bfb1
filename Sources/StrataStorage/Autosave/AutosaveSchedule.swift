/// Decides when to save: a value that is told what happens, and says how long to wait.
///
/// At most one save waits at any time; the changes that come while it does are saved with it.
struct AutosaveSchedule {
  /// A save that is to begin after a while, unless something overtakes it.
  struct Appointment: Equatable {
    let number: Int
    let wait: Duration
  }

  let pacing: AutosavePacing
  /// The revision that the file has.
  private(set) var savedRevision: Int
  /// Why the last attempt failed; nil when it did not.
  private(set) var failure: StateFileError?
  private(set) var isClosed = false
  private var failures = 0
  private var appointments = 0
  private var waiting: Int?

  init(_ pacing: AutosavePacing, savedRevision: Int) {
    (self.pacing, self.savedRevision) = (pacing, savedRevision)
  }

  /// Takes note of a change; returns when it is to be saved, or nil when a save waits already.
  mutating func changed(to revision: Int) -> Appointment? {
    guard !isClosed, waiting == nil, revision > savedRevision else { return nil }
    return appointment(after: failures == 0 ? pacing.delay : pacing.pause(after: failures))
  }

  /// Whether there is something to save now.
  ///
  /// - Parameter appointment: The number under which it was arranged; nil when somebody insists.
  mutating func begin(_ revision: Int, appointment: Int?) -> Bool {
    guard appointment == nil || appointment == waiting else { return false }
    waiting = nil
    return revision > savedRevision
  }

  /// Takes note of how a save ended; returns when to try again, or nil when that would change nothing.
  mutating func finish(_ revision: Int, _ failure: StateFileError?) -> Appointment? {
    self.failure = failure
    guard let failure else {
      (savedRevision, failures) = (revision, 0)
      return nil
    }
    failures += 1
    // A conflict or a state that JSON cannot say stays what it is until somebody acts; the next change, or a
    // flush, tries again.
    guard failure.canPassByItself, !isClosed, waiting == nil else { return nil }
    return appointment(after: pacing.pause(after: failures))
  }

  /// Takes no further changes.
  mutating func close() {
    (isClosed, waiting) = (true, nil)
  }

  private mutating func appointment(after wait: Duration) -> Appointment {
    appointments += 1
    waiting = appointments
    return Appointment(number: appointments, wait: wait)
  }
}

extension StateFileError {
  /// Whether trying again later can succeed although nobody does anything about it.
  fileprivate var canPassByItself: Bool {
    switch self {
    case .notSaved, .notYetDurable, .locked: true
    default: false
    }
  }
}
