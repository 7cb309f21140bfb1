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
  public convenience init<Domain: Described & Equatable>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    try self.init(at: path, undoing: domain, startingWith: initial(), options: options, in: POSIXFileSystem())
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
  public convenience init<Domain: Described & Equatable, Companion: Described>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions()
  ) throws {
    try self.init(
      at: path,
      undoing: domain,
      restoring: companion,
      startingWith: initial(),
      options: options,
      in: POSIXFileSystem()
    )
  }

  package convenience init<Domain: Described & Equatable>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions(),
    in fileSystem: any FileSystem
  ) throws {
    let none: (WritableKeyPath<State, Void> & Sendable)? = nil
    try self.init(
      Opening(at: path, fields: State.fieldNames(to: domain), companions: nil, options, in: fileSystem),
      startingWith: initial()
    ) { state, replay throws(PatchError) in
      guard let replay else {
        return Store(
          state,
          undoing: domain,
          attic: options.attic,
          limit: options.limit,
          byteLimit: options.byteLimit,
          clock: options.clock
        )
      }
      return try Store(
        state,
        undoing: domain,
        restoring: none,
        replaying: replay,
        attic: options.attic,
        limit: options.limit,
        byteLimit: options.byteLimit,
        clock: options.clock
      )
    }
  }

  package convenience init<Domain: Described & Equatable, Companion: Described>(
    at path: String,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    startingWith initial: @autoclosure () -> State,
    options: OpeningOptions = OpeningOptions(),
    in fileSystem: any FileSystem
  ) throws {
    try self.init(
      Opening(
        at: path,
        fields: State.fieldNames(to: domain),
        companions: LogCompanions(companion),
        options,
        in: fileSystem
      ),
      startingWith: initial()
    ) { state, replay throws(PatchError) in
      guard let replay else {
        return Store(
          state,
          undoing: domain,
          restoring: companion,
          attic: options.attic,
          limit: options.limit,
          byteLimit: options.byteLimit,
          clock: options.clock
        )
      }
      return try Store(
        state,
        undoing: domain,
        restoring: companion,
        replaying: replay,
        attic: options.attic,
        limit: options.limit,
        byteLimit: options.byteLimit,
        clock: options.clock
      )
    }
  }

  private convenience init(
    _ opening: Opening<State>,
    startingWith initial: @autoclosure () -> State,
    _ makeStore: (State, HistoryReplay?) throws(PatchError) -> Store<State>
  ) throws {
    switch opening.options.access {
    case .reading:
      let found = try opening.look() ?? Opening.Found(initial())
      let store = try opening.making(found, makeStore)
      let path = opening.path
      try store.setRecorder(CommitRecorder { _ in throw LogError.readOnly(path: path) }, from: 0)
      self.init(store, opening.file, found.report, nil)
    case .writing:
      let place = try opening.hold()
      do {
        let found = try opening.take(at: place) ?? Opening.Found(initial())
        let store = try opening.making(found, makeStore)
        let keeping = try opening.keep(store, found, at: place)
        self.init(store, opening.file, found.report, keeping)
      } catch {
        opening.file.letGo()
        throw error
      }
    }
  }
}
