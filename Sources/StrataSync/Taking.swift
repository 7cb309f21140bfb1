import PersistentCollections
import StrataCore

// How a change of the order is taken into a state that may have gone on by itself.
//
//     order     S₀ ── R ── S₁            R applies to S₀ to the letter: so S₁ is what it is for every machine
//                │          ┊
//     own        L₁   D     L₁′           what is there, S₀·L₁·L₂, becomes S₁·L₁′·L₂′: each own change is carried over
//                │          ┊             what is different about the state that it leads from
//     own        L₂   D′    L₂′
//                │          ┊
//     here      now ─ ─ ─ next
//
// No machine's own changes have a part in S₁. So it does not matter how they are carried, nor over how much at once: what is
// shared at a position is the same everywhere.

/// The outcome of a change that was to be applied.
public enum ApplyOutcome: Equatable, Sendable {
  /// It was applied before: nothing has changed.
  case alreadyApplied
  /// It is an own one, which has its place in the order now.
  ///
  /// Own changes that are withdrawn could not be made behind it: the state's own rules refuse what they would lead to.
  case published(withdrawn: [SharedChange] = [])
  /// It was applied; see ``published(withdrawn:)`` for own changes that are withdrawn.
  case applied(withdrawn: [SharedChange] = [])
}

/// A state that has taken in a change of the order.
struct ReceivedState<State: SharedState> {
  var state: State
  var outcome: ApplyOutcome
  /// The patch that leads to the state; nil where that is still to be found.
  var patch: Patch?
}

extension SharedState {
  /// Takes in the change at a position of the order.
  ///
  /// - Parameter choose: Chooses the value where this change and an own change that is carried over it changed the same
  ///   place.
  /// - Throws: ``SharingError``; `MergeError.conflicts` where something was left open.
  /// - Complexity: O(size of the change) and, for each own change without a place in the order, O(size of both).
  func taking(
    _ change: SharedChange,
    at position: Int,
    _ fields: SharedFields,
    resolving choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws -> ReceivedState<Self> {
    var sharing = self[keyPath: Self.sharing]
    guard sharing.site != 0 else { throw SharingError.notJoined }
    if position <= sharing.position {
      if let applied = sharing.name(at: position), applied != change.name {
        throw SharingError.forked(position: position, applied: applied, found: change.name)
      }
      return ReceivedState(state: self, outcome: .alreadyApplied)
    }
    guard position == sharing.position + 1 else {
      throw SharingError.gap(found: position, wanted: sharing.position + 1)
    }
    if sharing.hasApplied(change.name) {
      // An engine may keep a change twice: the first time counts.
      sharing.advance(past: change.name)
      return ReceivedState(state: with(sharing), outcome: .alreadyApplied)
    }
    guard sharing.isReached(by: change.name) else {
      throw SharingError.noChange(
        reason: "\(change.name) lies too far behind the last change of machine \(change.name.site)"
      )
    }
    var (carried, own) = (try unwound(sharing.own), Array(sharing.own))
    let isOwn = change.name.site == sharing.site && own.first.map { $0.isSame(as: change) } ?? false
    let base = carried.states[0]
    let next = try base.following(change, fields)
    if isOwn {
      own.removeFirst()
      carried.states.removeFirst()
      carried.patches.removeFirst()
    }
    sharing.advance(past: change.name)
    // Without own changes the difference is the change: finding a long one takes as much memory again.
    let isPlain = own.isEmpty && !isOwn
    // Own changes that were carried over these changes all at once may differ from own changes that are carried one by one.
    let difference = isPlain ? change.patch : try fields.difference(from: carried.states[0], to: next)
    if difference.isEmpty {
      sharing.own = PersistentArray(try sharing.rename(own))
      return ReceivedState(state: with(sharing), outcome: isOwn ? .published() : .applied())
    }
    var way = RebasedOwnChanges(state: next, difference: difference, fields: fields)
    var kept: [OwnChange] = []
    var withdrawn: [SharedChange] = []
    for (index, own) in own.enumerated() {
      let steps = (carried.states[index], carried.patches[index], carried.states[index + 1])
      guard let patch = try way.carry(steps.1, from: steps.0, to: steps.2, choose) else {
        withdrawn.append(try own.change(of: sharing.site))
        continue
      }
      if !patch.isEmpty { kept.append(patch == steps.1 ? own : try own.leading(by: patch)) }
    }
    sharing.own = PersistentArray(try sharing.rename(kept))
    let state = way.state.with(sharing)
    return ReceivedState(
      state: state,
      outcome: isOwn ? .published(withdrawn: withdrawn) : .applied(withdrawn: withdrawn),
      patch: isPlain ? try fields.whole(from: self, to: state, knowing: difference) : nil
    )
  }

  func with(_ sharing: Sharing) -> Self {
    var state = self
    state[keyPath: Self.sharing] = sharing
    return state
  }

  /// The states that own changes lead from, the oldest first, and last this one, with the patches between them.
  func unwound(
    _ own: PersistentArray<OwnChange>
  ) throws(PatchError) -> (states: [Self], patches: [Patch]) {
    var (states, patches): ([Self], [Patch]) = ([self], [])
    for change in own.reversed() {
      let patch = try change.patch
      states.append(try states[states.count - 1].applying(patch.inverted))
      patches.append(patch)
    }
    return (states.reversed(), patches.reversed())
  }

  /// Returns the state that a change of the order makes of this one, to which all changes before it have led.
  private func following(_ change: SharedChange, _ fields: SharedFields) throws(SharingError) -> Self {
    let patch = fields.shared(of: change.patch)
    guard patch.changes.count == change.patch.changes.count else { throw .notShared(change.name) }
    let exact: Self
    do throws(PatchError) {
      exact = try applying(patch)
    } catch {
      throw .misfit(change.name, error)
    }
    do throws(PatchError) {
      return try exact.ruled(fields).state
    } catch {
      throw .refused(change.name, reason: "\(error)")
    }
  }

  /// Applies the state's own rules, save to the shared fields: those stay as they are in the order.
  ///
  /// - Returns: The state, and the patch by which the rules would repair the shared fields.
  func ruled(_ fields: SharedFields) throws(PatchError) -> (state: Self, repair: Patch) {
    guard Self._shape.hasRules else { return (self, Patch()) }
    var ruled = self
    try ruled.applyRules()
    let repair = try fields.difference(from: self, to: ruled)
    return (repair.isEmpty ? ruled : try ruled.applying(repair.inverted), repair)
  }
}

/// Own changes on their way over a change of the order.
private struct RebasedOwnChanges<State: SharedState> {
  /// The state that the changes so far lead to.
  var state: State
  /// The patch of the shared fields that leads to `state` from the state that the next change was made on.
  var difference: Patch
  let fields: SharedFields

  /// Carries the next change, and returns what it is then; nothing where it is withdrawn.
  mutating func carry(
    _ patch: Patch,
    from old: State,
    to new: State,
    _ choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws -> Patch? {
    if difference.isEmpty {
      state = try state.applying(patch)
      return patch
    }
    var carried: Patch?
    do {
      var isOtherValue = false
      var patch = try patch.rebased(over: difference, from: old, rank: .second) { conflict in
        let choice = choose(conflict)
        if case .value? = choice { isOtherValue = true }
        return choice
      }
      // The state may write a chosen value otherwise, such as a number without its fraction.
      let next = try state.applying(patch, isOtherValue ? .known : .whole)
      if isOtherValue { patch = try fields.difference(from: state, to: next) }
      let (ruled, repair) = try next.ruled(fields)
      state = repair.isEmpty ? ruled : try ruled.applying(repair)
      carried = repair.isEmpty ? patch : try Patch(composing: [patch, repair])
    } catch MergeError.conflicts(let conflicts) {
      throw MergeError.conflicts(conflicts)
    } catch is PatchError {
    } catch is MergeError {
    }
    difference = try fields.difference(from: new, to: state)
    return carried
  }
}
