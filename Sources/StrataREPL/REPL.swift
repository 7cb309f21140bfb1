import Strata
import StrataStorage
import Workspace

/// A line becomes a command, a command becomes an action, the state becomes text.
struct REPL {
  private let opened: DurableStore<AppState>
  private let now: () -> WallTime

  private var store: Store<AppState> { opened.store }

  /// Opens the workspace at `path` with its history, or starts a new one when there is none.
  init(opening path: String, now: @escaping () -> WallTime) throws {
    self.now = now
    opened = try DurableStore(
      at: path,
      undoing: \.document,
      restoring: \.session.selection,
      startingWith: AppState()
    )
  }

  /// What opening found that a person has to know; nil when all was as it should be.
  var notice: String? { opened.report.notice }

  /// Saves the workspace, and lets other programs open it.
  func close() throws {
    try opened.close()
  }

  /// Carries out one line and returns what to print; nil when the line asks to leave.
  ///
  /// What changed is on the disk, in the log, before anything is printed.
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
    try body()
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

extension OpeningReport {
  /// What a person has to know; nil when all was as it should be.
  fileprivate var notice: String? {
    if case .dropped = history {
      return "What was done before cannot be undone any more; the journal itself is whole."
    }
    return tornEnd.map {
      "The last change was cut off in the middle, and is not there. It is kept in \($0.path ?? "the log")."
    }
  }
}
