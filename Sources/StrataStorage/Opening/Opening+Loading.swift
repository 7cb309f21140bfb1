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
      let made = try file.envelope.decode(opened, of: path)
      // Where two have become one, a change that takes away one of the two does not fit what is there.
      return Loaded(opened: opened, state: made.united == 0 ? made.state : nil)
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
    let made = try migrated(file.envelope.plain(loaded.opened, of: path), loaded)
    var found = Found(made.state, report)
    found.report.unitedMembers = made.united
    return found
  }

  func migrated(
    _ plain: PlainValue,
    _ loaded: Loaded
  ) throws(StateFileError) -> StateEnvelope<State>.Made {
    do throws(StateFileError) {
      return try file.envelope.migrate(plain, from: loaded.opened.schema, of: path)
    } catch {
      try file.refuse(error)
      throw error
    }
  }
}
