/// The switches that one undo or redo moves, and the patch that they make.
///
///     let candidates = steps.undoable(of: .by([.user]))
///     let plan = try SwitchPlan(in: steps, at: present, Sheet._shape, candidates)
///
/// An undo never asks. If others wrote over all values that a step wrote, switching the step off changes nothing. Then the
/// undo switches off the next step, too, until something changes. One redo reverses all of it.
struct SwitchPlan: Sendable {
  /// The switches that move.
  let switches: [StepSwitch]
  /// The patch from the present to the value after they moved.
  let patch: Patch

  private init(_ switches: [StepSwitch], _ patch: Patch) { (self.switches, self.patch) = (switches, patch) }

  /// Looks for the first switches of a sequence that change the value; nil where none do.
  ///
  /// - Parameter isSeen: Whether a plan changes the state: the state's rules may take its change back.
  /// - Complexity: One walk over the steps since the oldest switched one; O(log *n*) walks where *n* candidates change nothing.
  init?(
    in history: some WalkedHistory,
    at present: Moment.ID,
    _ shape: AnyValueShape?,
    _ candidates: some Sequence<StepSwitch>,
    where isSeen: (SwitchPlan) throws(PatchError) -> Bool = { _ in true }
  ) throws(PatchError) {
    var rest = candidates.makeIterator()
    // The switches, and how many of them are moved with each candidate.
    var (moved, ends): ([StepSwitch], [Int]) = ([], [])
    var switches: [StepSwitch] = []
    var count = 1
    while true {
      let first = switches.count
      while switches.count < first + count, let next = rest.next() {
        switches.append(next)
        moved += history.expanded([next])
        ends.append(moved.count)
      }
      if switches.count == first { return nil }
      let walker = try StepWalker(StepSelection.steps(of: history, moving: moved, at: present), shape)
      for place in first..<switches.count {
        let patch = try walker.patch(moving: Array(moved[..<ends[place]]))
        if patch.isEmpty { continue }
        let found = SwitchPlan(Array(switches[...place]), patch)
        if try !isSeen(found) { continue }
        self = found
        return
      }
      count *= 8
    }
  }
}
