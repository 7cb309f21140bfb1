/// A history, as far as the choice of steps has to know it.
protocol WalkedHistory {
  /// Whether the step to a moment can be read: it was not evicted, and it is not where the history begins.
  func hasStep(_ moment: Moment.ID) -> Bool

  /// The moment that a step started from.
  func parent(of moment: Moment.ID) -> Moment.ID?

  /// The tip of the branch that a moment merged; nil for other moments.
  func mergedTip(of moment: Moment.ID) -> Moment.ID?

  /// The switches that a moment moved, ``expanded(_:)``.
  func switches(of moment: Moment.ID) -> [StepSwitch]

  /// Whether a step may change something in some places. The answer may be yes without a look at all of it.
  func touches(_ moment: Moment.ID, _ places: ChangedPlaces) -> Bool

  /// Returns the patch of a step's own changes.
  func patch(of moment: Moment.ID) throws(PatchError) -> Patch

  /// The same switches, where that of a merge stands for the steps that it brought in as well.
  func expanded(_ switches: [StepSwitch]) -> [StepSwitch]
}

/// The steps that the walker has to read to move some switches.
///
///     asked: 3 off             0 ── 1 ── 2 ── 3 ── 4 ── 5 ── 6 ── 7        7 is the present
///                                        │         ✕         │
///     base: 2                         oldest     other     switches 2 off,
///                                    concerned   keys      on the same keys
///
/// The selection goes from the present back to the oldest step concerned, and leaves out steps on other keys. Where a step on
/// the way moved a switch on the same keys, the switched step is concerned, too: the values in between differ by it. Where a
/// branch was left or merged on the way, the selection goes back to the moment from which both branches start. That moment is
/// the base: every step that is read follows it.
struct StepSelection<History: WalkedHistory> {
  private let history: History
  /// The changes of the asked steps. The selection leaves out steps that touch none of these places.
  private var changes: [Patch.Node] = []
  /// The moments to visit, in ascending order.
  private var open: [Moment.ID] = []
  private var oldest: Moment.ID
  private var single: Set<Moment.ID> = []

  /// Chooses the steps.
  ///
  /// - Complexity: O(moments between the base and the present), and a look at each of them by ``WalkedHistory/touches(_:_:)``.
  static func steps(
    of history: History,
    moving switches: [StepSwitch],
    at present: Moment.ID,
    merging tip: Moment.ID? = nil
  ) throws(PatchError) -> WalkedSteps {
    var selection = StepSelection(history, at: present)
    selection.single = Set(switches.lazy.filter { $0.change != nil }.map(\.moment))
    for one in switches { try selection.ask(one.moment) }
    if let tip {
      for moment in Self.unmerged(of: history, to: tip, at: present) { try selection.ask(moment) }
    }
    guard let change = Patch.Node.together(selection.changes) else { return WalkedSteps() }
    let places = ChangedPlaces(change)
    selection.visit(present)
    if let tip { selection.visit(tip) }
    return try selection.linked(selection.walk(places), places, present, tip)
  }

  private init(_ history: History, at present: Moment.ID) {
    (self.history, oldest) = (history, present)
  }

  /// Takes note that a step is switched, and so is what it switched.
  private mutating func ask(_ moment: Moment.ID) throws(PatchError) {
    guard history.hasStep(moment) else { return }
    if let node = try history.patch(of: moment).root { changes.append(node) }
    visit(moment)
    oldest = min(oldest, moment)
    for one in history.switches(of: moment) { try ask(one.moment) }
  }

  private mutating func visit(_ moment: Moment.ID) {
    let place = open.partitioningIndex { $0 >= moment }
    if place == open.endIndex || open[place] != moment { open.insert(moment, at: place) }
  }

  /// The moments on the way to a branch's tip that are not in the past of another moment, the newest first.
  static func unmerged(of history: History, to tip: Moment.ID, at present: Moment.ID) -> [Moment.ID] {
    var (missing, isShared): ([Moment.ID], [Moment.ID: Bool]) = ([], [present: true])
    isShared[tip] = isShared[tip] ?? false
    var front = StepSelection(history, at: present)
    for moment in isShared.keys { front.visit(moment) }
    var count = isShared.values.count { !$0 }
    while count > 0, let moment = front.open.popLast() {
      let isHere = isShared.removeValue(forKey: moment) ?? true
      if !isHere {
        missing.append(moment)
        count -= 1
      }
      guard history.hasStep(moment) else { continue }
      for parent in [history.parent(of: moment), history.mergedTip(of: moment)].compactMap({ $0 }) {
        let before = isShared[parent]
        isShared[parent] = isHere || before ?? false
        count += (isShared[parent] == false ? 1 : 0) - (before == false ? 1 : 0)
        front.visit(parent)
      }
    }
    return missing
  }
}

extension StepSelection {
  /// A moment on the way.
  private struct Visited {
    let moment: Moment.ID
    let parent: Moment.ID?
    let mergedTip: Moment.ID?
    let switches: [StepSwitch]
    /// Whether the moment visited next is its only parent.
    var isFollowed = false
  }

  /// All moments from the heads down to the base, the newest first.
  private mutating func walk(_ places: ChangedPlaces) -> [Visited] {
    var visited: [Visited] = []
    while let moment = open.popLast() {
      if let last = visited.last, last.parent == moment, last.mergedTip == nil {
        visited[visited.count - 1].isFollowed = true
      }
      if !history.hasStep(moment) || open.isEmpty && moment < oldest { continue }
      let here = Visited(
        moment: moment,
        parent: history.parent(of: moment),
        mergedTip: history.mergedTip(of: moment),
        switches: history.switches(of: moment)
      )
      for one in here.switches { concern(one.moment, places) }
      if let parent = here.parent { visit(parent) }
      if let tip = here.mergedTip { visit(tip) }
      visited.append(here)
    }
    return visited
  }

  /// Includes a step that is switched on the way, if it touches the places of the asked steps.
  private mutating func concern(_ moment: Moment.ID, _ places: ChangedPlaces) {
    guard history.hasStep(moment), touches(moment, places) else { return }
    visit(moment)
    oldest = min(oldest, moment)
  }

  /// Whether a moment changes something in some places, or switches a step that does.
  private func touches(_ moment: Moment.ID, _ places: ChangedPlaces) -> Bool {
    history.hasStep(moment)
      && (history.touches(moment, places)
        || history.switches(of: moment).contains { touches($0.moment, places) })
  }

  /// The visited moments that touch some places, each linked to the nearest earlier ones of them.
  private func linked(
    _ visited: [Visited],
    _ places: ChangedPlaces,
    _ present: Moment.ID,
    _ tip: Moment.ID?
  ) throws(PatchError) -> WalkedSteps {
    var walked = WalkedSteps()
    walked.single = visited.reduce(into: single) { single, visit in
      for one in visit.switches where one.change != nil { single.insert(one.moment) }
    }
    // By moment, the newest selected steps of its past. In a line of moments, `last` has the steps of the moment before, so a
    // line needs no entries.
    var ends: [Moment.ID: [Moment.ID]] = [present: []]
    if let tip { ends[tip] = [] }
    for visit in visited where !visit.isFollowed {
      for parent in [visit.parent, visit.mergedTip].compactMap({ $0 }) { ends[parent] = [] }
    }
    // From the oldest one on, as the visited moments.
    var marked = ends.keys.sorted()[...]
    var last: [Moment.ID] = []
    for visit in visited.reversed() {
      if !visit.isFollowed {
        last = visit.parent.flatMap { ends[$0] } ?? []
        for end in visit.mergedTip.flatMap({ ends[$0] }) ?? [] where !last.contains(end) { last.append(end) }
      }
      if touches(visit.moment, places) {
        var patch = try history.patch(of: visit.moment)
        if !walked.single.contains(visit.moment) {
          patch = Patch(root: patch.root?.part(about: places.change))
        }
        walked.steps.append(WalkedStep(visit.moment, after: last, patch, switches: visit.switches))
        last = [visit.moment]
      }
      while let first = marked.first, first < visit.moment { marked.removeFirst() }
      if marked.first == visit.moment { ends[visit.moment] = last }
    }
    walked.present = ends[present] ?? []
    walked.merged = tip.flatMap { ends[$0] } ?? []
    return walked
  }
}
