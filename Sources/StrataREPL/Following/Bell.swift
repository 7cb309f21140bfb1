#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What wakes a program that waits for changes: it rings as often as it is told to, and is heard at least once after that.
final class Bell: Sendable {
  private let hearing: Int32
  private let ringing: Int32

  /// Nil where the system has no pipe left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (hearing, ringing) = (ends[0], ends[1])
  }

  deinit {
    close(hearing)
    close(ringing)
  }

  func ring() {
    var byte: UInt8 = 0
    // Where the pipe is full, it was rung already.
    _ = write(ringing, &byte, 1)
  }

  enum Heard {
    case rung
    /// What is written has no reader any more.
    case unread
    case signal(Int32)
  }

  /// Waits until it rings, a signal comes, or the reader of the standard output is gone.
  func wait(_ signals: Signals?) -> Heard {
    while true {
      var waiting = [
        pollfd(fd: hearing, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waiting, 3, -1)
      if waiting[2].revents != 0, let number = signals?.next() { return .signal(number) }
      if waiting[1].revents != 0 { return .unread }
      if waiting[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(hearing, &bytes, bytes.count) > 0 {}
        return .rung
      }
    }
  }
}
