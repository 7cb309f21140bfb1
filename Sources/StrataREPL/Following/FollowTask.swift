import Strata
import StrataStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What `strata follow` does: it tells the changes of a store as lines of JSON, for as long as there is a reader.
struct FollowTask {
  let options: FollowOptions
  let path: String

  /// How many changes are read ahead.
  private static let most = 64

  /// Returns how the program ends.
  func run(_ signals: Signals?) -> EndStatus {
    if FileNumber(path) == nil { return fail(NoFile(path: path), .notOpened) }
    guard let bell = Bell() else { return fail(SystemError(errno), .notOpened) }
    let limit = options.isUnlimited ? .max : 1 << 30
    let feed = ChangeFeed(of: path, after: options.position, limit: limit)
    var (reader, token) = feed.read { bell.ring() }
    defer { token.cancel() }
    var (hasTold, lines) = (false, Array("\(FeedItem.formatLine)\n".utf8))
    while true {
      let items: [FeedItem]
      do {
        items = try reader.next(Self.most)
      } catch {
        // What was told before stands.
        return fail(error, hasTold ? .inputBroken : .notOpened)
      }
      for item in items { lines += item.json + "\n".utf8 }
      if !items.isEmpty || !hasTold {
        if let failure = writeAll(lines, to: STDOUT_FILENO, or: signals) { return end(failure) }
        (hasTold, lines) = (true, [])
      }
      guard items.isEmpty else { continue }
      switch bell.wait(signals) {
      case .rung: continue
      case .unread: return .fine
      case .signal(let number): return .signal(number)
      }
    }
  }

  private func end(_ failure: Output.Failure) -> EndStatus {
    switch failure {
    // A feed has no end of its own: a reader that has read enough ends it.
    case .unread: return .fine
    case .signal(let number): return .signal(number)
    case .broken(let number):
      complain("strata: the output cannot be written: \(SystemError(number))")
      return .outputBroken
    case .notDurable(let error): return fail(error, .outputBroken)
    }
  }

  private func fail(_ error: any Error, _ status: EndStatus) -> EndStatus {
    complain("strata: \(happening(of: error))")
    if let wayOut = Undertaking.following.wayOut(of: error, at: path) { complain("strata: \(wayOut)") }
    return status
  }
}

/// What wakes a program that waits for changes: it rings as often as it is told to, and is heard at least once after that.
private final class Bell: Sendable {
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
