/// Replaces a file's contents so that a reader, also one after a power cut, finds the old or the new bytes whole.
///
///     create temp ─▶ write ─▶ sync file ─▶ close ─▶ rename ─▶ sync directory
///
/// The bytes are on the disk before the name points at them, and the name is on the disk before the caller is
/// told so. A failed sync is never repeated: the system may have dropped the bytes and called them clean.
struct AtomicReplacement {
  let fileSystem: any FileSystem

  /// A step of the way above: what an error names.
  enum Step: String, Sendable {
    case openDirectory = "opening the folder"
    case createTemporary = "creating a temporary file"
    case write = "writing"
    case syncFile = "syncing the file"
    case close = "closing the file"
    case rename = "renaming the temporary file"
    case syncDirectory = "syncing the folder"
  }

  /// Which step failed, and why.
  struct Failure: Error {
    let step: Step
    let cause: SystemError
  }

  /// Puts `bytes` in the place of what `location` names, or makes it.
  func replace(_ location: FileLocation, with bytes: some Collection<UInt8>) throws(Failure) {
    let directory = try perform(.openDirectory) { () throws(SystemError) in
      try fileSystem.openDirectory(location.directory)
    }
    // Nothing was written through this descriptor, so there is nothing that closing it could lose.
    defer { try? fileSystem.close(directory) }

    let temporary = temporaryName(for: location.name)
    let file = try perform(.createTemporary) { () throws(SystemError) in
      try fileSystem.create(temporary, in: directory)
    }
    do throws(Failure) {
      try fill(file, with: bytes)
      try perform(.rename) { () throws(SystemError) in
        try fileSystem.rename(temporary, to: location.name, in: directory)
      }
    } catch {
      // The first error is the one to report; a temporary file that stays is clutter, never a wrong state.
      try? fileSystem.remove(temporary, in: directory)
      throw error
    }
    try perform(.syncDirectory) { () throws(SystemError) in try fileSystem.sync(directory) }
  }

  private func fill(_ file: Descriptor, with bytes: some Collection<UInt8>) throws(Failure) {
    do throws(Failure) {
      try perform(.write) { () throws(SystemError) in try fileSystem.writeAll(bytes, to: file) }
      try perform(.syncFile) { () throws(SystemError) in try fileSystem.sync(file) }
    } catch {
      try? fileSystem.close(file)  // The first error is the one to report.
      throw error
    }
    try perform(.close) { () throws(SystemError) in try fileSystem.close(file) }
  }

  private func perform<Result>(
    _ step: Step,
    _ call: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw Failure(step: step, cause: error)
    }
  }

  private func temporaryName(for name: String) -> String {
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    // Short enough with any name that fits a directory entry of 255 bytes.
    return ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).\(suffix).tmp"
  }
}
