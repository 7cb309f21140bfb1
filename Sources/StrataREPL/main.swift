import Strata
import StrataStorage
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

/// Ends the program, with what it means to whoever started it.
func leave(_ status: EndStatus, _ complaint: String? = nil) -> Never {
  if let complaint { complain("strata: \(complaint)") }
  exit(status.code)
}

/// Ends the program with what went wrong, and what a person can do about it.
func leave(_ status: EndStatus, _ error: any Error, of undertaking: Undertaking, at path: String) -> Never {
  complain("strata: \(happening(of: error))")
  leave(status, undertaking.wayOut(of: error, at: path))
}

occupyStandardDescriptors()

let options: Options
do {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  leave(.notUnderstood, "\(error) See: strata --help")
}

if let notice = options.notice {
  let width = Window(STDOUT_FILENO)?.columns
  switch notice {
  case .help, .inspecting, .following, .sharing:
    let text = notice.text
    leave((width.map { say(laidOut(text, to: $0)) } ?? put(text)) ?? .fine)
  case .manual: leave(say(manualText(width: min(width ?? 80, 100))) ?? .fine)
  case .version: leave(put(versionText(isJSON: options.isJSON)) ?? .fine)
  case .completions(let shell): leave(put(shell.completions) ?? .fine)
  }
}

if options.task == .sitting, let path = options.path, FileNumber(path) == nil,
  let mistake = MistakenCommand(path)
{
  leave(.notUnderstood, "\(mistake)")
}

guard let start = WallTime.onTheWall() else {
  leave(.notOpened, "the system's clock is outside the years 1 to 9999")
}

let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
let isPlainTerminal = environment("TERM").map { $0.isEmpty || $0 == "dumb" } ?? true
let signals = Signals([SIGINT, SIGTERM, SIGHUP] + (isInteractive ? [SIGTSTP] : []))

var work = LongWork(signals: signals)
if isInteractive && !isPlainTerminal {
  work.bar = ProgressBar(width: { Window(STDOUT_FILENO)?.columns }) { text in
    _ = writeAll(Array(text.utf8), to: STDOUT_FILENO, or: nil)
  }
}
let repl: REPL
var workspace = ""
do {
  let path = try options.path ?? DataDirectory.path(environment) + "/workspace.json"
  workspace = path
  switch options.task {
  case .sitting: break
  case .inspect(let wanted):
    let isColored = !isPlainTerminal && !wanted.isJSON && (environment("NO_COLOR") ?? "").isEmpty
    let inspecting = InspectTask(
      options: wanted,
      path: wanted.path ?? path,
      style: Style(isColored: isColored && isatty(STDOUT_FILENO) == 1),
      isInteractive: isInteractive,
      isOnScreen: !isPlainTerminal
    )
    leave(inspecting.run(signals))
  case .follow(let wanted): leave(FollowTask(options: wanted, path: wanted.path ?? path).run(signals))
  case .share(let wanted):
    workspace = wanted.path ?? path
    leave(try SharingTask.run(wanted, at: workspace, signals, work))
  case .check:
    let task = RescueTask(path: path, isUnlimited: options.isUnlimited)
    let (lines, status) = try work.run("Checking", of: task.bytesToCheck) { try task.check() }
    leave(say(lines) ?? status)
  case .repair(let other):
    do {
      let task = RescueTask(path: path, isUnlimited: options.isUnlimited)
      leave(say(try work.run("Repairing", of: task.bytesToRepair) { try task.repair(into: other) }) ?? .fine)
    } catch let error as NoFile {
      leave(.notOpened, "\(error)")
    } catch let stop as Interrupted {
      leave(.signal(stop.number), "interrupted. To go on where this ended: strata repair, and the file")
    } catch {
      leave(.commandFailed, error, of: .repairing, at: workspace)
    }
  }
  if options.path == nil && !options.isReadOnly { try DataDirectory.make(DataDirectory.path(environment)) }
  if options.isReadOnly && FileNumber(path) == nil { throw NoFile(path: path) }
  repl = try REPL(
    opening: path,
    readOnly: options.isReadOnly,
    setsAside: options.setsAside,
    isUnlimited: options.isUnlimited,
    as: options.author.map(Author.init(rawValue:)) ?? .user,
    work: work
  ) {
    WallTime.onTheWall() ?? start
  }
} catch let stop as Interrupted {
  leave(.signal(stop.number), "interrupted; nothing has changed.")
} catch {
  leave(.notOpened, error, of: .opening, at: workspace)
}
if let notice = repl.notice { complain("strata: \(notice)") }

let output = Output(STDOUT_FILENO, signals: signals) { try repl.sync() }
let isColorful = !isPlainTerminal && !options.isJSON && (environment("NO_COLOR") ?? "").isEmpty
let manner = Manner(
  isInteractive: isInteractive,
  isJSON: options.isJSON,
  isOnScreen: isInteractive && !isPlainTerminal,
  keepsGoing: options.keepsGoing,
  style: Style(isColored: isColorful && isatty(STDOUT_FILENO) == 1),
  errorStyle: Style(isColored: isColorful && isatty(STDERR_FILENO) == 1)
)

let prompt = manner.prompt
var lines: any LineSource = DescriptorLines(STDIN_FILENO, signals: signals) {
  if isInteractive { output.write(prompt, terminator: "") }
  return output.flush()
}
if isInteractive && !isPlainTerminal {
  let edited = EditedLines(
    prompt: prompt,
    library: environment("STRATA_LINE_EDITOR"),
    history: options.isReadOnly ? nil : LineHistory(named: "lines"),
    signals: signals,
    completions: repl.completions,
    willWait: output.flush
  )
  lines = edited ?? lines
}

let editor = TextEditor(environment)
let sitting = Sitting(repl, Input(lines, signals: signals), output, manner, editor: editor)
if isInteractive && !options.isJSON { sitting.greet() }
let status = sitting.run()
do {
  for line in try repl.close() { complain("strata: \(line)") }
} catch {
  leave(status == .fine ? .notSaved : status, error, of: .closing, at: workspace)
}
leave(status)
