/// The steps of a timeline, as the walker reads them.
///
/// A value serves one operation, which reads many steps: a page is unpacked once for all neighbors in it.
///
/// A moment that switched steps or merged a branch is read as switches, with its own changes beside them. If a moment that it
/// names was evicted, it is read as an ordinary edit with its whole patch, and switches nothing: the values stay the same.
final class StepsOfHistory {
  let timeline: Timeline
  private let described: DescribedDomain?
  private var steps: StepsByPage
  /// The provenance of the moments on the page that was asked last, and the number of the first one.
  private var origins: (first: UInt32, all: [Provenance?]) = (0, [])
  private var words: WordsByPage
  /// The changes that were read.
  private var patches: [Moment.ID: Patch] = [:]
  /// The steps that merges brought in, as far as they were asked for.
  private var broughtIn: [Moment.ID: [Moment.ID]] = [:]
  /// The moment whose step could not be read.
  private(set) var unreadable: Moment.ID?

  init(_ timeline: Timeline) {
    (self.timeline, described) = (timeline, timeline.nextSteps.described)
    (words, steps) = (WordsByPage(timeline), StepsByPage(timeline.pages))
  }

  /// How the values are described; nil where that is not known.
  var shape: AnyValueShape? { described?.shape }

  /// The provenance of the step to a moment; nil where the app's user sent it.
  private func provenance(of moment: Moment.ID) -> Provenance? {
    if moment.raw < origins.first || Int(moment.raw - origins.first) >= origins.all.count {
      origins = timeline.pages.provenances(onPageOf: moment)
    }
    let place = Int(moment.raw) - Int(origins.first)
    return origins.all.indices.contains(place) ? origins.all[place] : nil
  }

  /// A moment that is there.
  func moment(_ id: Moment.ID) -> Moment { timeline.moment(id, words.words(of: id)) }

  func origin(of moment: Moment.ID) -> Moment.Origin { provenance(of: moment)?.origin ?? .sent }

  func author(of moment: Moment.ID) -> Author { provenance(of: moment)?.author ?? .user }

  /// The place of what a step changed.
  private enum Place {
    /// In the attic, or beside a snapshot.
    case packed(ArraySlice<UInt8>)
    /// It is the difference of two snapshots.
    case between(DomainSnapshot, DomainSnapshot)
  }

  private func place(of moment: Moment.ID) throws(PatchError) -> Place {
    switch try steps.step(known: moment) {
    case .step(let bytes): return .packed(bytes)
    case .whole(let step): return .packed(try step.bytes)
    case .end(let new):
      if new.stepCount > 0 { return .packed(new.step[...]) }
      if let parent = timeline.parent(of: moment), let old = timeline.snapshot(at: parent) {
        return .between(old, new)
      }
    case nil: break
    }
    preconditionFailure(
      "A step that is not packed lies between two snapshots, and that to \(moment) does not"
    )
  }

  /// All changes of the step to a moment.
  func wholePatch(of moment: Moment.ID) throws(PatchError) -> Patch {
    if let known = patches[moment] { return known }
    do throws(PatchError) {
      let patch: Patch
      switch try place(of: moment) {
      case .packed(let bytes): patch = try Patch(packed: bytes)
      case .between(let old, let new):
        guard let described else { throw PatchError(.unreadable(reason: "the type is not described")) }
        patch = try described.patch(old, new)
      }
      patches[moment] = patch
      return patch
    } catch {
      unreadable = moment
      throw error
    }
  }
}

extension StepsOfHistory: WalkedHistory {
  func hasStep(_ moment: Moment.ID) -> Bool {
    moment != timeline.oldestID && timeline.tree.contains(moment)
  }

  func parent(of moment: Moment.ID) -> Moment.ID? { timeline.parent(of: moment) }

  func mergedTip(of moment: Moment.ID) -> Moment.ID? {
    origin(of: moment).merges.flatMap { timeline.tree.contains($0) ? $0 : nil }
  }

  func switches(of moment: Moment.ID) -> [StepSwitch] {
    let switches = origin(of: moment).switches
    if switches.isEmpty { return [] }
    return switches.allSatisfy { hasStep($0.moment) } ? expanded(switches) : []
  }

  func touches(_ moment: Moment.ID, _ places: ChangedPlaces) -> Bool {
    if let own = ownChanges(of: moment) {
      return !own.isEmpty && ((try? Patch(packed: own))?.root?.part(about: places.change) != nil)
    }
    switch try? place(of: moment) {
    case .between(let old, let new):
      // For few places, comparing the values there is cheaper than finding the step's patch.
      if places.count < 9 { return described.map { !$0.isUnaffected(places.change, old, new) } ?? true }
      guard let patch = try? wholePatch(of: moment) else { return true }
      return patch.root?.part(about: places.change) != nil
    case .packed(let bytes):
      let meets = try? places.meet(bytes)
      return meets ?? true
    case nil: return true
    }
  }

  func patch(of moment: Moment.ID) throws(PatchError) -> Patch {
    guard let own = ownChanges(of: moment) else { return try wholePatch(of: moment) }
    return own.isEmpty ? Patch() : try Patch(packed: own)
  }

  /// The changes of a moment beside the switches that it moved and the branch that it merged, packed; nil where it is read whole.
  private func ownChanges(of moment: Moment.ID) -> [UInt8]? {
    guard let provenance = provenance(of: moment), provenance.origin.isComposed else {
      return nil
    }
    let isRead =
      provenance.origin.merges == nil ? !switches(of: moment).isEmpty : mergedTip(of: moment) != nil
    return isRead ? provenance.ownChanges : nil
  }
}

extension StepsOfHistory {
  /// The same switches, where that of a merge stands for the steps that it brought in as well.
  func expanded(_ switches: [StepSwitch]) -> [StepSwitch] {
    if !switches.contains(where: { origin(of: $0.moment).merges != nil }) { return switches }
    return switches.flatMap { one in
      [one] + (one.change == nil ? broughtIn(by: one.moment) : []).map { StepSwitch($0, isOn: one.isOn) }
    }
  }

  /// The steps that are on since a merge, and were not before; none for other moments.
  private func broughtIn(by merge: Moment.ID) -> [Moment.ID] {
    if let known = broughtIn[merge] { return known }
    guard let tip = mergedTip(of: merge), let parent = timeline.parent(of: merge) else { return [] }
    let missing = StepSelection.unmerged(of: self, to: tip, at: parent)
    guard let first = missing.min() else { return [] }
    func on(at moment: Moment.ID) -> Set<Moment.ID> {
      var on: Set<Moment.ID> = []
      for (moment, isOn) in EffectiveSteps(of: self, at: moment) {
        if moment < first { break }
        if isOn { on.insert(moment) }
      }
      return on
    }
    let (before, after) = (on(at: parent), on(at: merge))
    let found = missing.filter { after.contains($0) && !before.contains($0) }
    broughtIn[merge] = found
    return found
  }

  /// Whether a step is on, and which of its changes are off.
  struct State {
    let isOn: Bool
    /// The changes of a step that are off, though it is on.
    let changesOff: Set<Int>
  }

  /// The states of steps at a moment or, for nil, at present. Steps that never were on the way to that moment have none.
  func states(of wanted: Set<Moment.ID>, at present: Moment.ID? = nil) -> [Moment.ID: State] {
    guard let oldest = wanted.min() else { return [:] }
    var states: [Moment.ID: State] = [:]
    var steps = EffectiveSteps(of: self, at: present ?? timeline.presentID)
    while let (moment, isOn) = steps.next(), moment >= oldest {
      if wanted.contains(moment) {
        states[moment] = State(isOn: isOn, changesOff: steps.changesOff(of: moment))
      }
    }
    return states
  }

  /// How a step stands at present; nil where it has nothing to do with that.
  func state(of step: Moment.ID) -> State? { states(of: [step])[step] }
}
