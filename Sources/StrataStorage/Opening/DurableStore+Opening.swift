import Strata

extension DurableStore {
  /// Opens the store that is kept at a path, or makes it.
  ///
  /// - Parameters:
  ///   - path: Where the state file is, or will be; its folder has to be there. The log stands beside it.
  ///   - domain: The part that undo covers: a described field, or `\.self`.
  ///   - initial: The state to begin with where there is none yet.
  ///   - options: What is kept and how.
  /// - Throws: ``StateFileError`` when the state cannot be loaded: choose what to do about it by the methods of
  ///   ``StateFile``. ``LogError`` when the log cannot be. Nothing is changed then.
  @inlinable
  public convenience init<Domain: DescribedValue & Equatable>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    try self.init(at: path, undoing: UndonePart(domain), startingWith: initial(), options: options)
  }

  /// Opens the store that is kept at a path, or makes it; undo takes a companion along.
  ///
  /// - Parameters:
  ///   - path: Where the state file is, or will be.
  ///   - domain: The part that undo covers: a described field, or `\.self`.
  ///   - companion: What goes along with undo, such as the selection: a described field, too.
  ///   - initial: The state to begin with where there is none yet.
  ///   - options: What is kept and how.
  /// - Throws: What ``init(at:undoing:startingWith:options:)`` throws.
  @inlinable
  public convenience init<Domain: DescribedValue & Equatable, Companion: DescribedValue>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    let part = UndonePart(domain, with: companion)
    try self.init(at: path, undoing: part, startingWith: initial(), options: options)
  }

  @usableFromInline
  convenience init(
    at path: String,
    undoing part: UndonePart<State>,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions
  ) throws {
    try self.init(at: path, undoing: part, startingWith: initial(), options: options, in: POSIXFileSystem())
  }

  package convenience init(
    at path: String,
    undoing part: UndonePart<State>,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions(),
    in fileSystem: any FileSystem
  ) throws {
    var path = path
    if options.isFolder {
      let folder = DocumentFolder(path, in: fileSystem)
      if options.access == .writing { try folder.make() }
      path = folder.statePath
    }
    let opening = Opening(at: path, part, options, in: fileSystem)
    switch options.access {
    case .reading:
      var found = try opening.look() ?? Opening.Found(initial())
      let repaired = try opening.repaired(&found)
      let store = try opening.store(&found)
      if let edited = found.edited { try store.adopt(edited, as: Opening<State>.editedLabel) }
      if let repaired { try store.adopt(repaired, as: Opening<State>.repairedLabel) }
      let path = opening.path
      try store.setRecorder(CommitRecorder { _ in throw LogError.readOnly(path: path) }, from: 0)
      self.init(store, opening.file, found.report, nil)
    case .writing:
      let place = try opening.hold()
      do {
        var found = try opening.take(at: place) ?? Opening.Found(initial())
        let repaired = try opening.repaired(&found)
        let store = try opening.store(&found)
        let keeping = try opening.keep(store, found, at: place)
        if found.report.isRewritten && found.kept != nil { _ = try keeping.saving.renew(store) }
        if let repaired { try store.adopt(repaired, as: Opening<State>.repairedLabel) }
        self.init(store, opening.file, found.report, keeping)
      } catch {
        opening.file.letGo(isUnused: true)
        throw error
      }
    }
  }
}
