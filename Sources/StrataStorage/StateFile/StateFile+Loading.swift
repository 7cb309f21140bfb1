extension StateFile {
  /// Loads the state, or returns nil when there is no such file.
  ///
  /// - Throws: `StateFileError` when there is a file that cannot be loaded: only a missing one may start afresh.
  ///   The file stays as it is, and is not saved over until you have chosen what to do about it.
  /// - Note: A rule that throws refuses what came from elsewhere, not what this package saved; see ``brokenRule``.
  public func load() throws(StateFileError) -> State? {
    try load { opened throws(StateFileError) in
      var state = try envelope.decode(opened, of: path)
      let isAsSaved = envelope.isAsSaved(opened)
      loaded(breaking: try envelope.applyRules(to: &state, asSaved: isAsSaved, of: path))
      return state
    }
  }

  /// Loads what `body` makes of the file, or returns nil when there is no such file.
  ///
  /// - Throws: The errors that ``load()`` throws.
  func load<Loaded>(
    _ body: (StateEnvelope<State>.Opened) throws(StateFileError) -> Loaded
  ) throws(StateFileError) -> Loaded? {
    try working { standing throws(StateFileError) in
      do throws(StateFileError) {
        guard let (bytes, identity, _) = try contents() else {
          standing = .missing
          return nil
        }
        let opened = try envelope.open(bytes, of: path)
        let loaded = try body(opened)
        self.loaded(edited: opened.isEdited)
        standing = .known(identity)
        return loaded
      } catch {
        standing = .refused(error)
        throw error
      }
    }
  }

  /// Loads the version before the one that is there, or returns nil when none was kept; nothing is changed.
  ///
  /// - Throws: The errors that ``load()`` throws for a file that cannot be loaded; saving is as allowed as before.
  public func previousVersion() throws(StateFileError) -> State? {
    try working { _ throws(StateFileError) in
      guard let (bytes, _, path) = try contents({ $0.sideNames.previous }) else { return nil }
      return try envelope.decode(bytes, of: path)
    }
  }

  /// Reads the file's bytes, whatever they say; nil when there is no such file. Nothing is known of the file afterwards.
  ///
  /// - Throws: The errors that ``load()`` throws for a file that cannot be read.
  package func bytes() throws(StateFileError) -> [UInt8]? { try contents()?.bytes }

  private func contents(
    _ name: (FilePlace) -> String = \.name
  ) throws(StateFileError) -> (bytes: [UInt8], file: FileIdentity, path: String)? {
    let place: FilePlace
    do throws(StepFailure) {
      place = try FilePlace(path, in: fileSystem)
    } catch {
      if error == StepFailure(step: .openFolder, cause: .notFound) { return nil }
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
    defer { place.close() }
    guard let (bytes, file) = try contents(of: name(place), at: place) else { return nil }
    return (bytes, file, path(of: name(place), at: place))
  }

  /// Returns the path of a file for errors: for this file the path that the app named, for a file beside it the folder and
  /// the name.
  func path(of name: String, at place: FilePlace) -> String {
    name == place.name ? path : place.folder + "/" + name
  }

  /// Reads a file beside others; nil when there is none.
  func contents(
    of name: String,
    at place: FilePlace
  ) throws(StateFileError) -> (bytes: [UInt8], file: FileIdentity)? {
    let path = path(of: name, at: place)
    // Looked at before it is opened: opening a device or a pipe can have effects of its own.
    guard let found = try reading(path, { () throws(StepFailure) in try place.status(of: name) }) else {
      return nil
    }
    try check(found, path)
    let file = try reading(path) { () throws(StepFailure) in
      try performing(.open) { () throws(SystemError) in
        try fileSystem.open(name, in: place.directory, for: .reading)
      }
    }
    // Nothing was written through this descriptor, so there is nothing that closing it could lose.
    defer { try? fileSystem.close(file) }
    let status = try status(of: file, path)
    try check(status, path)
    let bytes = try reading(path) { () throws(StepFailure) in
      try performing(.read) { () throws(SystemError) in
        try fileSystem.readAll(from: file, expecting: Int(status.identity.size), limit: sizeLimit)
      }
    }
    guard bytes.count <= sizeLimit else {
      throw .tooLarge(path: path, size: Int64(bytes.count), limit: sizeLimit)
    }
    // A program that writes in place may have been at it: half old and half new can be well-formed.
    guard try self.status(of: file, path).identity == status.identity else {
      throw .conflict(path: path, .changed)
    }
    return (bytes, status.identity)
  }

  private func status(of file: Descriptor, _ path: String) throws(StateFileError) -> FileStatus {
    try reading(path) { () throws(StepFailure) in
      try performing(.inspect) { () throws(SystemError) in try fileSystem.status(of: file) }
    }
  }

  private func check(_ found: FileStatus, _ path: String) throws(StateFileError) {
    guard found.kind == .file else { throw .notAFile(path: path, kind: found.kind) }
    guard found.identity.size <= Int64(sizeLimit) else {
      throw .tooLarge(path: path, size: found.identity.size, limit: sizeLimit)
    }
  }

  private func reading<Result>(
    _ path: String,
    _ steps: () throws(StepFailure) -> Result
  ) throws(StateFileError) -> Result {
    do throws(StepFailure) {
      return try steps()
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }
}
