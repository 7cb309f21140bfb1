/// The state inside a transaction: actions change it, and no reader sees it before the transaction is over.
public struct Draft<State: Reducible> {
  private(set) var version: AnyVersion
  private(set) var actions: [State.Action] = []
  /// What the first action that is recorded is called.
  private(set) var label: String?
  /// Whether there were recorded actions, and all of them came from outside.
  var isOutside: Bool { recorded.hasOutside && !recorded.hasOther }
  private var recorded = (hasOutside: false, hasOther: false)
  private let domain: UndoDomain
  private let making: VersionMaking<State>

  init(of version: AnyVersion, _ domain: UndoDomain, _ making: VersionMaking<State>) {
    (self.version, self.domain, self.making) = (version, domain, making)
  }

  /// The state with what the transaction has done so far.
  public var state: State { version.state(as: State.self) }

  /// Changes the draft by `action`.
  ///
  /// - Throws: What the reducer throws, or `StoreError.untrackedChange`; the draft is then as it was, and the
  ///   transaction goes on if its body catches the error.
  public mutating func send(_ action: State.Action) throws {
    let (next, recording) = try making.reduced(version, action)
    if recording.untold == .untracked && isUndone(from: version, to: next) {
      throw StoreError.untrackedChange(action: "\(action)")
    }
    switch recording.untold {
    case .outside: recorded.hasOutside = true
    case .untracked: break
    case .step, .merge, .told: recorded.hasOther = true
    }
    version = next
    label = label ?? recording.label
    actions.append(action)
  }

  /// Whether what the store's own undo covers is different in two versions.
  private func isUndone(from before: AnyVersion, to after: AnyVersion) -> Bool {
    before.withAddress { before in after.withAddress { !domain.isSame(before, $0) } }
  }

  /// Runs `body` as a part that happens as a whole or not at all.
  ///
  /// - Throws: What `body` throws; the draft is then as it was before.
  public mutating func transaction<Result>(_ body: (inout Draft) throws -> Result) throws -> Result {
    var inner = self
    let result = try body(&inner)
    self = inner
    return result
  }
}
