/// A finding about one of the files of a store.
package struct Finding: Equatable, Sendable {
  /// The path of the file.
  package var path: String
  package var condition: Condition
  /// A sentence about the content of the file, or about its defect.
  package var sentence: String
  /// Whether a store can be opened, and made again, without it.
  package var isSpare = false
  /// Whether it was not read because that would go over a limit, which may be there or not.
  package var isOverLimit = false

  package enum Condition: String, Sendable {
    /// All of it can be read.
    case whole
    /// Something that was promised cannot be read.
    case damaged
    /// It is not there, and should be.
    case missing
    /// It is there, and cannot be read as it is: a folder, of a newer version, or another user's. Nothing repairs that.
    case unusable
    /// It is kept for a person who wants it back; nothing reads it.
    case kept
  }
}
