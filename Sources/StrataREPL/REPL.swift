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
    switch try Command.parse(line, in: Context(state: store.state, now: now())) {
    case nil: return []
    case .send(let action): return try change(showing: .after(action)) { try store.send(action) }
    case .undo(let count): return try change { for _ in 0..<count { try store.undo() } }
    case .redo(let count): return try change { for _ in 0..<count { try store.redo() } }
    case .jump(let number): return try change { try jump(to: number) }
    case .show(.history):
      return store.timeline.description.split(separator: "\n").map { printable(String($0)) }
    case .show(let view): return try rendered(view, of: store.state)
    case .quit: return nil
    }
  }

  private func change(showing view: Command.View = .page, _ body: () throws -> Void) throws -> [String] {
    let before = store.revision
    do {
      try body()
    } catch {
      // Some of several undos may have been taken; they are kept, so they are saved.
      if store.revision != before { try file.save(store.state) }
      throw error
    }
    try file.save(store.state)
    return try rendered(view, of: store.state)
  }

  private func jump(to number: Int) throws {
    let timeline = store.timeline
    var open = [timeline.oldest]
    while let moment = open.popLast() {
      if moment.id.number == number { return try store.jump(to: moment.id) }
      open += timeline.branches(after: moment.id)
    }
    throw NoMoment(number: number)
  }
}

/// A number that no moment of the history has.
struct NoMoment: Error, Equatable, CustomStringConvertible {
  let number: Int

  var description: String { "There is no moment \(number). See: history" }
}

extension Command.View {
  /// What is shown after an action: the part of the workspace that it was about.
  static func after(_ action: AppState.Action) -> Command.View {
    switch action {
    case .canvas: .canvas
    case .people: .people
    case .journal(.category): .categories
    case .journal(.bundle(.apply)): .page
    case .journal(.bundle): .bundles
    case .journal, .session, .importDocument: .page
    }
  }
}
