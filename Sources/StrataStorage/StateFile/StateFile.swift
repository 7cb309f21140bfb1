import StrataCore

/// A file that holds one state as JSON, replaced as a whole each time it is saved.
///
///     let file = StateFile<AppState>(at: "journal.json")
///     var state = try file.load() ?? AppState()
///     try file.save(state)
///
/// The same state is the same bytes: keys are sorted. Load before you save. A save does not overwrite a file that was never
/// loaded, was changed by another program since, or could not be loaded, until you say so, by ``quarantine()``,
/// ``restorePreviousVersion()`` or ``discard()``.
///
/// Every method may be called from any thread; they wait for each other, and writers in other processes for the
/// lock beside the file.
///
/// - Note: No promise covers network drives, disks that confirm bytes that they have not written, or access lists and
///   extended attributes of the old file. Owner, group and mode are kept.
public final class StateFile<State: Codable & Sendable>: Sendable {
  /// The path of the file; it may be a link, which saving then leaves alone.
  public let path: String
  /// How many bytes a file may have for loading to read it, and for saving to write it.
  public let sizeLimit: Int
  /// How many bytes of memory loading may take beyond the file and the state.
  public let memoryLimit: Int
  /// Whether each save keeps the version that it replaces, for ``restorePreviousVersion()``.
  public let keepsPreviousVersion: Bool

  let envelope: StateEnvelope<State>
  let fileSystem: any FileSystem
  /// How long a save waits for another writer.
  let patience: Duration
  /// The file's place and lock while a store has it open.
  let held = Guarded(Held.free)
  /// Held for as long as a call works on the file.
  private let standing = Guarded(KnownFile.unknown)
  private let isEdited = Guarded(false)
  private let broken = Guarded<String?>(nil)

  /// Names a state file; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which may not be there yet; its folder has to be there.
  ///   - migrations: The steps from each schema of the state to the next, the first schema's first.
  ///   - sizeLimit: How many bytes a file may have for loading to read it, and for saving to write it.
  ///   - memoryLimit: How many bytes of memory loading may take beyond the file and the state: what a migration changes,
  ///     and what states without a description are made of.
  ///   - keepsPreviousVersion: Whether each save keeps the version that it replaces.
  public convenience init(
    at path: String,
    migrations: [Migration] = [],
    sizeLimit: Int = 1 << 30,
    memoryLimit: Int = 1 << 30,
    keepsPreviousVersion: Bool = true
  ) {
    self.init(
      at: path,
      migrations: migrations,
      sizeLimit: sizeLimit,
      memoryLimit: memoryLimit,
      keepsPreviousVersion: keepsPreviousVersion,
      in: POSIXFileSystem(),
      patience: .seconds(10)
    )
  }

  package init(
    at path: String,
    migrations: [Migration] = [],
    sizeLimit: Int = 1 << 30,
    memoryLimit: Int = 1 << 30,
    keepsPreviousVersion: Bool = true,
    in fileSystem: any FileSystem,
    patience: Duration = .seconds(10)
  ) {
    self.path = path
    (self.sizeLimit, self.memoryLimit) = (max(0, sizeLimit), max(0, memoryLimit))
    self.keepsPreviousVersion = keepsPreviousVersion
    self.fileSystem = fileSystem
    self.patience = patience
    envelope = StateEnvelope(migrations: migrations, memoryLimit: self.memoryLimit)
  }

  /// The holder of the file's lock.
  enum Held {
    /// Each save takes it for itself.
    case free
    /// A store, from its opening on.
    case open(Hold)
    /// A store, but the lock was removed or replaced: another process may have one of that name.
    case lost(Hold)
    /// A store had it: nothing is written any more.
    case closed
  }

  /// The lock, and the place that it is for.
  struct Hold {
    let place: FilePlace
    let lock: FileLock
    /// Whether another one has both, and keeps them for longer.
    var isLent = false
  }

  /// Whether the state that was loaded last had been edited by another hand than this package's, a person's or a failing
  /// disk's, since it was saved.
  public var wasEditedOutside: Bool { isEdited.withLock { $0 } }

  /// The reason for which a rule would refuse the state that was loaded last; nil where none would.
  ///
  /// A state that this package has saved is loaded as the app had it, for it was saved without asking a rule. Only a state
  /// that was edited outside, migrated or imported is refused.
  public var brokenRule: String? { broken.withLock { $0 } }

  /// Another file for the same states.
  func beside(_ path: String) -> StateFile {
    StateFile(
      at: path,
      migrations: envelope.migrations,
      sizeLimit: sizeLimit,
      memoryLimit: memoryLimit,
      in: fileSystem,
      patience: patience
    )
  }

  /// Refuses to be saved until a choice was made about an error that came up after loading.
  func refuse(_ reason: StateFileError) throws(StateFileError) {
    try working { standing in standing = .refused(reason) }
  }

  /// Takes note of whether what was loaded had been edited.
  func loaded(edited: Bool) { isEdited.withLock { $0 = edited } }

  /// Takes note of what a rule says against what was loaded.
  func loaded(breaking rule: String?) { broken.withLock { $0 = rule } }

  /// Runs `body` with what is known of the file, while no other thread works on it.
  func working<Result>(
    _ body: (inout KnownFile) throws(StateFileError) -> Result
  ) throws(StateFileError) -> Result {
    try standing.withLock { standing in
      Swift.Result { () throws(StateFileError) in try body(&standing) }
    }.get()
  }
}
