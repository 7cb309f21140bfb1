import StrataCore
import StrataStorage

/// The real disk, and how many bytes were written to it.
struct CountedDisk: FileSystem {
  private let real = POSIXFileSystem()
  private let count = Guarded(0)

  var user: UInt32 { real.user }

  /// How many bytes were written.
  var written: Int { count.withLock { $0 } }

  func write(_ bytes: Bytes, to file: Descriptor) throws(SystemError) -> Int {
    let written = try real.write(bytes, to: file)
    count.withLock { $0 += written }
    return written
  }

  func openDirectory(_ path: String, from base: Descriptor?) throws(SystemError) -> Descriptor {
    try real.openDirectory(path, from: base)
  }
  func names(in directory: Descriptor) throws(SystemError) -> [String] { try real.names(in: directory) }
  func target(of name: String, in directory: Descriptor) throws(SystemError) -> String? {
    try real.target(of: name, in: directory)
  }
  func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus {
    try real.status(of: name, in: directory)
  }
  func status(of file: Descriptor) throws(SystemError) -> FileStatus { try real.status(of: file) }
  func open(_ name: String, in directory: Descriptor, for use: FileUse) throws(SystemError) -> Descriptor {
    try real.open(name, in: directory, for: use)
  }
  func lock(_ file: Descriptor) throws(SystemError) -> Bool { try real.lock(file) }
  func unlock(_ file: Descriptor) { real.unlock(file) }
  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int {
    try real.read(into: buffer, from: file)
  }
  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int {
    try real.read(into: buffer, from: file, at: offset)
  }
  func data(in file: Descriptor, from offset: Int) throws(SystemError) -> Int? {
    try real.data(in: file, from: offset)
  }
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) { try real.truncate(file, to: size) }
  func setOwner(_ owner: FileOwner, of file: Descriptor) throws(SystemError) {
    try real.setOwner(owner, of: file)
  }
  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) { try real.setMode(mode, of: file) }
  func sync(_ descriptor: Descriptor) throws(SystemError) { try real.sync(descriptor) }
  func close(_ descriptor: Descriptor) throws(SystemError) { try real.close(descriptor) }
  func removeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    try real.removeFolder(name, in: directory)
  }

  func makeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    try real.makeFolder(name, in: directory)
  }
  func link(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    try real.link(name, to: newName, in: directory)
  }
  func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    try real.rename(name, to: newName, in: directory)
  }
  func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
    try real.remove(name, in: directory)
  }
}
