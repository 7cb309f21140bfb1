import Strata
import Workspace

/// Runs the program `strata`, and ends the process.
///
/// - Parameter arguments: The name of the program and its arguments.
package func runProgram(_ arguments: [String]) -> Never {
  occupyStandardDescriptors()
  let options: Options
  do {
    options = try Options(Array(arguments.dropFirst()))
  } catch {
    let task = Options.Task(rawValue: arguments.dropFirst().first ?? "") ?? .session
    complain(
      "strata: \(error) See: strata \(usageText(task) == usageText(.session) ? "" : "\(task.rawValue) ")--help"
    )
    exit(ExitStatus.notUnderstood.code)
  }
  exit(run(options).code)
}

/// Runs the task of the command line.
func run(_ options: Options) -> ExitStatus {
  switch options.task {
  case .help:
    let task = Options.Task(rawValue: options.words.first ?? "") ?? .session
    return say(usageText(task).split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      ?? .fine
  case .version:
    let json = "{\"json\":\(jsonVersion),\"version\":\"\(version)\"}"
    return say([options.isJSON ? json : "strata \(version)"]) ?? .fine
  case .completions:
    guard let shell = Shell(rawValue: options.title ?? "") else {
      complain("strata: --completions needs bash, zsh or fish.")
      return .notUnderstood
    }
    return say(shell.script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      ?? .fine
  case .complete: return say(Shell.candidates(for: options.words)) ?? .fine
  default: break
  }
  let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  let isOnScreen = isInteractive && !["", "dumb"].contains(environment("TERM") ?? "")
  let signals = Signals([SIGINT, SIGTERM, SIGHUP] + (isInteractive ? [SIGTSTP] : []))
  var work = LongWork(signals: signals)
  if isOnScreen {
    work.bar = ProgressBar(width: { Window(STDOUT_FILENO)?.columns }) { text in
      _ = writeAll(Array(text.utf8), to: STDOUT_FILENO, or: nil)
    }
  }
  var path = options.path ?? ""
  do {
    let folder = try options.path == nil ? DataDirectory.path(environment) : nil
    path = options.path ?? "\(folder ?? "")/workspace.json"
    if let folder, options.task == .session, !options.isReadOnly { try DataDirectory.make(folder) }
    let settings = settings(options, isInteractive: isInteractive, isOnScreen: isOnScreen)
    return try run(options, at: path, settings, signals, work)
  } catch let stop as Interrupted {
    let next =
      options.task == .repair ? "Interrupted. To continue: strata repair \(shellWord(path))" : "\(stop)"
    complain("strata: \(next)")
    return .signal(stop.number)
  } catch {
    let status = options.task == .repair && !(error is MissingFile) ? ExitStatus.commandFailed : .notOpened
    return fail(status, error, options.task, at: path)
  }
}

/// The settings of a conversation on the standard input and output.
func settings(_ options: Options, isInteractive: Bool, isOnScreen: Bool) -> Settings {
  let hasColors =
    !["", "dumb"].contains(environment("TERM") ?? "") && !options.isJSON
    && (environment("NO_COLOR") ?? "").isEmpty
  return Settings(
    isInteractive: isInteractive,
    isJSON: options.isJSON,
    isOnScreen: isOnScreen,
    keepsGoing: options.keepsGoing,
    style: Style(isColored: hasColors && isatty(STDOUT_FILENO) == 1),
    errorStyle: Style(isColored: hasColors && isatty(STDERR_FILENO) == 1)
  )
}

/// The file of the lines that a person has typed; nil without a terminal or a data directory.
func historyFile(_ name: String, _ settings: Settings) -> String? {
  guard settings.isOnScreen, let folder = try? DataDirectory.path(environment),
    (try? DataDirectory.make(folder)) != nil
  else { return nil }
  return "\(folder)/\(name)"
}

/// Runs a task on a workspace.
///
/// - Throws: Errors of opening, and of a repair.
func run(
  _ options: Options,
  at path: String,
  _ settings: Settings,
  _ signals: Signals?,
  _ work: LongWork
) throws -> ExitStatus {
  switch options.task {
  case .check:
    let task = RescueTask(path: path, isUnlimited: options.isUnlimited)
    // Each file by itself, and then all together.
    let (lines, status) = try work.run("Checking", of: 2 * bytesToRead(at: path)) { try task.check() }
    return say(lines) ?? status
  case .repair:
    let task = RescueTask(path: path, isUnlimited: options.isUnlimited)
    return say(
      try work.run("Repairing", of: 3 * bytesToRead(at: path)) { try task.repair(into: options.repaired) }
    ) ?? .fine
  case .follow:
    return FollowTask(path: path, position: options.position, isUnlimited: options.isUnlimited).run(signals)
  case .join, .publish, .apply: return try SharingTask.run(options, at: path, signals, work)
  case .inspect:
    let inspector = try Inspector(options, at: path)
    for remark in inspector.inspection.remarks { complain("strata: \(path): \(remark)") }
    let conversation = Conversation(
      inspector,
      settings,
      history: historyFile("questions", settings),
      signals: signals
    )
    let words = options.page.map { ["page", $0] } ?? options.words
    return words.isEmpty ? conversation.run() : conversation.answer(words)
  default: break
  }
  if options.isReadOnly && FileNumber(path) == nil { throw MissingFile(path: path) }
  let session = try WorkspaceSession(
    opening: path,
    readOnly: options.isReadOnly,
    setsAside: options.setsAside,
    isUnlimited: options.isUnlimited,
    as: options.author.map(Author.init(rawValue:)) ?? .user,
    work: work
  )
  if let notice = session.notice { complain("strata: \(notice)") }
  let conversation = Conversation(
    session,
    settings,
    history: options.isReadOnly ? nil : historyFile("lines", settings),
    signals: signals
  ) {
    try session.sync()
  }
  return session.finish(conversation.run())
}
