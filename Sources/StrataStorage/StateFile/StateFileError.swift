import StrataCore

/// Why a state could not be saved or loaded.
///
/// Loading never changes the file, whatever it finds there.
public enum StateFileError: Error, Equatable, Sendable {
  /// The file could not be reached or read at `step`; it may be there all the same.
  case inaccessible(path: String, step: FileStep, cause: SystemError)
  /// The file with the name is a folder, a pipe or the like, and was not opened.
  case notAFile(path: String, kind: FileKind)
  /// The file has more bytes than the limit, and was not read.
  case tooLarge(path: String, size: Int64, limit: Int)
  /// Reading the file would take more memory beyond it and the state than the limit; the file was left as it is.
  case overMemory(path: String, limit: Int)
  /// The file has no bytes, or none but zeroes: what a crash of the system leaves of a careless writer's file.
  case blank(path: String, size: Int)
  /// The file was read and is not a state of this app.
  case corrupt(path: String, reason: String, place: TextPlace?)
  /// The file has a field that the description of the state does not know: a newer version of the app wrote it, or the
  /// description has to tell what became of it.
  case unknownField(path: String, field: String, reason: String, place: TextPlace?)
  /// The description of the state cannot be right; nothing is read or written with it.
  case undescribed(path: String, reason: DescriptionError)
  /// The file was written by a newer version than this one.
  case newer(path: String, what: VersionKind, found: Int, known: Int)
  /// A migration from the version that the file has could not be carried through.
  case notMigrated(path: String, from: Int, reason: String)

  /// The state has something that JSON cannot say, such as a number that is not finite; nothing was written.
  case unencodable(path: String, reason: String)
  /// The state takes more bytes than the limit, so it could not be loaded again; nothing was written.
  case overLimit(path: String, size: Int, limit: Int)
  /// Saving failed at `step`; the file is as it was before.
  case notSaved(path: String, step: FileStep, cause: SystemError)
  /// The new state is in the file, but a power cut may still bring the old one back.
  case notYetDurable(path: String, cause: SystemError)
  /// The file is not the one that was loaded or saved last; it was left as it is.
  case conflict(path: String, Conflict)
  /// Another writer kept the file locked for as long as this one was ready to wait; nothing was written.
  case locked(path: String)
  /// The lock of the open store was removed or replaced, so that another process may own the file by now; it is not
  /// written again.
  case lockLost(path: String)
  /// Another program cut the log of the open store off, or wrote to it; what was done is in memory, and the next save
  /// writes a new log.
  case logChanged(path: String)
  /// Another program removed or replaced the log of the open store; what was done is in memory, and the next save writes a
  /// new log.
  case logReplaced(path: String)
  /// The store was closed before this could be saved.
  case closed(path: String)
  /// Loading failed for `reason`, and no choice was made yet of what to do about it; nothing was written.
  indirect case refused(path: String, reason: StateFileError)
  /// There is neither the file nor its log, only the version before it; nothing new was begun over that.
  case onlyPrevious(path: String, previous: String)
  /// There is no previous version to restore.
  case noPreviousVersion(path: String)

  /// How a file can differ from the one that is known.
  public enum Conflict: Sendable {
    /// Another program changed or replaced it.
    case changed
    /// Another program removed it.
    case removed
    /// There was none, and now there is.
    case appeared
    /// There is one, and it was never loaded.
    case neverLoaded
  }

  /// The kinds of version that can be newer than this version of the app.
  public enum VersionKind: String, Sendable {
    /// The layout of the file, which this package decides.
    case format
    /// The shape of the state, which the app decides.
    case schema
  }
}

/// A place in a text, as editors count: lines and columns from 1, columns in bytes.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
  /// The line.
  public var line: Int
  /// The column, counted in bytes of UTF-8.
  public var column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// Both numbers, in words.
  public var description: String { "line \(line), column \(column)" }
}
