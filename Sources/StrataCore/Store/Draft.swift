/// The state inside a transaction: actions change it, and no reader sees it before the transaction is over.
///
/// Actions change one version in place: *k* of them cost one copy of an array that all of them write to. When a reducer
/// throws, the draft is made again from its last good version: reducers are pure, so the same actions lead to the same state.
public struct Draft<State: Reducible> {
  private var version: AnyVersion
  /// The version to begin with when a reducer throws, and what was sent since.
  private var base: AnyVersion
  private var sinceBase = 0
  private(set) var actions: [State.Action] = []
  /// The label of the first action that is recorded.
  private(set) var label: String?
  /// Whether there were recorded actions, and all of them came from outside.
  var isExternal: Bool { recorded.hasExternal && !recorded.hasOther }
  private var recorded = (hasExternal: false, hasOther: false)
  /// The error that a reducer threw when its actions were reduced again: the reducer is not pure, and the transaction cannot
  /// be committed.
  private var failure: (any Error)?
  private let domain: UndoDomain
  private let making: VersionMaking<State>

  init(of version: AnyVersion, _ domain: UndoDomain, _ making: VersionMaking<State>) {
    (self.version, base, self.domain, self.making) = (version, version, domain, making)
  }

  /// The state with what the transaction has done so far.
  ///
  /// A state that is kept while more actions are sent costs them a copy of what they write to.
  public var state: State { version.state(as: State.self) }

  /// Changes the draft by `action`.
  ///
  /// - Throws: Any error that the reducer throws, or `StoreError.untrackedChange`. The draft is then as it was, and the
  ///   transaction goes on if its body catches the error.
  /// - Complexity: That of the reducer; after an error, O(actions since the one before it).
  public mutating func send(_ action: State.Action) throws {
    if let failure { throw failure }
    let recording = making.recording(version, action)
    if !version.isHeldAlone() { version = making.copy(version) }
    do {
      try reduce(action, isTracked: recording.isTracked)
    } catch {
      restore()
      throw error
    }
    switch recording.undeclared {
    case .external: recorded.hasExternal = true
    case .untracked: break
    case .step, .merge, .declared: recorded.hasOther = true
    }
    label = label ?? recording.label
    actions.append(action)
    sinceBase += 1
  }

  private func reduce(_ action: State.Action, isTracked: Bool) throws {
    // Kept only where it has to be compared: it costs the reducer a copy of what it writes to.
    let kept = isTracked ? nil : making.copy(version)
    try making.reduce(version, action)
    if let kept, kept.withAddress({ old in version.withAddress { !domain.isSame(old, $0) } }) {
      throw StoreError.untrackedChange(action: "\(action)")
    }
  }

  /// Makes the version again from the last good one, which it becomes.
  private mutating func restore() {
    version = making.copy(base)
    do {
      for action in actions.suffix(sinceBase) { try making.reduce(version, action) }
    } catch {
      failure = error
    }
    (base, sinceBase) = (version, 0)
  }

  /// The version that the transaction leads to.
  ///
  /// - Throws: The error of a reducer that is not pure.
  func finished() throws -> AnyVersion {
    if let failure { throw failure }
    return version
  }

  /// Runs `body` as a part that happens as a whole or not at all.
  ///
  /// - Throws: Any error that `body` throws; the draft is then as it was before.
  public mutating func transaction<Result>(_ body: (inout Draft) throws -> Result) throws -> Result {
    var inner = self
    let result = try body(&inner)
    self = inner
    return result
  }
}
