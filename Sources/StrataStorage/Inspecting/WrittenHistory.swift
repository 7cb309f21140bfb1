import StrataCore

/// The history in the files of a store, read without the types that wrote it.
///
/// Nothing is written, and no lock is taken: a process that has the files open goes on meanwhile.
package struct WrittenHistory: Sendable {
  /// The moments.
  package var timeline: Timeline
  /// The whole state at the present moment; nil where no file says it.
  package var present: PlainValue?
  /// The names of the fields that lead to each part that undo covers.
  package var parts: [[String]]
  /// The last moment, where the state file is what the log does not lead to: what that changes in the whole state.
  package var later: (id: Moment.ID, step: Result<Patch, PatchError>)?
  /// The moment at which another version of the app wrote the state anew under its own names, where that was broken off
  /// before the log had them, too.
  package var rewritten: Moment.ID?
  /// Sentences about the defects of the files, and how far the files go; empty where all is well.
  package var remarks: [String] = []
  /// The shape of the state, as the app counts it; nil where no file says it.
  package var schema: Int?
  /// The fingerprint of the description by which the state was written.
  package var shape: String?
  /// How many bytes the state file has.
  package var stateBytes = 0
  /// How many bytes the log has.
  package var logBytes = 0

  /// Reads the files of a store.
  ///
  /// A damaged file is read as far as it goes, and ``remarks`` say where it stops. Files that a writer changes meanwhile
  /// are read again, until they fit.
  ///
  /// - Parameters:
  ///   - path: The state file, or the folder that is a document.
  ///   - limit: How many bytes the state file may have, and how many of memory reading may take.
  /// - Throws: `StateFileError` and `LogError` where nothing can be read.
  package static func read(
    _ path: String,
    limit: Int = OpeningOptions().sizeLimit,
    in fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> WrittenHistory {
    let path = try DocumentFolder.statePath(of: path, in: fileSystem)
    var attempts = 0
    while true {
      let reading = try Reading(path, limit: limit, in: fileSystem)
      let found = Result { try reading.history() }
      attempts += 1
      if let history = try? found.get(), history.remarks.isEmpty { return history }
      // A file that looks damaged may be half written.
      if attempts == mostAttempts { return try found.get() }
      let isStill = waitsForChange(of: reading)
      if isStill { return try found.get() }
    }
  }

  private static let mostAttempts = 50

  /// Waits a moment; returns whether the files are still as they were.
  private static func waitsForChange(of reading: Reading) -> Bool {
    for _ in 0..<5 {
      if reading.hasChanged { return false }
      pause(milliseconds: 2)
    }
    return !reading.hasChanged
  }
}
