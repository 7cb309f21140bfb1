import StrataCore

// People edit a state file. Their edit is a step like any other, "Edited outside", if the state that they began with can be
// made again: from the version before it and the log.

extension Opening {
  static var editedLabel: String { "Edited outside" }

  /// Returns the replay of a store from before its state file was edited outside; nil when the files do not tell.
  ///
  /// - Parameters:
  ///   - loaded: The file as it was edited.
  ///   - mark: The place of the file in the log.
  func unedited(
    _ loaded: Loaded,
    at mark: LogMark,
    _ scanner: LogScanner,
    _ place: FilePlace,
    _ logPath: String
  ) throws -> LogReplay<State>? {
    guard var previous = try replayOfPrevious(loaded, at: mark, place) else { return nil }
    previous.replay.watch(mark.sequence)
    guard let (replay, end) = try scanned(previous.replay, scanner, logPath),
      end.damage == nil || end.damage == .torn, let watched = replay.watched
    else { return nil }
    if loaded.opened.wasSaved(as: watched, by: file.envelope) { return replay }
    // A leaf may be written in another order each time, and without checksums nothing says what was saved. In these cases
    // the version before is believed if it is as it was saved.
    return !previous.isEdited && (State.hasLeaves || loaded.opened.checksums == nil) ? replay : nil
  }

  /// Returns a replay that takes in the log on the version before the state file, and whether that version was edited
  /// outside. The result is nil where there is no version of the same log.
  func replayOfPrevious(
    _ loaded: Loaded,
    at mark: LogMark,
    _ place: FilePlace
  ) throws -> (replay: LogReplay<State>, isEdited: Bool)? {
    guard let bytes = try previousVersion(at: place), let previous = try? file.envelope.open(bytes, of: path),
      let before = previous.mark, before.id == mark.id, before.sequence <= mark.sequence,
      previous.schema == loaded.opened.schema,
      let state = try? file.envelope.decode(previous, of: path)
    else { return nil }
    let replay = LogReplay(
      state,
      at: before,
      schema: previous.schema,
      fields,
      memoryLimit: options.memoryLimit
    ) {
      value,
      patch throws(PatchError) in value = try value.applying(patch, .known)
    }
    return (replay, previous.isEdited)
  }

  /// The bytes of the version before the state; nil where there is none that is one.
  ///
  /// - Throws: `StateFileError` where the disk does not say: that is no reason to do without it.
  private func previousVersion(at place: FilePlace) throws -> [UInt8]? {
    do throws(StateFileError) {
      return try file.contents(of: place.sideNames.previous, at: place)?.bytes
    } catch {
      if case .inaccessible = error { throw error }
      return nil
    }
  }

  /// Takes in a log on an older state; nil where it does not lead on from there.
  func scanned(
    _ replay: LogReplay<State>,
    _ scanner: LogScanner,
    _ path: String
  ) throws -> (LogReplay<State>, LogScanner.End)? {
    var replay = replay
    do {
      let end = try scanner.scan(&replay)
      return replay.misfit == nil ? (replay, end) : nil
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    } catch is UnknownField {
      return nil
    }
  }

  /// A state that no change of the log has led to; nil where it is the one before, as a patch sees it.
  ///
  /// - Throws: ``MemoryLimitExceeded`` where the step could not be read again, before anything is changed.
  func later(_ state: State, from before: State, _ label: String) throws -> Later? {
    guard let patch = try? Patch(from: before, to: state) else { return Later(state: state, label: label) }
    if patch.isEmpty { return nil }
    guard patch.json.withBytes({ PlainValue.isReadable($0, within: options.memoryLimit) }) else {
      throw MemoryLimitExceeded()
    }
    return Later(state: state, label: label)
  }

  /// Makes a step of what the state file has and the log has not.
  ///
  /// The state file is written first, as if the log had the step already: a state that is ahead of its log is whole. The
  /// version before it stays, for where the power goes before the log has the step, the history is made again from that.
  func adopt(_ later: Later, in store: Store<State>, with log: Log<State>) throws {
    guard log.file.end.sequence < LogMark.lastNumber else { throw LogError.full(path: log.file.path) }
    let mark = LogMark(id: log.id, sequence: log.file.end.sequence + 1, isAhead: true)
    let size = try file.save(later.state, at: mark, replacesPrevious: false)
    log.saved(size, since: log.growth.logged)
    try store.adopt(later.state, as: later.label)
  }
}

extension StateEnvelope.Opened {
  /// Whether the file had this state before it was edited.
  fileprivate func wasSaved(as state: State, by envelope: StateEnvelope<State>) -> Bool {
    guard let text = try? envelope.coding.encode(state) else { return false }
    return checksums?.state == StateChecksums(of: text, head: "").state
  }
}
