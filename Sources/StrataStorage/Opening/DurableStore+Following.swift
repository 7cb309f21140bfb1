import StrataCore

extension DurableStore {
  /// The position of the store in its log; nil where the store goes on with no log.
  public var position: ChangePosition? {
    if let following { return following.position }
    return keeping.map { keeping in
      let (log, end) = (keeping.log, keeping.log.file.end)
      return ChangePosition(log: log.id, number: end.sequence, line: end.line)
    }
  }

  /// Takes in what the writer has changed since the store was opened for reading, or last caught up: observers are told of
  /// each change in order, and the history is the writer's. Where no observer watches, the store goes to the last one at once.
  ///
  ///     var options = OpeningOptions()
  ///     options.access = .reading
  ///     let opened = try DurableStore(at: path, undoing: \.document, startingWith: AppState(), options: options)
  ///     let token = opened.store.observe { transition in refresh(transition.after) }
  ///     try opened.catchUp()
  ///
  /// The writer is neither kept waiting nor changed. ``follow(_:onlySettled:_:)`` does it whenever there is something.
  ///
  /// - Parameter isSettled: Whether to wait until the disk has what is told: else a power cut can take back what was
  ///   followed, where the writer's ``SyncPolicy`` allows it.
  /// - Returns: The kind of news that there was; nothing for a store that is written.
  /// - Complexity: O(what was added). Where the log was written anew, O(log).
  /// - Throws: ``StateFileError`` and ``LogError`` where what is there now cannot be read: the store stays as it is, and the
  ///   next call tries again. `StoreError.busy` inside an observer that is told by this very call.
  @discardableResult
  public func catchUp(onlySettled isSettled: Bool = false) throws -> FollowOutcome {
    try following?.catchUp(onlySettled: isSettled) ?? .nothing
  }
}

extension DurableStore {
  /// Keeps a store that is only read as the writer's is, for as long as the result is held.
  ///
  ///     let token = opened.follow { news in if case .failure(let error) = news { show(error) } }
  ///
  /// Changes are taken in as ``catchUp(onlySettled:)`` does it, on a thread that all followers of a process share: one after
  /// the other. An observer that is told there must not wait for another follower.
  ///
  /// - Parameters:
  ///   - pace: How it notices that there is something.
  ///   - isSettled: Whether to wait until the disk has what is told.
  ///   - receive: Told what there was, save for nothing, and why something could not be read: that is tried again.
  public func follow(
    _ pace: FollowingPace = .events,
    onlySettled isSettled: Bool = false,
    _ receive: @escaping @Sendable (Result<FollowOutcome, any Error>) -> Void = { _ in }
  ) -> FollowingToken {
    FollowingToken(pace, beside: path, in: file.fileSystem) { [weak self] in
      guard let self else { return }
      let news = Result { try catchUp(onlySettled: isSettled) }
      if case .success(.nothing) = news { return }
      receive(news)
    }
  }
}
