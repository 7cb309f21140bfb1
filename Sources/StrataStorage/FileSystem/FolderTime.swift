import StrataCore

/// When a file in a folder was last made, removed or renamed.
///
/// While it is the same, every name leads where it led when it was looked up: asking the open folder for its time takes a
/// third of looking a name up.
struct FolderTime: Equatable, Sendable {
  private let seconds: Int64
  private let nanoseconds: Int64

  init(seconds: Int64, nanoseconds: Int64) { (self.seconds, self.nanoseconds) = (seconds, nanoseconds) }

  /// The time of a place's folder; nil where the system does not say it.
  init?(of place: FilePlace) {
    guard let found = try? place.fileSystem.status(of: place.directory).identity else { return nil }
    self.init(seconds: found.seconds, nanoseconds: found.nanoseconds)
  }

  /// Whether what happens in the folder from a moment on gives it another time for certain.
  ///
  /// File systems count time in steps. Where none shows parts of a second, a step may be as long as two seconds.
  func isOver(at moment: Timestamp) -> Bool {
    let second: Int64 = 1_000_000_000
    let longestStep = nanoseconds == 0 ? 2 * second : second / 100
    // The system's clock for files may be behind by a tick.
    let ticks = second / 20
    let (start, isOutside) = seconds.multipliedReportingOverflow(by: second)
    let (age, isEarlier) = moment.nanosecondsSince1970.subtractingReportingOverflow(start)
    guard !isOutside, !isEarlier, age > nanoseconds else { return false }
    return age - nanoseconds >= longestStep + ticks
  }
}
