/// The steps of a version from the newest to the oldest, and which of them are on.
///
///     for (moment, isOn) in EffectiveSteps(of: history, at: present) where isOn {
///       // The first one of an author is the step that undo(by:) switches off.
///     }
///
/// The newest moment that moved a switch says how the switch stands, if it is on itself. Going back from the present, every
/// moment is met after those that may switch it, so one pass tells all states. A step of a branch that was left is met where
/// a switch brought it back.
///
/// - Complexity: O(log *b*) for each step, *b* being the branches that are open there.
struct EffectiveSteps<History: WalkedHistory>: Sequence, IteratorProtocol {
  private let history: History
  /// The moments to visit, in ascending order, and whether they belong to the past of the version.
  private var open: [(moment: Moment.ID, isPast: Bool)] = []
  /// The states of steps whose switches visited moments moved.
  private var switched: [Moment.ID: Bool] = [:]
  /// The same of single changes.
  private var switchedChanges: [Moment.ID: [Int: Bool]] = [:]

  init(of history: History, at present: Moment.ID) {
    self.history = history
    visit(present, isPast: true)
  }

  private mutating func visit(_ moment: Moment.ID, isPast: Bool) {
    guard history.hasStep(moment) else { return }
    let place = open.partitioningIndex { $0.moment >= moment }
    if place < open.endIndex, open[place].moment == moment {
      open[place].isPast = open[place].isPast || isPast
    } else {
      open.insert((moment, isPast), at: place)
    }
  }

  /// The next step, and whether it is on. Switches of single changes do not count here.
  mutating func next() -> (moment: Moment.ID, isOn: Bool)? {
    guard let (moment, isPast) = open.popLast() else { return nil }
    if isPast {
      if let parent = history.parent(of: moment) { visit(parent, isPast: true) }
      if let tip = history.mergedTip(of: moment) { visit(tip, isPast: true) }
    }
    let isOn = switched.removeValue(forKey: moment) ?? isPast
    if isOn {
      // Of two switches of one moment for one step, the last one counts.
      for one in history.switches(of: moment).reversed() {
        if switched[one.moment] == nil {
          if let change = one.change {
            if switchedChanges[one.moment]?[change] == nil {
              switchedChanges[one.moment, default: [:]][change] = one.isOn
            }
          } else {
            switched[one.moment] = one.isOn
          }
        }
        visit(one.moment, isPast: false)
      }
    }
    return (moment, isOn)
  }

  /// The changes of a step that are off, though the step is on; the step was met.
  func changesOff(of moment: Moment.ID) -> Set<Int> {
    Set((switchedChanges[moment] ?? [:]).filter { !$0.value }.keys)
  }
}
