import StrataCore

/// The few calls that saving and loading make to the system, so that a test can watch or fail any of them.
///
/// Names are relative to an open directory: renaming a parent folder in the middle of a save does not send half of the save
/// elsewhere. No call follows a link in a file's place; `target(of:in:)` is how links are seen.
package protocol FileSystem: Sendable {
  /// The number of the user that new files belong to.
  var user: UInt32 { get }
  /// Opens the directory at `path`, which is relative to `base` where there is one.
  func openDirectory(_ path: String, from base: Descriptor?) throws(SystemError) -> Descriptor
  /// Returns the names in a directory, in no order.
  func names(in directory: Descriptor) throws(SystemError) -> [String]
  /// Returns where a link leads; nil when the file is none.
  func target(of name: String, in directory: Descriptor) throws(SystemError) -> String?
  /// Returns what the system knows of a name.
  func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus
  /// Returns what the system knows of an open file.
  func status(of file: Descriptor) throws(SystemError) -> FileStatus

  /// Opens a file, without waiting should it turn out to be a pipe.
  func open(_ name: String, in directory: Descriptor, for use: FileUse) throws(SystemError) -> Descriptor
  /// Takes the one lock that a file has, until the descriptor is closed; false when another writer has it.
  func lock(_ file: Descriptor) throws(SystemError) -> Bool
  /// Gives the lock back at once, as closing does when no other process has the descriptor.
  func unlock(_ file: Descriptor)
  /// Writes some of `bytes` and says how many.
  func write(_ bytes: Bytes, to file: Descriptor) throws(SystemError) -> Int
  /// Fills some of `buffer` and says how much of it; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int
  /// Fills some of `buffer` from a place in the file and says how much of it; 0 at the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int
  /// Returns where the first bytes are, from a place in the file on, that were written: before them is a hole, which reads
  /// as zeroes; nil where none follow. Where the system cannot tell, that is the place itself.
  func data(in file: Descriptor, from offset: Int) throws(SystemError) -> Int?
  /// Cuts an open file off, or makes it longer by a hole.
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError)
  /// Gives an open file to another user.
  func setOwner(_ owner: FileOwner, of file: Descriptor) throws(SystemError)
  /// Sets who may do what with an open file.
  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError)
  /// Waits until what was written, or what was renamed in a directory, has reached the disk.
  func sync(_ descriptor: Descriptor) throws(SystemError)
  /// Closes a descriptor, which is gone afterwards whatever the answer.
  func close(_ descriptor: Descriptor) throws(SystemError)

  /// Makes a folder, which its owner alone can use.
  func makeFolder(_ name: String, in directory: Descriptor) throws(SystemError)
  /// Removes a folder that has nothing in it.
  func removeFolder(_ name: String, in directory: Descriptor) throws(SystemError)
  /// Gives a file a second name in the same directory, which must be free.
  func link(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError)
  /// Gives a file another name in the same directory, replacing what had that name.
  func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError)
  /// Removes a file.
  func remove(_ name: String, in directory: Descriptor) throws(SystemError)
}

/// An open file or directory.
package struct Descriptor: Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }
}

/// The purpose for which a file is opened.
package enum FileUse: Equatable, Sendable {
  /// An existing file, to be read.
  case reading
  /// A file that did not exist, readable by its owner alone, to be written at its end.
  case creating
  /// An existing file, to be read, and written to at its end.
  case appending
  /// A file that exists for its lock, made when it does not exist yet.
  case locking
}
