import StrataStorage
import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

func complain(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

func now() -> WallTime {
  var now = time(nil)
  var parts = tm()
  localtime_r(&now, &parts)
  // A leap second, which some clocks show, counts as the last one of its minute.
  let second = min(Int(parts.tm_sec), 59)
  guard let day = Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday)),
    let time = WallTime(day, hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: second)
  else {
    complain("strata: the system's clock is outside the years 1 to 9999")
    exit(1)
  }
  return time
}

func open(_ arguments: [String]) throws -> REPL {
  let path = try arguments.first ?? DataDirectory.workspacePath { getenv($0).map { String(cString: $0) } }
  return try REPL(opening: path, now: now)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count > 1 || arguments.first?.hasPrefix("-") == true {
  complain("usage: strata [FILE]")
  exit(2)
}

let repl: REPL
do {
  repl = try open(arguments)
} catch {
  complain("strata: \(error)")
  exit(1)
}

if let notice = repl.notice { complain("strata: \(notice)") }

/// Saves, and ends the program.
func leave(_ repl: REPL, _ status: Int32) -> Never {
  do {
    try repl.close()
  } catch {
    complain("strata: \(error)")
    exit(1)
  }
  exit(status)
}

let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
var lineNumber = 0
while true {
  if isInteractive { print("strata> ", terminator: "") }
  fflush(nil)
  guard let line = readLine() else { break }
  lineNumber += 1
  do {
    guard let answer = try repl.answer(line) else { break }
    for text in answer { print(text) }
  } catch {
    complain(isInteractive ? "\(error)" : "line \(lineNumber): \(error)")
    if !isInteractive { leave(repl, 1) }
  }
}
leave(repl, 0)
