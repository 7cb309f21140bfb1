import StrataCore

extension Opening {
  /// Returns the store for a reader, and the follower that takes in the changes that a writer adds.
  func read(startingWith initial: @autoclosure () -> State) throws -> InitialReading<State> {
    let seen = try FileIdentities.existing(at: path, in: fileSystem)
    return try reading(look() ?? Found(initial()), seen)
  }

  /// The same of what is there now; nil where nothing is.
  func readAgain() throws -> InitialReading<State>? {
    let seen = try FileIdentities.existing(at: path, in: fileSystem)
    return try look().map { try reading($0, seen) }
  }

  private func reading(_ found: Found, _ seen: FileIdentities) throws -> InitialReading<State> {
    var found = found
    let repaired = try repaired(&found)
    let store = try storeToRead(&found)
    if let later = found.later { try store.adopt(later.state, as: later.label) }
    if let repaired { try store.adopt(repaired, as: Self.repairedLabel) }
    var follower = LogFollower(followerSettings, seen)
    // A store that differs from its log cannot go on with it: where the log goes on, all is read anew.
    let isAsInLog =
      found.later == nil && repaired == nil && !found.isPastDamage && !found.report.isRewritten
      && found.report.lost == nil
    if let kept = found.kept {
      let end = kept.file.end
      let position = ChangePosition(log: kept.id, number: end.sequence, line: end.line)
      follower.begin(at: position, of: kept.file, isAsInLog: isAsInLog)
    }
    return InitialReading(store: store, report: found.report, log: found.kept?.file, follower: follower)
  }

  private var followerSettings: LogFollower<State>.Settings {
    LogFollower.Settings(
      path: path,
      fileSystem: fileSystem,
      fields: fields,
      memoryLimit: options.memoryLimit,
      schema: file.envelope.schema,
      shape: shape
    )
  }
}

/// The store as a reader finds it first.
struct InitialReading<State: Reducible & DescribedValue> {
  let store: Store<State>
  let report: OpeningReport
  /// The log that its history is in; nil where it has none.
  let log: LogFile?
  let follower: LogFollower<State>
}
