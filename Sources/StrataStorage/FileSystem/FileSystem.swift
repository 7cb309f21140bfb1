/// The few calls that saving and loading make to the system, so that a test can watch or fail any of them.
///
/// Names are relative to an open directory: whoever renames a parent folder in the middle of a save does not
/// send half of it elsewhere.
package protocol FileSystem: Sendable {
  /// Opens the directory at `path`.
  func openDirectory(_ path: String) throws(SystemError) -> Descriptor
  /// Opens an existing file for reading, without waiting should it turn out to be a pipe.
  func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
  /// Creates a file that did not exist, readable by its owner alone, and opens it for writing.
  func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
  /// Writes some of `bytes` and says how many.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int
  /// Fills some of `buffer` and says how much of it; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int
  /// Waits until what was written, or what was renamed in a directory, has reached the disk.
  func sync(_ descriptor: Descriptor) throws(SystemError)
  /// Closes a descriptor, which is gone afterwards whatever the answer.
  func close(_ descriptor: Descriptor) throws(SystemError)
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
