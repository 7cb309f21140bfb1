import Strata
import StrataStorage
import Workspace

/// A line becomes a command, a command becomes an action, the state becomes text.
struct REPL {
  private let store: Store<AppState>
  private let file: StateFile<AppState>
  private let now: () -> WallTime

  /// Opens the workspace in `file`, or starts a new one when there is no such file.
  init(opening file: StateFile<AppState>, now: @escaping () -> WallTime) throws {
    self.file = file
    self.now = now
    store = Store(try file.load() ?? AppState(), undoing: \.document)
  }

  /// Carries out one line and returns what to print; nil when the line asks to leave.
  ///
  /// What changed is on the disk before anything is printed.
  func answer(_ line: String) throws -> [String]? {
    switch try Command.parse(line) {
    case nil: return []
    case .startToday: return try change { try store.send(.journal(.startPage(now().day))) }
    case .add(let title): return try change { try store.send(.journal(.add(title: title))) }
    case .done(let id): return try change { try store.send(.journal(.complete([id], at: now()))) }
    case .undo: return try change { try store.undo() }
    case .redo: return try change { try store.redo() }
    case .list: return rendered(store.state.document.journal)
    case .help: return [helpText]
    case .quit: return nil
    }
  }

  private func change(_ body: () throws -> Void) throws -> [String] {
    try body()
    let state = store.state
    try file.save(state)
    return rendered(state.document.journal)
  }
}
