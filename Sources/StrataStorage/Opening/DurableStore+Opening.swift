import StrataCore

extension DurableStore {
  /// Opens the store that is kept at a path, or makes it.
  ///
  /// - Parameters:
  ///   - path: The path of the state file, which may not be there yet; its folder has to be there. The log stands beside it.
  ///   - domain: The part that undo covers: a described field, or `\.self`.
  ///   - initial: The state to begin with where there is none yet.
  ///   - options: The options of the store, such as how much of its history is kept.
  /// - Throws: ``StateFileError`` when the state cannot be loaded: choose what to do about it by the methods of
  ///   ``StateFile``. ``LogError`` when the log cannot be. `DescriptionError` when something is wrong with the
  ///   description, or what undo covers, or takes along, is no field of it. Nothing is changed then.
  @inlinable
  public convenience init<Domain: DescribedValue & Equatable>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    try self.init(at: path, undoing: try UndonePart(domain), startingWith: initial(), options: options)
  }

  /// Opens the store that is kept at a path, or makes it; undo takes a restored part along.
  ///
  /// - Parameters:
  ///   - path: The path of the state file, which may not be there yet.
  ///   - domain: The part that undo covers: a described field, or `\.self`.
  ///   - restored: The part that goes along with undo, such as the selection: a described field, too.
  ///   - initial: The state to begin with where there is none yet.
  ///   - options: The options of the store, such as how much of its history is kept.
  /// - Throws: The errors that ``init(at:undoing:startingWith:options:)`` throws.
  @inlinable
  public convenience init<Domain: DescribedValue & Equatable, Restored: DescribedValue>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring restored: WritableKeyPath<State, Restored> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    let part = try UndonePart(domain, with: restored)
    try self.init(at: path, undoing: part, startingWith: initial(), options: options)
  }

  /// Opens the store that is kept at a path, or makes it; undo covers several parts, as one history.
  ///
  ///     let opened = try DurableStore(at: "studio.json", undoing: \.notes, \.drawing, startingWith: Studio())
  ///
  /// - Parameters:
  ///   - path: The path of the state file, which may not be there yet.
  ///   - first: A part that undo covers: a described field.
  ///   - second: Another one.
  ///   - others: Any number of further ones.
  ///   - initial: The state to begin with where there is none yet.
  ///   - options: The options of the store, such as how much of its history is kept.
  /// - Throws: The errors that ``init(at:undoing:startingWith:options:)`` throws.
  @inlinable
  public convenience init<
    First: DescribedValue & Equatable,
    Second: DescribedValue & Equatable,
    each Other: DescribedValue & Equatable
  >(
    at path: String,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    let parts = try UndonePart<State>([DomainField].undone(first, second, repeat each others))
    try self.init(at: path, undoing: parts, startingWith: initial(), options: options)
  }

  /// Opens the store that is kept at a path, or makes it; undo covers several parts, as one history, and takes a
  /// restored part along.
  ///
  /// - Throws: The errors that ``init(at:undoing:startingWith:options:)`` throws.
  @inlinable
  public convenience init<
    First: DescribedValue & Equatable,
    Second: DescribedValue & Equatable,
    each Other: DescribedValue & Equatable,
    Restored: DescribedValue
  >(
    at path: String,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    restoring restored: WritableKeyPath<State, Restored> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    let parts = try UndonePart([DomainField].undone(first, second, repeat each others), with: restored)
    try self.init(at: path, undoing: parts, startingWith: initial(), options: options)
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
    try self.init(
      at: path,
      undoing: part,
      startingWith: initial(),
      options: options,
      under: nil,
      in: fileSystem
    )
  }

  /// - Parameter keeper: One that has the lock of the files, and keeps it for longer; nil to take it.
  convenience init(
    at path: String,
    undoing part: UndonePart<State>,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions,
    under keeper: StateFile<State>?,
    in fileSystem: any FileSystem
  ) throws {
    var path = path
    var newFolder: DocumentFolder?
    if options.isFolder {
      let folder = DocumentFolder(path, in: fileSystem)
      if options.access == .writing, try folder.make() { newFolder = folder }
      path = folder.statePath
    }
    let opening = Opening(at: path, part, options, in: fileSystem)
    switch options.access {
    case .reading:
      let first = try opening.read(startingWith: initial())
      let path = opening.path
      try first.store.setRecorder(
        CommitRecorder { _ in throw LogError.readOnly(path: path) },
        from: first.follower.position?.number ?? 0
      )
      let following = Following(opening, first.follower, first.store)
      self.init(first.store, opening.file, first.report, nil, following)
    case .writing:
      do {
        let place = try opening.hold(under: keeper)
        var found = try opening.take(at: place) ?? Opening.Found(initial())
        let repaired = try opening.repaired(&found)
        let store = try opening.store(&found)
        // Before anything is written: a newer version's steps are left as they are.
        let lost = try opening.lostMoments(of: store, &found)
        let keeping = try opening.keep(store, found, at: place)
        if let lost { try keeping.saving.bringUpToDate(store, leavingOut: lost) }
        if let repaired { try store.adopt(repaired, as: Opening<State>.repairedLabel) }
        self.init(store, opening.file, found.report, keeping)
      } catch {
        opening.file.releaseLock(isUnused: true)
        newFolder?.removeIfEmpty()
        throw error
      }
    }
  }
}

extension DurableStore {
  /// Refuses a key path that cannot be written.
  @available(*, unavailable, message: "undo covers a var that is stored: this key path is read-only")
  public convenience init<Domain: DescribedValue & Equatable>(
    at path: String,
    undoing domain: KeyPath<State, Domain>,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws { preconditionFailure("The compiler refuses every call") }

  /// Refuses a part that cannot be saved.
  @available(
    *,
    unavailable,
    message: "undo covers a part whose type is described and Equatable: add @Described and : Equatable"
  )
  public convenience init<Domain>(
    at path: String,
    undoing domain: KeyPath<State, Domain>,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws { preconditionFailure("The compiler refuses every call") }
}
