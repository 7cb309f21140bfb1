import PersistentCollections

/// The moments of a history as a tree, and the place of the present in it.
///
///     0 ── 1 ── 2 ── 5 ── 6        6 was made last; undo from 6 goes to 5
///               └─── 3 ── 4        3 and 4 were undone before 5 was made: they stay, as a branch
///
/// The *line* is the way from the oldest moment through the present to where redo leads. Undo and redo move along
/// it, a jump to a moment elsewhere lays it anew, and an edit after an undo turns what was ahead into a branch:
/// nothing is lost.
///
/// A timeline is a value in persistent structures. An app that keeps an old one keeps what it had, the states of its
/// moments with it, and costs the next change the few nodes on the way to it.
public struct Timeline: Sendable {
  var tree: MomentTree
  var pages: MomentPages
  /// The moments without children, oldest first: the ends of all branches, save for the moment that was made
  /// last. That one never has children, and leaving it out spares every step two changes here.
  var olderTips: PersistentSortedMap<Moment.ID, Void> = [:]
  var presentID: Moment.ID
  /// The end of the line as far as it has been laid; redo goes on from there to the newest child.
  var lineEnd: Moment.ID
  /// The first moment of the newest branch made while moments lay ahead, and the end of these. If the moment is removed, as by a
  /// canceled group, they lie ahead again.
  var lineBefore: (first: Moment.ID, end: Moment.ID)?
  /// The saved moment; nil when it was evicted.
  var savedID: Moment.ID?
  /// The key under which the present moment may be added to; nil when it is sealed.
  var mergeKey: MergeKey?
  /// The moment that was made last; it may be gone.
  var newestID: Moment.ID
  /// The names of the moments that are checkpoints.
  var checkpointNames: PersistentSortedMap<Moment.ID, String> = [:]
  /// Whether there may be moments that undo passes over: external changes, undos and redos. Without them, the newest step that
  /// is on is always the present's.
  var undoMayPassOver = false
  /// Whether a moment has moved switches; it may be gone.
  var hasSwitches = false
  /// How often a step was added to the present moment.
  var extensions: UInt32 = 0
  /// The next steps of undo and redo, as far as they were asked for.
  var nextSteps = NextSteps(nil)
  /// The last moment that the app's user made by a step of its own, and that of each other author; they may be gone.
  var newestByUser: Moment.ID?
  var newestByAuthor: PersistentMap<Author, Moment.ID> = [:]

  /// The key that a step must match to be added to the present moment.
  struct MergeKey: Sendable {
    let merging: Merging
    /// The author of the step, and the app's note.
    let provenance: Provenance?
  }

  /// Starts a timeline with one moment, which counts as saved.
  init(
    label: String,
    at time: Timestamp,
    _ provenance: Provenance? = nil,
    keeping kept: MomentPages.Kept,
    as first: Moment.ID = .first,
    pageSize: Int
  ) {
    (presentID, lineEnd, savedID, newestID) = (first, first, first, first)
    tree = MomentTree(only: first)
    let entry = MomentPages.Entry(label: label, time: time, provenance: provenance, kept: kept)
    pages = MomentPages(entry, as: first, size: pageSize)
  }

  /// Starts a timeline with the oldest moment of a page, whose others are to be added to the tree.
  init(beginningWith page: WrittenPage, as first: Moment.ID, pageSize: Int) {
    (presentID, lineEnd, savedID, newestID) = (first, first, first, first)
    tree = MomentTree(only: first)
    pages = MomentPages(page.page, alive: page.alive, size: pageSize)
  }

  var oldestID: Moment.ID { tree.oldest }

  /// The last moment that some authors made by a step of their own, or any of all; it may be gone.
  func newestOwn(by authors: [Author]?) -> Moment.ID? {
    guard let authors else { return ([newestByUser].compactMap { $0 } + newestByAuthor.values).max() }
    return authors.compactMap { $0 == .user ? newestByUser : newestByAuthor[$0] }.max()
  }

  /// The moment before another one; nil for the oldest.
  @inline(__always)
  func parent(of id: Moment.ID) -> Moment.ID? { tree.parent(of: id) }

  /// Returns the label, the time and the provenance of a moment that a field of this timeline names.
  ///
  /// Trapping here means that the timeline itself is broken, never that an app asked for the wrong moment.
  func words(of id: Moment.ID) -> MomentWords {
    guard let words = pages.words(of: id) else {
      preconditionFailure("The timeline names moment \(id), which it lost")
    }
    return words
  }

  /// How the step to a moment came about; as if it had been sent, of a moment that is gone.
  func origin(of id: Moment.ID) -> Moment.Origin { pages.provenance(of: id)?.origin ?? .sent }

  /// Returns the author of the step to a moment.
  func author(of id: Moment.ID) -> Author { pages.provenance(of: id)?.author ?? .user }

  /// The part as it was at a moment, where it is kept as a value.
  @inline(__always)
  func snapshot(at id: Moment.ID) -> DomainSnapshot? { pages.snapshot(at: id) }
}
