import StrataCore

/// Writes a log anew beside the one that is there, and puts it in its place when it is whole and on the disk.
struct LogRewrite {
  private let place: FilePlace
  private let temporary: String
  private let file: Descriptor
  private var buffer: [UInt8] = []
  private(set) var end = LogScanner.End()
  /// How many bytes the head and the pages have.
  private(set) var sealedBytes = 0

  private var fileSystem: any FileSystem { place.fileSystem }

  private init(at place: FilePlace) throws(StepFailure) {
    let temporary = place.sideNames.temporary()
    (self.place, self.temporary) = (place, temporary)
    file = try performing(.createTemporary) { () throws(SystemError) in
      try place.fileSystem.open(temporary, in: place.directory, for: .creating)
    }
  }

  /// Makes a file beside others.
  ///
  /// - Parameter model: The file whose owner and mode it gets.
  init(_ header: LogHeader, at place: FilePlace, like model: FileStatus?) throws(StepFailure) {
    try self.init(at: place)
    do throws(StepFailure) {
      try place.keepOwnerAndMode(of: file, like: model)
      let json = header.json
      guard json.count <= LogHeader.sizeLimit else { throw StepFailure(step: .write, cause: .tooLarge) }
      end.link = header.link
      try add(.header, BytePieces(json), after: LogLink())
      (end.sequence, end.line) = (header.base, header.baseLine)
    } catch {
      abandon()
      throw error
    }
  }

  /// Adds the next page.
  mutating func addPage(_ number: Int, _ bytes: BytePieces) throws(StepFailure) {
    try add(.page(number), bytes)
    sealedBytes = end.offset
  }

  /// Adds the next change.
  mutating func addChange(_ json: [UInt8]) throws(StepFailure) {
    // Nothing of the file counts before all of it is on the disk.
    try add(.change(end.sequence + 1, isSettled: true), BytePieces(json))
    end.sequence += 1
  }

  private mutating func add(
    _ kind: LogLine.Kind,
    _ payload: BytePieces,
    after link: LogLink? = nil
  ) throws(StepFailure) {
    let (head, checksum) = LogLine.writeHead(kind, payload, after: link ?? end.link)
    buffer += head
    try payload.forEachPiece { piece throws(StepFailure) in
      // A long piece is written where it lies, for a copy takes as much memory again.
      if buffer.count + piece.count > 1 << 20 { try flush() }
      if piece.count <= 1 << 20 { return buffer.append(contentsOf: piece) }
      try performing(.write) { () throws(SystemError) in try fileSystem.writeAll(piece, to: file) }
    }
    buffer.append(UInt8(ascii: "\n"))
    end.offset += head.count + payload.count + 1
    end.link = end.link.following(checksum)
    if case .change = kind { end.line = checksum }
  }

  private mutating func flush() throws(StepFailure) {
    try performing(.write) { [buffer] () throws(SystemError) in try fileSystem.writeAll(buffer, to: file) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Waits until everything so far is on the disk.
  mutating func sync() throws(StepFailure) {
    try flush()
    try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(file) }
  }

  /// Gives the file the log's name, once everything is on the disk.
  ///
  /// - Parameter old: The log whose place it takes; any other file of that name is put aside, and so is what another
  ///   program has made of this one.
  /// - Returns: The log, which takes no changes if the system did not confirm that it will keep its name.
  /// - Throws: `StepFailure` when nothing has the name but what had it before; ``abandon()`` has to follow.
  func takePlace(of old: LogFile?) throws(StepFailure) -> LogFile {
    let name = place.sideNames.log
    let isChanged = if case .changed? = old?.failure { true } else { false }
    if let found = try place.status(of: name), isChanged || !found.identity.isSameFile(as: old?.identity) {
      let aside = try place.freeName(place.sideNames.aside)
      try performing(.rename) { () throws(SystemError) in
        try fileSystem.rename(name, to: aside, in: place.directory)
      }
    }
    let descriptor = try performing(.open) { () throws(SystemError) in
      try fileSystem.open(temporary, in: place.directory, for: .appending)
    }
    let identity: FileIdentity
    do throws(StepFailure) {
      identity = try performing(.inspect) { () throws(SystemError) in
        try fileSystem.status(of: descriptor).identity
      }
      try performing(.rename) { () throws(SystemError) in
        try fileSystem.rename(temporary, to: name, in: place.directory)
      }
    } catch {
      try? fileSystem.close(descriptor)  // Nothing was written through it.
      throw error
    }
    let path = place.folder + "/" + name
    let log = LogFile(descriptor, in: fileSystem, path: path, identity: identity, endingAt: end)
    try? fileSystem.close(file)  // All of it was synced.
    do throws(StepFailure) {
      try place.syncFolder()
    } catch {
      // A power cut may bring the old log back, without what is added to this one.
      log.stop(.failed(error))
    }
    return log
  }

  /// Removes the file; the log stays what it was.
  func abandon() {
    // Something went wrong already, and that is what is reported.
    try? fileSystem.close(file)
    try? fileSystem.remove(temporary, in: place.directory)
  }
}
