extension StoreCore {
  /// The bytes that all histories together keep alive beyond the present, measured anew. This may run the app's code.
  var measuredBytes: Int { scopes.reduce(main.measuredBytes) { $0 + $1.history.measuredBytes } }

  /// Whether more may be kept alive than the limit allows.
  var mayBeOverByteLimit: Bool {
    guard let byteLimit else { return false }
    var sum = 0
    for bytes in [main.weight.bytes] + scopes.map(\.history.weight.bytes) {
      guard let bytes else { return true }
      sum += bytes
    }
    return sum > byteLimit
  }

  /// Measures all histories; where they are over the limit in bytes, packs snapshots that take much of it, and removes moments
  /// until it holds: of all histories together what is the oldest goes first. It may run the app's code, so it is done in a copy.
  ///
  /// Once it is at it, it makes room for some steps to come.
  mutating func trimToBytes() -> DeferredReleases {
    var deferred = DeferredReleases()
    guard let byteLimit else { return deferred }
    let all = [UndoScopeID?.none] + scopes.map(\.id)
    for scope in all { change(scope) { $0.measure() } }
    guard mayBeOverByteLimit else { return deferred }
    // Small snapshots cost too little to make undo slower.
    let share = max(1 << 16, byteLimit / 4 / all.count)
    for scope in all {
      change(scope) {
        $0.packSnapshots(over: share, into: &deferred)
        $0.measure()
      }
    }
    let goal = byteLimit - byteLimit / 16
    while total > goal, let scope = nextToShrink {
      change(scope) {
        var ofHistory = DeferredReleases()
        $0.evictOne(into: &ofHistory)
        if scope == nil { ofHistory.evicted.forEach { deferred.add(evicted: $0) } }
        deferred.add(ofHistory)
      }
    }
    return deferred
  }

  private var total: Int { scopes.reduce(main.weight.bytes ?? 0) { $0 + ($1.history.weight.bytes ?? 0) } }

  /// The history whose next moment to go is the oldest, of several made in one millisecond that with the most moments; nil when
  /// all have the present left and nothing else.
  private var nextToShrink: UndoScopeID?? {
    let all = ([(nil, main)] + scopes.map { ($0.id, $0.history) }).filter { (_: UndoScopeID?, history) in
      history.domain.described != nil && history.timeline.nextToEvict != nil
    }
    // To look for a time takes reading a page.
    if all.count < 2 { return all.first.map(\.0) }
    var oldest: (scope: UndoScopeID?, time: Timestamp, count: Int)?
    for (id, history) in all {
      guard let next = history.timeline.nextToEvict else { continue }
      let (time, count) = (history.timeline.words(of: next).time, history.timeline.count)
      if oldest.map({ (time, -count) < ($0.time, -$0.count) }) ?? true { oldest = (id, time, count) }
    }
    return oldest.map(\.scope)
  }
}
