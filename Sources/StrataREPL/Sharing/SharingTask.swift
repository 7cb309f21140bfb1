import Strata
import StrataStorage
import StrataSync
import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What `strata join`, `strata publish` and `strata apply` do and say.
struct SharingTask {
  let options: SharingOptions
  let opened: DurableStore<AppState>
  /// The file, as it is typed.
  let path: String
  let signals: Signals?

  private var store: Store<AppState> { opened.store }

  /// Opens a workspace and does what is asked for; returns how the program ends.
  ///
  /// - Throws: What opening throws.
  static func run(
    _ options: SharingOptions,
    at path: String,
    _ signals: Signals?,
    _ work: LongWork
  ) throws -> EndStatus {
    if case .join = options.work {
      if options.path == nil { try DataDirectory.make(DataDirectory.path(environment)) }
    } else if FileNumber(path) == nil {
      throw NoFile(path: path)
    }
    let now = WallTime.onTheWall() ?? .midnight(of: .first)
    let repl = try REPL(opening: path, isUnlimited: options.isUnlimited, work: work) { now }
    if let notice = repl.notice { complain("strata: \(notice)") }
    let task = SharingTask(options: options, opened: repl.opened, path: typed(path), signals: signals)
    var status: EndStatus
    do {
      status = try task.run()
    } catch let error where error is NoFile || error is SystemError {
      complain("strata: \(happening(of: error))")
      status = .notOpened
    } catch {
      complain("strata: \(happening(of: error))")
      status = .commandFailed
    }
    do {
      for line in try repl.close() { complain("strata: \(line)") }
    } catch {
      complain("strata: \(happening(of: error))")
      if let wayOut = Undertaking.closing.wayOut(of: error, at: path) { complain("strata: \(wayOut)") }
      status = status == .fine ? .notSaved : status
    }
    return status
  }

  /// Returns how the program ends; what was done is on the disk then.
  private func run() throws -> EndStatus {
    if case .join(let site) = options.work { return try join(as: site) }
    guard store.sharing.site != 0 else { throw SharesNothing(path: path) }
    if case .apply(let lines) = options.work { return try apply(lines) }
    return try publish()
  }

  private func join(as site: Int) throws -> EndStatus {
    let state = store.state
    if state.sharing.site == site { return say("This is machine \(site) already.") }
    if state.sharing.site == 0 {
      let last = max(state.session.ids.last, state.document.greatestID(below: IDCounter.ids.upperBound))
      guard site == 1 ? last < IDCounter.perSite : last == 0 && state.document == Document() else {
        throw CannotBring(site: site)
      }
    }
    // A copy of another machine's files takes another number; the first one is the machine that the order begins with.
    guard site != 1 || state.sharing.position == 0 else { throw SharingError.noSite(site) }
    try store.join(as: site, startingWith: AppState())
    try opened.sync()
    return say("This is machine \(site). \(unpublished)")
  }

  private var unpublished: String {
    switch store.sharing.unpublishedCount {
    case 0: "There is nothing to publish."
    case 1: "To write the change to be published: strata publish \(path)"
    case let count: "To write the \(count) changes to be published: strata publish \(path)"
    }
  }

  private func publish() throws -> EndStatus {
    // What the rules have against the first one is told here, and not to all others.
    guard let (_, first) = try opened.nextToPublish() else { return .fine }
    var lines: [UInt8] = []
    var before: SharedChange.Name?
    for (offset, change) in try store.unpublished().enumerated() {
      lines += printable(json: PlacedChange(change, at: first + offset, after: before).line) + "\n".utf8
      before = change.name
    }
    switch writeAll(lines, to: STDOUT_FILENO, or: signals) {
    case nil: return .fine
    case .signal(let number)?: return .signal(number)
    case .broken(let number)?:
      complain("strata: the output cannot be written: \(SystemError(number))")
      return .outputBroken
    case _?: return .outputBroken
    }
  }

  private func apply(_ file: String?) throws -> EndStatus {
    let descriptor = try file.map { file in
      let descriptor = openFile(file, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        if errno == ENOENT { throw NoFile(path: file) }
        throw SystemError(errno)
      }
      return descriptor
    }
    let limit = options.isUnlimited ? .max : 1 << 30
    let lines = DescriptorLines(
      descriptor ?? STDIN_FILENO,
      isOwned: descriptor != nil,
      longest: limit,
      signals: signals
    )
    var (counted, taken) = (CountedLines(), TakenLines())
    var status = EndStatus.fine
    reading: while true {
      taken.number += 1
      switch lines.next() {
      case .end:
        guard let missing = counted.missing(in: store.sharing) else { break reading }
        complain("strata: line \(missing.line): \(happening(of: missing.error))")
        status = .commandFailed
      case .line(""): continue
      case .line(let line):
        do {
          let placed = try PlacedChange(line: Array(line.utf8), memoryLimit: limit)
          guard counted.count(placed, line: taken.number, in: store.sharing) else { continue }
          taken.add(try store.apply(placed.change, at: placed.position), of: placed.change)
          continue
        } catch {
          complain("strata: line \(taken.number): \(happening(of: error))")
          status = .commandFailed
        }
      case .unreadable(let line):
        complain("strata: line \(taken.number): \(line)")
        status = .commandFailed
      case .failed(let number):
        complain("strata: the lines cannot be read: \(SystemError(number))")
        status = .inputBroken
      case .unheard: status = .outputBroken
      case .signal(let number): status = .signal(number)
      }
      break
    }
    try opened.sync()
    let said = say([taken.sentence(at: store.sharing.position)] + taken.withdrawn + [unpublished])
    return status == .fine ? said ?? .fine : status
  }

  private func say(_ line: String) -> EndStatus { StrataREPL.say([line]) ?? .fine }
  private func say(_ lines: [String]) -> EndStatus? { StrataREPL.say(lines) }
}

/// What came of the lines that were taken in.
private struct TakenLines {
  /// The number of the line that was read last.
  var number = 0
  private var (applied, published, already) = (0, 0, 0)
  private(set) var withdrawn: [String] = []

  mutating func add(_ outcome: Applied, of change: SharedChange) {
    switch outcome {
    case .alreadyApplied: already += 1
    case .applied(let gone):
      (applied, withdrawn) = (applied + 1, withdrawn + gone.map { Self.told($0, change) })
    case .published(let gone):
      (published, withdrawn) = (published + 1, withdrawn + gone.map { Self.told($0, change) })
    }
  }

  private static func told(_ gone: SharedChange, _ change: SharedChange) -> String {
    "Withdrawn: \"\(gone.label)\" of here could not be made behind \"\(change.label)\" of machine \(change.name.site)."
  }

  func sentence(at position: Int) -> String {
    """
    At position \(position): \(applied) of other machines applied, \(published) of this one published, \(already) applied \
    before.
    """
  }
}

/// The workspace has not joined.
private struct SharesNothing: Error, CustomStringConvertible {
  let path: String

  var description: String {
    """
    This workspace shares nothing yet. To have it join, as the first machine: strata join 1 \(path)  As another one, with a \
    number that no other has: strata join 2 \(path)
    """
  }
}

/// What the workspace has cannot be brought.
private struct CannotBring: Error, CustomStringConvertible {
  let site: Int

  var description: String {
    site == 1
      ? "This workspace has numbers of \(IDCounter.perSite) and more, which other machines would give out, too."
      : """
      Only machine 1 brings what it has, for both may have a todo 7. Begin with a file that is not there yet, join, and apply \
      what the others have published; what is here can be read from there, or imported by machine 1.
      """
  }
}
