import StrataCore

/// A log that another process may add to: read as far as it goes, and then on.
struct GrowingLog<Lines: LogScanner.Reader> {
  let file: LogFile
  /// The most bytes that a line may have.
  private let longestLine: Int
  private(set) var progress = LogProgress()
  var lines: Lines

  /// Opens the log beside a state, to be read from its beginning.
  init(
    at path: String,
    in fileSystem: any FileSystem,
    longestLine: Int,
    _ lines: Lines
  ) throws(StepFailure) {
    let place = try FilePlace(path, in: fileSystem)
    defer { place.close() }
    file = try place.openLog()
    (self.longestLine, self.lines) = (longestLine, lines)
  }

  /// Whether it is the file that has the name now.
  func isFile(_ named: FileIdentity) -> Bool { file.identity?.isSameFile(as: named) ?? false }

  /// The result of reading on.
  enum News {
    /// All was read; there may be more that is no line, nor the beginning of one.
    case read(isBroken: Bool)
    /// It is not the log that was read so far, or not the one that is wanted.
    case misfit(LogMisfit)
  }

  /// Takes in what stands behind what was read.
  ///
  /// - Parameter isSettled: Whether to wait until the disk has it.
  /// - Throws: ``UnconfirmedWrite``, `SystemError`, ``MemoryLimitExceeded`` and what the lines throw.
  mutating func goOn(onlySettled isSettled: Bool = false) throws -> News {
    let scanner = try scanner()
    if scanner.size < progress.end.offset { return .misfit(.endsBeforeState) }
    if isSettled { try file.settle() }
    guard try scanner.hasLastLine(of: progress) else { return .misfit(.otherBranch) }
    let isBroken = try scanner.goOn(&progress, handing: &lines)
    return lines.misfit.map { .misfit($0) } ?? .read(isBroken: isBroken)
  }

  /// Returns the damage behind the last line that was read, for a file that has more bytes there.
  func damage() throws -> LogScanner.Damage { try scanner().damage(behind: progress) }

  private func scanner() throws(SystemError) -> LogScanner {
    let size = Int(try file.fileSystem.status(of: file.descriptor).identity.size)
    return LogScanner(file, size: size, longestLine: longestLine)
  }
}

/// The disk has not confirmed what is to be followed.
struct UnconfirmedWrite: Error {
  let error: LogError
}

extension LogFile {
  /// Waits until the disk has what another process has written.
  ///
  /// - Throws: ``UnconfirmedWrite``.
  func settle() throws(UnconfirmedWrite) {
    do throws(SystemError) {
      try fileSystem.sync(descriptor)
    } catch {
      throw UnconfirmedWrite(error: .inaccessible(path: path, step: .syncFile, cause: error))
    }
  }
}
