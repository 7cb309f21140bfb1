extension StoreCore {
  /// What all histories together keep alive beyond the present, in bytes.
  var bytes: Int { scopes.values.reduce(main.timeline.bytes) { $0 + $1.timeline.bytes } }

  /// The snapshots that an effect brings, and those that have to be weighed first, to be weighed where no lock is held.
  func unweighed(
    before effect: Proposal.Effect,
    at time: Timestamp
  ) -> [(scope: UndoScopeID?, work: History.Unweighed)] {
    guard case .step(let step, let captures) = effect.recorded else { return [] }
    var found: [(scope: UndoScopeID?, work: History.Unweighed)] = []
    if let snapshot = captures.main, let work = main.history.unweighed(by: step, to: snapshot, at: time) {
      found.append((nil, work))
    }
    for (id, snapshot) in captures.scopes {
      if let work = scopes[id]?.history.unweighed(by: step, to: snapshot, at: time) {
        found.append((id, work))
      }
    }
    return found
  }

  /// Removes moments until the limit in bytes holds: of all histories together what is the oldest goes first.
  mutating func trimToBytes(into remains: inout Remains) {
    guard let limit = byteLimit, bytes > limit else { return }
    if scopes.isEmpty {
      change(nil) { $0.evict(into: &remains) { $0.bytes > limit } }
      return
    }
    while bytes > limit, let (scope, next) = nextHistoryToShrink {
      let others = bytes - (self[scope]?.timeline.bytes ?? 0)
      let isOver = { (timeline: Timeline) in
        let time = timeline.nextToGo.map { timeline.entry($0).time }
        return others + timeline.bytes > limit && time.map { $0 <= next } ?? false
      }
      guard scope != nil else {
        change(nil) { $0.evict(into: &remains, while: isOver) }
        continue
      }
      var ofScope = Remains()
      change(scope) { $0.evict(into: &ofScope, while: isOver) }
      remains.add(ofScope)
    }
  }

  /// The history whose next moment to go is the oldest, and how long others have to wait; nil when all have the present
  /// left and nothing else.
  private var nextHistoryToShrink: (scope: UndoScopeID?, until: Timestamp)? {
    func time(_ timeline: Timeline) -> Timestamp? { timeline.nextToGo.map { timeline.entry($0).time } }
    var times: [(scope: UndoScopeID?, time: Timestamp)] = []
    if let time = time(main.timeline) { times.append((nil, time)) }
    for (id, scope) in scopes { if let time = time(scope.timeline) { times.append((id, time)) } }
    times.sort { ($0.time, $0.scope?.number ?? 0) < ($1.time, $1.scope?.number ?? 0) }
    guard let first = times.first else { return nil }
    return (first.scope, times.dropFirst().first?.time ?? Timestamp(nanosecondsSince1970: .max))
  }
}
