// The saved state is a value. A present that leads back to it by steps that take each other back, or by merges without
// changes, is as good as the moment that was marked.

extension Timeline {
  /// Whether every step since the saved moment was undone or is a merge. The values must be compared then: they may differ.
  ///
  /// - Complexity: O(1) where the present takes nothing back and merges nothing, else O(steps since the saved moment).
  var mayBeAsSaved: Bool {
    guard pages.provenance(of: presentID) != nil, let savedID, presentID != savedID, isOnTheWay(savedID)
    else { return false }
    let history = StepsOfHistory(self)
    let steps = EffectiveSteps(of: history, at: presentID)
    for (moment, isOn) in steps.prefix(while: { $0.moment > savedID }) where isOn {
      if !history.origin(of: moment).isComposed { return false }
    }
    return true
  }
}

extension Store {
  /// Whether the present is another value than the one that was marked as saved.
  ///
  /// A moment that is back at that value counts as saved if what was done since has been taken back; an edit that happens
  /// to restore it is still unsaved.
  public var hasUnsavedChanges: Bool { historyStatus.hasUnsavedChanges }

  /// The status that menus and dirty dots show at present.
  public var historyStatus: HistoryStatus {
    let (revision, version, history) = core.withLock { ($0.revision, $0.version, $0.main) }
    // It runs the app's code: no lock is held.
    let status = HistoryStatus(revision: revision, history.timeline)
    guard history.timeline.mayBeAsSaved, let saved = history.timeline.savedID,
      isSame(version, asAt: saved, in: history)
    else { return status }
    return status.saved
  }

  /// The status, compared by values where another moment than the saved one may have the saved state.
  func settled(_ status: HistoryStatus) -> HistoryStatus {
    status.hasUnsavedChanges && core.withLock { $0.main.timeline.mayBeAsSaved } ? historyStatus : status
  }

  /// Whether what undo covers is in a version as it was at a moment, which runs the app's code.
  func isSame(_ version: AnyVersion, asAt moment: Moment.ID, in history: History) -> Bool {
    guard let snapshot = try? history.part(at: moment, from: nil) else { return false }
    let there = making.copy(version)
    history.domain.restoreUndone(snapshot, there.address)
    return version.withAddress { now in there.withAddress { history.domain.isSame(now, $0) } }
  }
}
