/// Decides when to save: a value that is told what happens, and says how long to wait.
///
/// At most one save waits at any time; the changes that come while it does are saved with it.
package struct AutosaveSchedule: Sendable {
  /// A save that is to begin after a while, unless something overtakes it.
  package struct Appointment: Equatable, Sendable {
    package let number: Int
    package let wait: Duration
  }

  let pacing: AutosavePacing
  /// The revision that the file has.
  package private(set) var savedRevision: Int
  /// Why the last attempt failed; nil when it did not.
  private(set) var failure: StateFileError?
  private(set) var isClosed = false
  private var failures = 0
  private var appointments = 0
  private var waiting: Int?
  /// Whether a save waits for its time.
  var isSaveWaiting: Bool { waiting != nil }
  /// The newest revision when the save that waits was arranged.
  private var seen = 0
  /// How many saves in a row were put off without a change meanwhile.
  private var quiet = 0
  /// Whether something is to be saved that is no change.
  private var isDemanded = false

  package init(_ pacing: AutosavePacing, savedRevision: Int) {
    (self.pacing, self.savedRevision) = (pacing, savedRevision)
  }

  /// Takes note of a change; returns when it is to be saved, or nil when a save waits already.
  package mutating func changed(to revision: Int) -> Appointment? {
    guard !isClosed, waiting == nil, revision > savedRevision else { return nil }
    (seen, quiet) = (revision, 0)
    return appointment(after: failures == 0 ? pacing.delay : pacing.pause(after: failures))
  }

  /// Takes note that the files need to be written although nothing has changed; returns when, as ``changed(to:)`` does.
  mutating func demanded() -> Appointment? {
    isDemanded = true
    guard !isClosed, waiting == nil else { return nil }
    return appointment(after: failures == 0 ? pacing.delay : pacing.pause(after: failures))
  }

  /// A decision at a moment when a save could begin.
  package enum Decision: Equatable, Sendable {
    case save
    /// Not yet: there are few changes, and more may come.
    case wait(Appointment)
    /// Not before the next change.
    case rest
  }

  /// Decides whether to save now.
  ///
  /// - Parameters:
  ///   - appointment: The number under which it was arranged; nil when the app insists.
  ///   - isDue: Whether it is worth it, given whether there was no change for five times the delay.
  package mutating func begin(
    _ revision: Int,
    appointment: Int?,
    isDue: (_ isIdle: Bool) -> Bool = { _ in true }
  ) -> Decision {
    guard appointment == nil || appointment == waiting else { return .rest }
    waiting = nil
    guard isDemanded || revision > savedRevision else { return .rest }
    (seen, quiet) = (revision, revision == seen ? quiet + 1 : 0)
    // A breath between two words is no pause.
    let isIdle = quiet == 5
    if appointment == nil || isDemanded || failures > 0 || isDue(isIdle) { return .save }
    return isIdle ? .rest : .wait(self.appointment(after: pacing.delay))
  }

  /// Takes note of how a save ended; returns when to try again, or nil when that would change nothing.
  package mutating func finish(_ revision: Int, _ failure: StateFileError?) -> Appointment? {
    self.failure = failure
    guard let failure else {
      (savedRevision, failures, isDemanded) = (revision, 0, false)
      return nil
    }
    failures += 1
    // A conflict or a state that JSON cannot say stays what it is until the app acts; the next change, or a flush,
    // tries again.
    guard failure.canPassByItself, !isClosed, waiting == nil else { return nil }
    return appointment(after: pacing.pause(after: failures))
  }

  /// Takes note that an appointment cannot be kept: the next change arranges another one.
  ///
  /// - Returns: Whether that is news; a failure before it says more.
  mutating func missed(_ appointment: Appointment, _ failure: StateFileError) -> Bool {
    guard waiting == appointment.number else { return false }
    waiting = nil
    guard self.failure == nil else { return false }
    self.failure = failure
    return true
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
  /// Whether trying again later can succeed although nothing is done about it.
  fileprivate var canPassByItself: Bool {
    switch self {
    case .notSaved, .notYetDurable, .locked: true
    default: false
    }
  }
}
