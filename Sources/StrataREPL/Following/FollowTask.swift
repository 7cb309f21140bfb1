import Strata
import StrataStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
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
