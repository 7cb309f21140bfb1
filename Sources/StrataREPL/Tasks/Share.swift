import Strata
import StrataSync
import Workspace

/// `strata join`, `strata publish` and `strata apply`.
struct SharingTask {
  let options: Options
  let opened: DurableStore<AppState>
  let path: String
  let signals: Signals?

  private var store: Store<AppState> { opened.store }

  /// Opens a workspace and runs the task.
  ///
  /// - Throws: Errors of opening.
  static func run(_ options: Options, at path: String, _ signals: Signals?, _ work: LongWork) throws
    -> ExitStatus
  {
    if options.task == .join {
      if options.path == nil { try DataDirectory.make(DataDirectory.path(environment)) }
    } else if FileNumber(path) == nil {
      throw MissingFile(path: path)
    }
    let session = try WorkspaceSession(opening: path, isUnlimited: options.isUnlimited, work: work)
    if let notice = session.notice { complain("strata: \(notice)") }
    let task = SharingTask(options: options, opened: session.opened, path: path, signals: signals)
    var status: ExitStatus
    do {
      status = try task.run()
    } catch {
      complain("strata: \(happening(of: error))")
      status = error is MissingFile || error is SystemError ? .notOpened : .commandFailed
    }
    return session.finish(status)
  }

  /// Runs the task; its changes are on the disk afterwards.
  private func run() throws -> ExitStatus {
    if options.task == .join { return try join(as: options.site) }
    guard store.sharing.site != 0 else {
      let file = shellWord(path)
      throw SharingRefused(
        description: """
          This workspace is not shared. To join as the first machine: strata join 1 \(file)  As another machine, with a \
          number that no other has: strata join 2 \(file)
          """
      )
    }
    return options.task == .apply ? try apply() : try publish()
  }

  private func join(as site: Int) throws -> ExitStatus {
    let state = store.state
    if state.sharing.site == site { return say(["This is machine \(site) already."]) ?? .fine }
    if state.sharing.site == 0 {
      let last = max(state.session.ids.last, state.document.greatestID(below: IDCounter.ids.upperBound))
      guard site != 1 || last < IDCounter.perSite else {
        throw SharingRefused(
          description: "This workspace has ids from \(IDCounter.perSite), which other machines would use."
        )
      }
      guard site == 1 || last == 0 && state.document == Document() else {
        throw SharingRefused(
          description: """
            Only machine 1 brings a workspace: two machines may both have a todo 7. Join with a new file and apply the \
            changes of the others. To bring this workspace, export it here and import it at machine 1.
            """
        )
      }
    }
    // A copy of another machine's files takes another number. The order begins with machine 1.
    guard site != 1 || state.sharing.position == 0 else { throw SharingError.noSite(site) }
    try store.join(as: site, startingWith: AppState())
    try opened.sync()
    return say(["This is machine \(site). \(unpublished)"]) ?? .fine
  }

  private var unpublished: String {
    let count = store.sharing.unpublishedCount
    return count == 0
      ? "There is nothing to publish."
      : "To publish \(counted(count, "change")): strata publish \(shellWord(path))"
  }

  private func publish() throws -> ExitStatus {
    // The first change is checked against the rules here, before all other machines see it.
    guard let (_, first) = try opened.nextToPublish() else { return .fine }
    let output = Output(signals: signals)
    for placed in PlacedChange.all(of: try store.unpublished(), from: first) {
      output.write(bytes: printable(json: placed.line) + "\n".utf8)
    }
    return output.finish() ?? .fine
  }

  private func apply() throws -> ExitStatus {
    let descriptor = options.lines.map { openFile($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else {
      throw errno == ENOENT ? MissingFile(path: options.lines ?? "") as any Error : SystemError(errno)
    }
    let limit = options.isUnlimited ? Int.max : 1 << 30
    let isOwned = options.lines != nil
    let lines = DescriptorLines(descriptor, isOwned: isOwned, longest: limit, signals: signals)
    var (order, number, counts, withdrawn) = (CountedLines(), 0, [0, 0, 0], [String]())
    var status: ExitStatus?
    func failed(_ line: Int, _ reason: any Error) {
      complain("strata: line \(line): \(happening(of: reason))")
      status = .commandFailed
    }
    reading: while status == nil {
      number += 1
      switch lines.next() {
      case .end:
        if let missing = order.missing(in: store.sharing) { failed(missing.line, missing.error) }
        break reading
      case .line(""): continue
      case .line(let line):
        do {
          let placed = try PlacedChange(line: line.utf8, memoryLimit: limit)
          guard order.count(placed, line: number, in: store.sharing) else { continue }
          var gone: [SharedChange] = []
          switch try store.apply(placed.change, at: placed.position) {
          case .applied(let withdrawn): (counts[0], gone) = (counts[0] + 1, withdrawn)
          case .published(let withdrawn): (counts[1], gone) = (counts[1] + 1, withdrawn)
          case .alreadyApplied: counts[2] += 1
          }
          withdrawn += gone.map {
            "Withdrawn: \"\($0.label)\" does not fit after \"\(placed.change.label)\" of machine \(placed.change.name.site)."
          }
        } catch {
          failed(number, error)
        }
      case .unreadable(let line): failed(number, line)
      case .failed(let errorNumber):
        complain("strata: cannot read the lines: \(SystemError(errorNumber))")
        status = .inputBroken
      case .outputFailed: status = .outputBroken
      case .signal(let signal): status = .signal(signal)
      }
    }
    try opened.sync()
    let summary = """
      At position \(store.sharing.position): \(counts[0]) of other machines applied, \(counts[1]) of this one published, \
      \(counts[2]) applied before.
      """
    let said = say([summary] + withdrawn + [unpublished])
    return status ?? said ?? .fine
  }
}

/// The workspace cannot be shared as it is.
private struct SharingRefused: Error, CustomStringConvertible {
  let description: String
}
