import StrataCore

/// An item of a ``ChangeFeed``: a whole state, or a change.
public enum FeedItem: Sendable {
  /// The whole state, from which the changes that come next go on: the feed began, or has no way on from what was told.
  case state(PlainValue, FeedState)
  /// A change.
  case change(FeedChange)
}

/// How a feed came to tell a whole state.
public struct FeedState: Equatable, Sendable {
  /// The position of the state; nil where it has no log.
  public let position: ChangePosition?
  /// Why it is told.
  public let reason: Reason

  /// Why a feed tells a whole state.
  public enum Reason: String, Sendable {
    /// It is where the feed began.
    case beginning
    /// The changes behind what was told last are not there one by one any more: the log was written anew, or is another one.
    case behind
    /// Changes that were told are gone: the writer could not keep what the log ended with.
    case rolledBack
  }
}

/// One change of a store, as its log has it.
public struct FeedChange: Sendable {
  /// The position of the change.
  public let position: ChangePosition
  /// The meaning of the change for the history.
  public let meaning: Meaning
  /// The patch of the whole state; empty where the change is about the history alone.
  public let patch: Patch
  /// The moments that are gone since the change before.
  public let evicted: [Moment.ID]

  /// A meaning of a change for a history.
  public enum Meaning: Equatable, Sendable {
    /// Nothing: undo does not know of it.
    case nothing
    /// A step to a new moment.
    case step(Step)
    /// Something was added to the present moment, which is called so now.
    case addition(to: Moment.ID, label: String, at: Timestamp)
    /// Undo, redo or a jump led to a moment.
    case movement(to: Moment.ID)
    /// A new history began.
    case beginning(Step)
    /// The present moment was marked as saved.
    case saved(Moment.ID)
    /// The present moment was given a name.
    case checkpoint(Moment.ID, String)
    /// All moments but the present were forgotten.
    case forgotten(Moment.ID)
  }

  /// A step to a moment.
  public struct Step: Equatable, Sendable {
    /// The moment that it led to.
    public let moment: Moment.ID
    /// The moment that it started from; nil for the first of a history.
    public let parent: Moment.ID?
    /// The label of the step.
    public let label: String
    /// When it was taken.
    public let time: Timestamp
    /// The author of the step.
    public let author: Author
    /// How it came about.
    public let origin: Moment.Origin
  }

  /// The author of the step; nil where there is no step.
  public var author: Author? {
    switch meaning {
    case .step(let step), .beginning(let step): step.author
    case .nothing, .addition, .movement, .saved, .checkpoint, .forgotten: nil
    }
  }
}

extension FeedChange.Meaning {
  init(_ event: HistoryEvent) {
    switch event {
    case .nothing: self = .nothing
    case .made(let id, let parent, let label, let time, let provenance):
      self = .step(FeedChange.Step(id, parent, label, time, provenance))
    case .extended(let id, let label, let time): self = .addition(to: id, label: label, at: time)
    case .moved(_, let id): self = .movement(to: id)
    case .begun(let id, let label, let time, let provenance):
      self = .beginning(FeedChange.Step(id, nil, label, time, provenance))
    case .saved(let id): self = .saved(id)
    case .named(let id, let name): self = .checkpoint(id, name)
    case .forgotten(let id): self = .forgotten(id)
    }
  }
}

extension FeedChange.Step {
  fileprivate init(
    _ moment: Moment.ID,
    _ parent: Moment.ID?,
    _ label: String,
    _ time: Timestamp,
    _ provenance: Provenance?
  ) {
    self.init(
      moment: moment,
      parent: parent,
      label: label,
      time: time,
      author: provenance?.author ?? .user,
      origin: provenance?.origin ?? .sent
    )
  }
}
