import StrataCore

/// The changes of a store that another process writes, one after the other, as they come: without its types, and without a
/// lock.
///
///     for try await item in ChangeFeed(of: "journal.json", after: last) {
///       switch item {
///       case .state(let state, let told): replace(by: state, told.position)
///       case .change(let change): append(change.patch, change.position)
///       }
///     }
///
/// The feed tells every change once, in order, with its position. A program that keeps the position goes on behind it the
/// next time. If there is no way on from there, the feed tells the whole state, and goes on from that. It reads when it is
/// asked, some changes at a time: changes that are not asked for yet take no memory. The writer is neither kept waiting nor
/// changed.
public struct ChangeFeed: AsyncSequence, Sendable {
  /// An item that the feed tells.
  public typealias Element = FeedItem

  private let path: String
  private let position: ChangePosition?
  private let pace: FollowingPace
  private let limit: Int
  private let fileSystem: any FileSystem

  /// Makes a feed of what a store's files say.
  ///
  /// - Parameters:
  ///   - path: The state file of the store, or the folder that is a document.
  ///   - position: The position of the item that was told last; nil to begin with the state.
  ///   - pace: How it notices that there is something.
  ///   - limit: How many bytes the state file may have, and how many of memory reading may take.
  public init(
    of path: String,
    after position: ChangePosition? = nil,
    pace: FollowingPace = .events,
    limit: Int = OpeningOptions().sizeLimit
  ) {
    self.init(of: path, after: position, pace: pace, limit: limit, in: POSIXFileSystem())
  }

  package init(
    of path: String,
    after position: ChangePosition? = nil,
    pace: FollowingPace = .events,
    limit: Int = 1 << 30,
    in fileSystem: any FileSystem
  ) {
    (self.path, self.position, self.pace) = (path, position, pace)
    (self.limit, self.fileSystem) = (limit, fileSystem)
  }

  /// Begins to tell.
  public func makeAsyncIterator() -> Iterator {
    Iterator(FeedReader(path, after: position, limit: limit, in: fileSystem), pace)
  }

  /// Reads the feed for a program that waits by itself.
  ///
  /// - Parameter look: Called, on a thread that all followers of a process share, whenever there may be something, for as
  ///   long as the token is held.
  package func read(_ look: @escaping @Sendable () -> Void) -> (FeedReader, FollowingToken) {
    let reader = FeedReader(path, after: position, limit: limit, in: fileSystem)
    return (reader, FollowingToken(pace, beside: reader.path, in: fileSystem, look))
  }

  /// Tells what a feed has, one after the other; it ends with its task.
  public struct Iterator: AsyncIteratorProtocol {
    private var reader: FeedReader
    private var ready: ArraySlice<FeedItem> = []
    private let token: FollowingToken
    private var signals: AsyncStream<Void>.Iterator

    /// How many changes are read ahead.
    private static let most = 64

    fileprivate init(_ reader: FeedReader, _ pace: FollowingPace) {
      self.reader = reader
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      signals = stream.makeAsyncIterator()
      token = FollowingToken(pace, beside: reader.path, in: reader.fileSystem) { continuation.yield() }
    }

    /// Returns what comes next, as soon as it is there.
    ///
    /// - Throws: `StateFileError` and `LogError` where it cannot be read; the next call tries again.
    public mutating func next() async throws -> FeedItem? {
      while ready.isEmpty {
        if Task.isCancelled { return nil }
        ready = try reader.next(Self.most)[...]
        if ready.isEmpty, await signals.next() == nil { return nil }
      }
      return ready.popFirst()
    }
  }
}
