import PersistentCollections

/// The moments of a history as a tree, and the place of the present in it, without the states themselves.
///
///     0 ── 1 ── 2 ── 5 ── 6        6 was made last; undo from 6 goes to 5
///               └─── 3 ── 4        3 and 4 were undone before 5 was made: they stay, as a branch
///
/// The *line* is the way from the oldest moment through the present to where redo leads. Undo and redo move along
/// it, a jump to a moment elsewhere lays it anew, and an edit after an undo turns what was ahead into a branch:
/// nothing is lost.
///
/// A timeline is a value in persistent structures. Whoever keeps an old one keeps what it had, and costs the
/// next change the few nodes on the way to it.
public struct Timeline: Sendable {
  var entries: PersistentMap<Moment.ID, Entry>
  /// The moments without children, oldest first: the ends of all branches.
  var tips: PersistentSortedMap<Moment.ID, Void>
  var presentID: Moment.ID
  var oldestID: Moment.ID
  /// The end of the line as far as it has been laid; redo goes on from there to the newest child.
  var lineEnd: Moment.ID
  /// The moment that was saved; nil when it is gone.
  var savedID: Moment.ID?
  /// The key under which the present moment may be added to; nil when it is sealed.
  var mergeKey: String?
  var nextRaw: UInt32 = 1

  /// Starts a timeline with one moment, which counts as saved.
  init(label: String, at time: Timestamp) {
    let first = Moment.ID(raw: 0)
    (presentID, oldestID, lineEnd, savedID) = (first, first, first, first)
    entries = [first: Entry(label: label, time: time)]
    tips = [first: ()]
  }
}

extension Timeline {
  /// A moment and its place among the others.
  struct Entry: Sendable {
    var label: String
    var time: Timestamp
    var parent = Link.none
    /// The number of steps from the very first moment, which may be gone by now.
    var depth: UInt32 = 0
    /// An ancestor further up, spaced so that every ancestor is reached in O(log depth) leaps; it may be gone
    /// by now, which its depth tells.
    var leap = Link.none
    var leapDepth: UInt32 = 0
    var newestChild = Link.none
    var olderSibling = Link.none
    var newerSibling = Link.none
  }

  /// A moment or none in four bytes: a history has many entries, and most of an entry is links.
  struct Link: Equatable, Sendable {
    private let raw: UInt32

    static let none = Link(raw: .max)

    private init(raw: UInt32) {
      self.raw = raw
    }

    init(_ id: Moment.ID) {
      raw = id.raw
    }

    var id: Moment.ID? { raw == .max ? nil : Moment.ID(raw: raw) }
  }

  /// The entry of a moment that some link or field of this timeline names.
  ///
  /// Trapping here means that the tree itself is broken, never that somebody asked for the wrong moment.
  func entry(_ id: Moment.ID) -> Entry {
    guard let entry = entries[id] else {
      preconditionFailure("The timeline names moment \(id), which it lost")
    }
    return entry
  }

  /// Changes the entry of a moment, where `link` names one.
  mutating func update(_ link: Link, _ change: (inout Entry) -> Void) {
    guard let id = link.id else { return }
    Self.changeWhereItLies(&entries[id], change)
  }

  private static func changeWhereItLies(_ entry: inout Entry?, _ change: (inout Entry) -> Void) {
    guard var changed = entry.take() else { return }
    change(&changed)
    entry = changed
  }
}
