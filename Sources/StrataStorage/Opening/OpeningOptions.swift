import StrataCore

/// How a ``DurableStore`` is opened, and what it keeps.
public struct OpeningOptions: Sendable {
  /// Whether the path names a folder that has all files of the store in it, and is made where it is missing: the state is
  /// `state.json` there. In a sandbox, nothing can be made beside a document that a person has chosen.
  public var isFolder: Bool
  /// Whether changes are made, or only read.
  public var access: Access
  /// When the log waits for the disk.
  public var sync: SyncPolicy
  /// How much of the history is kept, and how in memory; a store that is only read has what the writer keeps.
  public var keeping: Keeping
  /// The steps from each schema of the state to the next, the first schema's first.
  public var migrations: [Migration]
  /// How many bytes the state file may have; a change that would need more is refused.
  public var sizeLimit: Int
  /// How many bytes of memory reading may take beyond the files and the state: a change of the log, or what a migration
  /// changes; a change that would need more is refused.
  public var memoryLimit: Int
  /// The answer to a damaged log.
  public var damagedLog: DamagedLog
  /// How often it is looked whether the state file has to follow the log; five times its delay without a change is a pause.
  public var pacing: AutosavePacing
  /// Returns the time of a step that is made now.
  public var clock: @Sendable () -> Timestamp

  /// The options that suit most, but for those that are named.
  ///
  ///     OpeningOptions(sync: .interval(.seconds(1)), keeping: .steps(1_000))
  public init(
    isFolder: Bool = false,
    access: Access = .writing,
    sync: SyncPolicy = .everyChange,
    keeping: Keeping = .standard,
    migrations: [Migration] = [],
    sizeLimit: Int = 1 << 30,
    memoryLimit: Int = 1 << 30,
    damagedLog: DamagedLog = .refuse,
    pacing: AutosavePacing = AutosavePacing(delay: .seconds(2)),
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    (self.isFolder, self.access, self.sync, self.keeping) = (isFolder, access, sync, keeping)
    (self.migrations, self.sizeLimit, self.memoryLimit) = (migrations, sizeLimit, memoryLimit)
    (self.damagedLog, self.pacing, self.clock) = (damagedLog, pacing, clock)
  }

  /// The kinds of calls that an open store takes.
  public enum Access: Sendable {
    /// Everything; no other process can meanwhile.
    case writing
    /// Reading: sending throws ``LogError/readOnly(path:)``; what another process changes is seen by
    /// ``DurableStore/catchUp(onlySettled:)`` and ``DurableStore/follow(_:onlySettled:_:)``.
    case reading
  }

  /// The answers to a log with damage in changes that had been promised.
  public enum DamagedLog: Sendable {
    /// Opening throws ``LogError/corrupt(path:offset:reason:)``, and everything stays as it is; unless the state file has all
    /// that is damaged: then only history is lost.
    case refuse
    /// The changes before the damage are kept, as ``OpeningReport`` says, and the log is kept as it was beside it.
    case setAside
  }
}
