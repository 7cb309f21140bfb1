import StrataCore

/// The steps and the settings of opening a store.
struct Opening<State: Reducible & DescribedValue> {
  let path: String
  let undone: UndonePart<State>
  let options: OpeningOptions
  let file: StateFile<State>
  /// The bytes that are read in place of the state file, to see what would be found with them; nil for the file.
  var tried: [UInt8]?

  init(
    at path: String,
    _ undone: UndonePart<State>,
    _ options: OpeningOptions,
    in fileSystem: any FileSystem
  ) {
    (self.path, self.undone, self.options) = (path, undone, options)
    file = StateFile(
      at: path,
      migrations: options.migrations,
      sizeLimit: options.sizeLimit,
      memoryLimit: options.memoryLimit,
      in: fileSystem
    )
  }

  /// The fields that lead to what undo covers.
  var fields: PartFields { undone.fields }
  var restoredValues: LoggedRestoredPart<State>? { undone.restoredValues }
  var fileSystem: any FileSystem { file.fileSystem }

  /// The state and the history that were found on the disk.
  struct Found {
    var state: State
    var report: OpeningReport
    /// The change of the state beyond the log's last change; nil where the state is as that change left it.
    var later: Later?
    /// Whether damage in the log was passed over, so that it is to be written anew.
    var isPastDamage = false
    /// Whether the log was written by another description than the present one, or when undo covered something else.
    var hasOlderLog = false
    /// Whether the state file was to the byte as it had been saved.
    var isAsSaved = false
    /// The history that goes on, and the log that it goes on in; nil where a new one begins.
    var kept: (history: HistoryReplay, id: String, file: LogFile, sealedBytes: Int, growth: LogGrowth)?

    init(_ state: State, _ report: OpeningReport = OpeningReport(history: .begun)) {
      (self.state, self.report) = (state, report)
    }
  }

  /// A state that no change of the log has led to, and what the step is called that leads there.
  struct Later {
    var state: State
    var label: String
  }

  /// Takes the lock that keeps other processes out, or goes in under that of another one.
  func hold(under keeper: StateFile<State>? = nil) throws -> FilePlace {
    do {
      return try file.hold(under: keeper)
    } catch .locked {
      throw LogError.inUse(path: path)
    } catch .notSaved(let path, let step, let cause) {
      // Nothing was to be saved: the folder or the lock could not be opened.
      throw StateFileError.inaccessible(path: path, step: step, cause: cause)
    }
  }

  /// Makes the store of what was found.
  ///
  /// The step to the present moment may be unreadable, as a defect may have left it. Then the history is
  /// dropped, if the caller goes on without what is damaged.
  func store(_ found: inout Found) throws -> Store<State> {
    do throws(PatchError) {
      let store = try store(found.state, found.kept?.history)
      // Some may be over the limit.
      if case .kept = found.report.history { found.report.history = .kept(moments: store.timeline.count) }
      return store
    } catch {
      let logPath = found.kept?.file.path ?? path
      // Nothing is wrong with the log.
      if let unknown = UnknownField(error) { throw unknown.inLog(logPath) }
      switch error.reason {
      case .overMemory(let limit): throw LogError.overMemory(path: logPath, limit: limit)
      // The lines were read before, and are as they should be: now the disk refuses one.
      case .unreadable: throw LogError.inaccessible(path: logPath, step: .read, cause: .deviceError)
      default: break
      }
      guard found.kept != nil, options.damagedLog == .setAside else {
        throw LogError.corrupt(path: logPath, offset: 0, reason: "\(error)")
      }
      found.kept = nil
      found.report.history = .dropped(.damaged(offset: 0, reason: "\(error)"))
      return try store(found.state, nil)
    }
  }

  private func store(_ state: State, _ history: HistoryReplay?) throws(PatchError) -> Store<State> {
    let isReading = options.access == .reading
    return try Store(
      state,
      undoing: undone.domain,
      undone.making,
      replaying: history,
      // A store that only reads has the moments that the writer keeps.
      keeping: isReading ? options.keeping.unlimited : options.keeping,
      clock: options.clock
    )
  }
}

extension Opening {
  func corrupt(_ path: String, _ end: LogScanner.End, _ reason: String) -> LogError {
    .corrupt(path: path, offset: end.offset, reason: reason)
  }

  func reading<Result>(
    _ path: String,
    _ steps: () throws(StepFailure) -> Result
  ) throws(LogError) -> Result {
    do throws(StepFailure) {
      return try steps()
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }
}
