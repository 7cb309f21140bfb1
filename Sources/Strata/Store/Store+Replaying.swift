extension Store {
  /// Makes a store that goes on where a log has left it.
  ///
  /// - Throws: ``PatchError`` when the step to the present moment cannot be read.
  package convenience init<Domain: Described & Equatable, Companion: Sendable>(
    _ state: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: (WritableKeyPath<State, Companion> & Sendable)?,
    replaying replay: HistoryReplay,
    attic: Attic,
    limit: HistoryLimit,
    byteLimit: Int?,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(PatchError) {
    precondition(
      companion != nil || Companion.self == Void.self,
      "No companion is nothing, not none of something"
    )
    let access = companion.map { PartAccess.to(domain, with: $0) } ?? .to(domain)
    let version = AnyVersion(state)
    var remains = Remains()
    let history = try History(
      replay,
      at: access.captureBeginning(version),
      limit: limit,
      keeping: Keeping(describing: Domain._shape, with: Companion.self, attic),
      into: &remains
    )
    var core = StoreCore(version, undoing: UndoDomain(access, history), FirstNumbers())
    core.byteLimit = byteLimit.map { max(0, $0) }
    core.trimToBytes(into: &remains)
    core.unrecordedEvictions = remains.evicted
    self.init(core, clock: clock)
  }
}
