import StrataCore

// How the state file is read, by whatever types wrote it.

extension Opening {
  /// A state file that was read: made a state of, or left as it is when other types wrote it than can read it.
  struct Loaded {
    let opened: StateEnvelope<State>.Opened
    let state: State?
  }

  func load() throws(StateFileError) -> Loaded? {
    if let tried { return try loaded(file.envelope.open(tried, of: path)) }
    return try file.load { opened throws(StateFileError) in try loaded(opened) }
  }

  private func loaded(_ opened: StateEnvelope<State>.Opened) throws(StateFileError) -> Loaded {
    guard isCurrent(opened) else { return Loaded(opened: opened, state: nil) }
    do throws(StateFileError) {
      return Loaded(opened: opened, state: try file.envelope.decode(opened, of: path))
    } catch .notMigrated {
      // Changes of the log may lead from what the present types cannot read to what they can.
      return Loaded(opened: opened, state: nil)
    }
  }

  func isCurrent(_ opened: StateEnvelope<State>.Opened) -> Bool {
    opened.schema == file.envelope.schema
  }

  /// The state of a file, without its log.
  func current(_ loaded: Loaded, _ report: OpeningReport) throws(StateFileError) -> Found {
    if let state = loaded.state { return Found(state, report) }
    return Found(try migrated(file.envelope.plain(loaded.opened, of: path), loaded), report)
  }

  func migrated(
    _ plain: PlainValue,
    _ loaded: Loaded
  ) throws(StateFileError) -> State {
    do throws(StateFileError) {
      return try file.envelope.migrate(plain, from: loaded.opened.schema, of: path)
    } catch {
      try file.refuse(error)
      throw error
    }
  }
}
