/// The state inside a transaction: actions change it, and nobody else sees it before the transaction is over.
public struct Draft<State: Reducible> {
  private(set) var version: AnyVersion
  private(set) var actions: [State.Action] = []
  private let parts: WatchedParts

  init(of version: AnyVersion, watching parts: WatchedParts) {
    self.version = version
    self.parts = parts
  }

  /// The state with what the transaction has done so far.
  public var state: State { version.state(as: State.self) }

  /// Changes the draft by `action`.
  ///
  /// - Throws: What the reducer throws, or `StoreError.untrackedChange`; the draft is then as it was, and the
  ///   transaction goes on if its body catches the error.
  public mutating func send(_ action: State.Action) throws {
    let (next, recording) = try version.reduced(by: action, State.self)
    if recording == .untracked && !parts.captures(from: version, to: next).isEmpty {
      throw StoreError.untrackedChange(action: "\(action)")
    }
    version = next
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
