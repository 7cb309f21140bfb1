#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What waiting for a descriptor came to.
enum Waited: Equatable {
  case ready
  /// Not ready within the time that was given.
  case notYet
  case signal(Int32)
}

/// Waits until a descriptor can be read or written, or a signal comes, which goes first.
///
/// - Parameters:
///   - milliseconds: How long at most; -1 for ever.
///   - aroundStop: What `Signals` calls around a stop.
func wait(
  for descriptor: Int32,
  writing: Bool = false,
  or signals: Signals?,
  milliseconds: Int32 = -1,
  aroundStop: (() -> Void) -> Void = { $0() }
) -> Waited {
  let event = Int16(writing ? POLLOUT : POLLIN)
  while true {
    var waiting = [
      pollfd(fd: descriptor, events: event, revents: 0),
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&waiting, 2, milliseconds)
    if waiting[1].revents != 0, let number = signals?.next(aroundStop: aroundStop) { return .signal(number) }
    // What is broken counts as ready: the call that follows says how.
    if waiting[0].revents != 0 { return .ready }
    if count == 0 { return .notYet }
    if count < 0 && errno != EINTR { return .ready }
  }
}

/// Sees to it that 0, 1 and 2 are taken where whoever started the program closed them: else the next file that is opened
/// would become the standard output, and answers would be written into it.
func occupyStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    // In the direction that is of no use, so that reading and writing are errors as they would have been.
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}
