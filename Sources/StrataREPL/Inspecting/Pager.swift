#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The program that a person reads long texts with.
struct Pager {
  /// What the shell is told to run.
  let command: String

  /// The one that a person has chosen; `less` where none is named, and nil where none is wanted.
  init?(_ environment: (String) -> String?) {
    let named = environment("STRATA_PAGER") ?? environment("PAGER") ?? "less"
    if named.isEmpty || named == "cat" { return nil }
    command = named
  }

  /// Hands it lines to show, and waits for its end; false where it cannot be run.
  func show(_ lines: [String]) -> Bool {
    // One that has gone before it has read everything has shown enough.
    _ = signal(SIGPIPE, SIG_IGN)
    if environment("LESS") == nil { setenv("LESS", "FRX", 1) }
    // What this program leaves to a thread of its own, the other one has to hear.
    var (none, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    let started = popen(command, "w")
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    guard let pager = started else { return false }
    for line in lines where fputs(line + "\n", pager) == EOF { break }
    let status = pclose(pager)
    // So a shell says that there is no such program.
    return status >> 8 & 0xFF != 127
  }
}
