/// A report on the files that opening a store found on the disk, and on what it did with them.
public struct OpeningReport: Equatable, Sendable {
  /// The fate of the history.
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
  /// Whether the log ends before the last change that the state has, although that change was in it. The log was cut off
  /// then, or is an older copy. Changes that it held behind its end are gone, if there were any.
  public var isCutOff = false
  /// The damage of the log, if the history goes on in spite of it; nil where there was none.
  public var damage: Damage?
  /// Whether the state's description is another one than that by which it was written, with fields that came, went or
  /// changed their name, or undo covered something else: then state and log are written anew before anything else is.
  public var isRewritten = false
  /// The moments that went because the state's present types cannot make them; nil where there were none.
  public var lost: Lost?
  /// Whether rules of the state repaired it, as a step; see `Validated`.
  public var isRepaired = false
  /// The reason for which a rule would refuse the state; nil where none would. The app itself has made and saved the state
  /// so, and the store opens with it as it is; see `Validated`.
  public var brokenRule: String?
  /// The schema that the state was brought up to date from; nil when it was up to date.
  public var migratedFrom: Int?

  /// Makes a report of an opening on which nothing else is to be said.
  public init(history: History) {
    self.history = history
  }

  /// The fates that a history can have.
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
    /// The offset of the first line that is damaged.
    public var offset: Int
    /// The defect of that line.
    public var reason: String
    /// The part of the history that goes on.
    public var kept: Kept
    /// The path of a copy of the log as it was; nil where all of the log still has its place.
    public var path: String?

    /// Makes a damage.
    public init(offset: Int, reason: String, kept: Kept, path: String? = nil) {
      (self.offset, self.reason, self.kept, self.path) = (offset, reason, kept, path)
    }
  }

  /// The part of a history that goes on when its log is damaged.
  public enum Kept: Equatable, Sendable {
    /// The part before the damage. Changes that the state has beyond it are one step, "Recovered".
    case before
    /// The part behind the damage: the state has the changes before it, and they cannot be undone any more.
    case behind
  }

  /// The moments that a history loses because the types of the state have changed and cannot read them.
  ///
  /// A moment goes when its step does not fit the present types, and so do those that can be reached only through it. The
  /// present state is whole.
  public struct Lost: Equatable, Sendable {
    /// How many moments went.
    public var moments: Int
    /// The place at which the first step that was met does not fit, and the reason.
    public var reason: String
  }

  /// The torn end of a log: a change of which `send` had not returned yet.
  ///
  /// That is what a power cut leaves, or the end of the process. Another program that cuts the log off, or fills it with
  /// zeroes, leaves the same, and may have taken a change that was acknowledged: nothing on the disk tells the two apart.
  public struct TornEnd: Equatable, Sendable {
    /// How many bytes were cut off.
    public var count: Int
    /// The path of the bytes that were cut off; nil for a store that is only read, which changes nothing.
    public var path: String?
  }
}
