/// The steps that one undo switches off, and what that changes.
///
///     let mine = try UndoneSteps(in: history, at: present, Sheet._shape) { history.author(of: $0) == .user }
///
/// An undo never asks. Where others wrote over all that a step wrote, switching the step off changes nothing; then the undo
/// switches off the next step, too, until something changes. One redo reverses all of it.
struct UndoneSteps: Sendable {
  /// The switches that the undo moves.
  private(set) var switches: [StepSwitch] = []
  /// What leads from the present to the value without the steps.
  let patch: Patch

  /// Looks for the newest steps of some kind that are on, and whose switches change the value; nil where none do.
  ///
  /// - Parameter isMeant: Whether the undo may switch a step off.
  init?(
    in history: some WalkedHistory,
    at present: Moment.ID,
    _ shape: AnyValueShape?,
    where isMeant: (Moment.ID) -> Bool
  ) throws(PatchError) {
    for (moment, isOn) in EffectiveSteps(of: history, at: present) where isOn && isMeant(moment) {
      switches.append(StepSwitch(moment, isOn: false))
      let steps = try StepSelection.steps(of: history, moving: switches, at: present)
      let patch = try StepWalker(steps, shape).patch(moving: switches)
      if patch.isEmpty { continue }
      self.patch = patch
      return
    }
    return nil
  }
}
