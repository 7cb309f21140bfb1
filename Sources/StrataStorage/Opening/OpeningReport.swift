/// What opening a store found on the disk, and what it made of it.
public struct OpeningReport: Equatable, Sendable {
  /// What became of the history.
  public var history: History
  /// The number of changes that the log had and the state file did not: they are in the state now.
  public var replayedChanges = 0
  /// Whether the state file was edited by another hand than this package's since it was saved. Where the history goes on,
  /// that is its last step.
  public var isEditedOutside = false
  /// The end of the log that was cut off in the middle of a change, as a power cut leaves it; nil when there was none.
  public var tornEnd: TornEnd?
  /// How many bytes of a damaged log may have held changes that the state does not have; the log is kept beside it.
  public var lostBytes = 0
  /// Whether the log ends before what the state has, although that was in it: it was cut off, or is an older copy. What it
  /// held behind that is gone, if there was anything.
  public var isCutOff = false
  /// What was damaged in the log, where the history goes on all the same; nil where nothing was.
  public var damage: Damage?
  /// Whether the state's description is another one than that by which it was written, with fields that came, went or
  /// changed their name, or undo covered something else: then state and log are written anew before anything else is.
  public var isRewritten = false
  /// The moments that went because the state's present types cannot make them; nil where there were none.
  public var lost: Lost?
  /// What rules of the state repaired, as a step; see `Validated`.
  public var isRepaired = false
  /// What a rule says against the state; nil where none does. The app itself has made and saved it so, and the store opens
  /// with it as it is; see `Validated`.
  public var brokenRule: String?
  /// The schema that the state was brought up to date from; nil when it was up to date.
  public var migratedFrom: Int?

  /// Makes a report of an opening on which nothing else is to be said.
  public init(history: History) {
    self.history = history
  }

  /// What can become of a history.
  public enum History: Equatable, Sendable {
    /// There was nothing yet: a new state with a new history.
    case begun
    /// It goes on: with so many moments, the oldest one among them, from which the first step leads on.
    case kept(moments: Int)
    /// The state is whole; its history is not there any more, and a new one has begun.
    case dropped(Reason)
  }

  /// Why a history can be lost although the state is not.
  public enum Reason: Equatable, Sendable {
    /// The state file had no log beside it.
    case noLog
    /// The log belongs to another state.
    case otherLog
    /// The state file is from before the log was written anew, or from after its end: it was restored from elsewhere.
    case outOfStep
    /// The state and the log are of an older schema.
    case olderSchema
    /// The state file was edited outside, and what it was before cannot be told any more.
    case edited
    /// The log is damaged, and the caller chose to go on without it.
    case damaged(offset: Int, reason: String)
  }

  /// Damage of a log whose history goes on, with all that can be kept of it.
  public struct Damage: Equatable, Sendable {
    /// Where the line begins that is damaged first.
    public var offset: Int
    /// What is wrong with it.
    public var reason: String
    /// What of the history goes on.
    public var kept: Kept
    /// Where the log is kept as it was; nil where all of it still has its place.
    public var path: String?

    /// Makes a damage.
    public init(offset: Int, reason: String, kept: Kept, path: String? = nil) {
      (self.offset, self.reason, self.kept, self.path) = (offset, reason, kept, path)
    }
  }

  /// What of a history goes on when its log is damaged.
  public enum Kept: Equatable, Sendable {
    /// What lies before the damage. Where the state has more, that is one step, "Recovered".
    case before
    /// What lies behind the damage: the state has what was done before, and it cannot be undone any more.
    case behind
  }

  /// What a history loses when the types of the state have changed, and what it had cannot be read as the new ones.
  ///
  /// A moment goes when its step does not fit the present types, and so do those that can be reached only through it. What
  /// is there now is whole.
  public struct Lost: Equatable, Sendable {
    /// How many moments went.
    public var moments: Int
    /// Where the first one that was met does not fit, and why.
    public var reason: String
  }

  /// The torn end of a log: a change of which `send` had not returned yet.
  ///
  /// That is what a power cut leaves, or the end of the process. Another program that cuts the log off, or fills it with
  /// zeroes, leaves the same, and may have taken a change that was acknowledged: nothing on the disk tells the two apart.
  public struct TornEnd: Equatable, Sendable {
    /// How many bytes were cut off.
    public var count: Int
    /// Where they are kept; nil for a store that is only read, which changes nothing.
    public var path: String?
  }
}
