import Dispatch
import Strata

/// Keeps every change of a store on the disk, before anybody sees it.
final class Log<State: Reducible & DescribedValue>: Sendable {
  /// The log's name.
  let id: String
  let policy: SyncPolicy
  /// The fields that lead to the part that undo covers.
  let fields: [String]
  let companions: LogCompanions<State>?
  /// Where waiting for the disk is done.
  private let queue = DispatchQueue(label: "strata.log", qos: .utility)
  private let standing: Guarded<Standing>

  private struct Standing {
    var file: LogFile
    /// The number of lines, and so whether it is worth writing the log anew.
    var lines: Int
    var isSyncing = false
    var isClosed = false
  }

  init(
    _ file: LogFile,
    id: String,
    lines: Int,
    _ policy: SyncPolicy,
    fields: [String],
    companions: LogCompanions<State>?
  ) {
    (self.id, self.policy, self.fields, self.companions) = (id, policy, fields, companions)
    standing = Guarded(Standing(file: file, lines: lines))
  }

  /// The file that changes are added to.
  var file: LogFile { standing.withLock { $0.file } }
  /// The number of lines.
  var lines: Int { standing.withLock { $0.lines } }

  /// Keeps a change, and returns its number.
  func record(_ change: RecordedChange<State>) throws(LogError) -> Int {
    let (file, isClosed) = standing.withLock { ($0.file, $0.isClosed) }
    if isClosed { throw .closed(path: file.path) }
    guard let json = try json(of: change, path: file.path) else { return file.end.sequence }
    let sequence = try file.append(json, isSynced: policy == .everyChange)
    let isDue = standing.withLock { standing in
      standing.lines += 1
      guard case .interval = policy, !standing.isSyncing else { return false }
      standing.isSyncing = true
      return true
    }
    if isDue, case .interval(let wait) = policy {
      queue.asyncAfter(deadline: .now() + wait.interval) { [weak self] in
        guard let self else { return }
        standing.withLock { $0.isSyncing = false }
        // A log that could not be synced takes no more changes: the next sender is told.
        try? self.file.sync()
      }
    }
    return sequence
  }

  /// The line for a change; nil when there is nothing to keep.
  private func json(of change: RecordedChange<State>, path: String) throws(LogError) -> [UInt8]? {
    do {
      let patch = try Patch(from: change.before, to: change.after)
      if patch.isEmpty && change.event == .nothing && change.evicted.isEmpty { return nil }
      // In the state file it stands one level deeper, and could not be read again.
      guard patch.nesting < jsonDepthLimit else { throw PatchError(.tooDeep(limit: jsonDepthLimit - 1)) }
      var sides: [UInt8]?
      switch change.event {
      case .made, .extended, .begun, .forgotten:
        if let companions {
          // A history begins with the companion that there is then.
          let isBeginning = change.event.isBeginning
          sides = LogCompanions<State>.list(
            try companions.json(isBeginning ? change.after : change.before),
            try companions.json(change.after)
          )
        }
      default: break
      }
      var json: [UInt8]?
      switch change.event {
      case .saved, .forgotten: break
      default: json = patch.json
      }
      return RecordHead.json(change.event, evicted: change.evicted, companions: sides, patch: json)
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// Goes on in another file, which has everything that this one has.
  func replace(by file: LogFile, lines: Int) {
    standing.withLock { ($0.file, $0.lines) = (file, lines) }
  }

  /// Takes no changes any more.
  func close() {
    standing.withLock { $0.isClosed = true }
  }
}
