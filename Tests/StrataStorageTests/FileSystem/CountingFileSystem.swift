import StrataCore

@testable import StrataStorage

/// The machine's file system, which counts the bytes that go through it.
struct CountingFileSystem: FileSystem {
  private let disk = POSIXFileSystem()
  private let counted = Guarded(0)

  var user: UInt32 { disk.user }

  /// How many bytes were read and written.
  var bytes: Int { counted.withLock { $0 } }

  private func counting(_ count: Int) -> Int {
    counted.withLock { $0 += count }
    return count
  }

  func write(_ bytes: Bytes, to file: Descriptor) throws(SystemError) -> Int {
    counting(try disk.write(bytes, to: file))
  }
  func read(into buffer: UnsafeMutableRawBufferPointer, from file: Descriptor) throws(SystemError) -> Int {
    counting(try disk.read(into: buffer, from: file))
  }
  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int {
    counting(try disk.read(into: buffer, from: file, at: offset))
  }

  func openDirectory(_ path: String, from base: Descriptor?) throws(SystemError) -> Descriptor {
    try disk.openDirectory(path, from: base)
  }
  func names(in directory: Descriptor) throws(SystemError) -> [String] { try disk.names(in: directory) }
  func target(of name: String, in directory: Descriptor) throws(SystemError) -> String? {
    try disk.target(of: name, in: directory)
  }
  func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus {
    try disk.status(of: name, in: directory)
  }
  func status(of file: Descriptor) throws(SystemError) -> FileStatus { try disk.status(of: file) }
  func open(_ name: String, in directory: Descriptor, for use: FileUse) throws(SystemError) -> Descriptor {
    try disk.open(name, in: directory, for: use)
  }
  func lock(_ file: Descriptor) throws(SystemError) -> Bool { try disk.lock(file) }
  func unlock(_ file: Descriptor) { disk.unlock(file) }
  func data(in file: Descriptor, from offset: Int) throws(SystemError) -> Int? {
    try disk.data(in: file, from: offset)
  }
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) { try disk.truncate(file, to: size) }
  func setOwner(_ owner: FileOwner, of file: Descriptor) throws(SystemError) {
    try disk.setOwner(owner, of: file)
  }
  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) { try disk.setMode(mode, of: file) }
  func sync(_ descriptor: Descriptor) throws(SystemError) { try disk.sync(descriptor) }
  func close(_ descriptor: Descriptor) throws(SystemError) { try disk.close(descriptor) }
  func makeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    try disk.makeFolder(name, in: directory)
  }
  func removeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    try disk.removeFolder(name, in: directory)
  }
  func link(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    try disk.link(name, to: newName, in: directory)
  }
  func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    try disk.rename(name, to: newName, in: directory)
  }
  func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
    try disk.remove(name, in: directory)
  }
}
