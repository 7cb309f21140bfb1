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
/// A timeline is a value in persistent structures. Whoever keeps an old one keeps what it had, the states of its
/// moments with it, and costs the next change the few nodes on the way to it.
public struct Timeline: Sendable {
  var moments: MomentTable
  /// The moments without children, oldest first: the ends of all branches, save for the moment that was made
  /// last. That one never has children, and leaving it out spares every step two changes here.
  var olderTips: PersistentSortedMap<Moment.ID, Void>
  var presentID: Moment.ID
  var oldestID: Moment.ID
  /// The end of the line as far as it has been laid; redo goes on from there to the newest child.
  var lineEnd: Moment.ID
  /// The moment that was saved; nil when it is gone.
  var savedID: Moment.ID?
  /// The key under which the present moment may be added to; nil when it is sealed.
  var mergeKey: String?
  /// The moment that was made last; it may be gone.
  var newestID: Moment.ID
  /// What it all takes; nil where nobody measures it.
  var tally: HistoryTally?

  /// Starts a timeline with one moment, which counts as saved.
  init(label: String, at time: Timestamp, keeping kept: Kept, as first: Moment.ID = .first) {
    (presentID, oldestID, lineEnd, savedID, newestID) = (first, first, first, first, first)
    moments = MomentTable()
    moments.append(Entry(ownLabel: label, time: time, kept: kept, links: Links()), as: first)
    olderTips = [:]
  }
}

extension Timeline {
  /// A moment and its place among the others.
  struct Entry: Sendable {
    /// The label; empty for one that lies with the packed step.
    var ownLabel: String
    var time: Timestamp
    var kept: Kept
    var links: Links

    /// What the step to the moment did.
    var label: String { ownLabel.isEmpty ? kept.step?.label ?? "" : ownLabel }
  }

  /// The place of a moment in the tree.
  struct Links: Sendable {
    /// The moment before, which may be gone by now; see ``Timeline/parent(of:)``.
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
    guard let entry = moments[id] else { lost(id) }
    return entry
  }

  /// The place of a moment that some link or field of this timeline names.
  func links(_ id: Moment.ID) -> Links {
    guard let links = moments.links(of: id) else { lost(id) }
    return links
  }

  /// The moment before another one; nil for the oldest.
  func parent(of id: Moment.ID) -> Moment.ID? {
    id == oldestID ? nil : links(id).parent.id
  }

  /// Changes the links of a moment, where `link` names one.
  mutating func update(_ link: Link, _ change: (inout Links) -> Void) {
    guard let id = link.id else { return }
    moments.update(id) { change(&$0.links) }
  }

  private func lost(_ id: Moment.ID) -> Never {
    preconditionFailure("The timeline names moment \(id), which it lost")
  }
}
