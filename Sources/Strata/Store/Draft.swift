/// The state inside a transaction: actions change it, and no reader sees it before the transaction is over.
public struct Draft<State: Reducible> {
  private(set) var version: AnyVersion
  private(set) var actions: [State.Action] = []
  /// What the first action that is recorded is called.
  private(set) var label: String?
  /// Whether there were recorded actions, and all of them came from outside.
  var isOutside: Bool { recorded.hasOutside && !recorded.hasOther }
  private var recorded = (hasOutside: false, hasOther: false)
  private let change: PendingChange
  private let making: VersionMaking<State>

  init(of change: PendingChange, _ making: VersionMaking<State>) {
    (version, self.change, self.making) = (change.before, change, making)
  }

  /// The state with what the transaction has done so far.
  public var state: State { version.state(as: State.self) }

  /// Changes the draft by `action`.
  ///
  /// - Throws: What the reducer throws, or `StoreError.untrackedChange`; the draft is then as it was, and the
  ///   transaction goes on if its body catches the error.
  public mutating func send(_ action: State.Action) throws {
    let (next, recording) = try making.reduced(version, action)
    if recording.untold == .untracked && change.isUndone(from: version, to: next) {
      throw StoreError.untrackedChange(action: "\(action)")
    }
    switch recording.untold {
    case .outside: recorded.hasOutside = true
    case .untracked: break
    case .step, .merge, .told, .lasting: recorded.hasOther = true
    }
    version = next
    label = label ?? recording.label
    actions.append(action)
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
