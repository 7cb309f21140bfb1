import Strata

/// `strata follow`: writes the changes of a store as lines of JSON, until the reader is gone.
struct FollowTask {
  let path: String
  /// The position after which the feed begins; nil to begin with the state.
  var position: ChangePosition?
  var isUnlimited = false

  /// The number of changes that are read at once.
  private static let most = 64

  func run(_ signals: Signals?) -> ExitStatus {
    if FileNumber(path) == nil { return fail(.notOpened, MissingFile(path: path), .follow, at: path) }
    guard let bell = Bell() else { return fail(.notOpened, SystemError(errno), .follow, at: path) }
    let feed = ChangeFeed(of: path, after: position, limit: isUnlimited ? .max : 1 << 30)
    var (reader, token) = feed.read { bell.ring() }
    defer { token.cancel() }
    let output = Output(signals: signals)
    var hasWritten = false
    output.write(FeedItem.formatLine)
    while true {
      let items: [FeedItem]
      do {
        items = try reader.next(Self.most)
      } catch {
        return fail(hasWritten ? .inputBroken : .notOpened, error, .follow, at: path)
      }
      for item in items { output.write(bytes: printable(json: item.json) + "\n".utf8) }
      // A feed has no end of its own: the reader's end is its end.
      if let status = output.finish() { return status == .outputBroken && output.isUnread ? .fine : status }
      hasWritten = true
      guard items.isEmpty else { continue }
      switch wait(for: bell.descriptor, orHangUpOf: STDOUT_FILENO, or: signals) {
      case .ready, .notYet: while bell.hear() != nil {}
      case .unread: return .fine
      case .signal(let number): return .signal(number)
      }
    }
  }
}
