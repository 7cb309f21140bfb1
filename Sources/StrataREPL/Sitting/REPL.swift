import Strata
import StrataStorage
import Workspace

/// A line becomes a command, and a command an answer.
final class REPL {
  let opened: DurableStore<AppState>
  /// Where a person looks who only reads: nothing of that is kept.
  var looking: Session?
  /// As of when everything is that a sitting shows which only reads.
  private var readTime: WallTime
  let now: () -> WallTime
  /// In whose name commands are carried out.
  var author: Author
  /// How work is done that may take a while.
  var work: LongWork
  /// What was reviewed last, for its numbers.
  var reviewed: ReviewView?
  /// What was looked up of the steps of the history: nothing where there is nothing to name.
  var changeWords: [Moment: String] = [:]

  var store: Store<AppState> { opened.store }

  /// The workspace as the person looks at it.
  var state: AppState {
    var state = store.state
    if let looking { state.session = looking }
    return state
  }

  /// Opens the workspace at `path` with its history, or starts a new one when there is none.
  ///
  /// A change is in the log when `answer` returns, and on the disk after the next `sync()`: what is printed in one go
  /// waits for the disk once.
  ///
  /// - Parameters:
  ///   - setsAside: Whether a log that is damaged, or does not fit, is put aside.
  ///   - isUnlimited: Whether files are read and written however large they are.
  ///   - author: In whose name commands are carried out.
  ///   - work: How work is done that may take a while.
  init(
    opening path: String,
    readOnly: Bool = false,
    setsAside: Bool = false,
    isUnlimited: Bool = false,
    as author: Author = .user,
    work: LongWork = LongWork(),
    now: @escaping () -> WallTime
  ) throws {
    (self.now, self.author, self.work) = (now, author, work)
    var options = OpeningOptions()
    options.access = readOnly ? .reading : .writing
    options.sync = .onFlush
    options.damagedLog = setsAside ? .setAside : .refuse
    if isUnlimited { (options.sizeLimit, options.memoryLimit) = (.max, .max) }
    readTime = now()
    do {
      opened = try work.run("Opening \(path.split(separator: "/").last ?? "")", of: bytesToRead(at: path)) {
        [options] in
        try DurableStore(
          at: path,
          undoing: \.document,
          restoring: \.session.selection,
          startingWith: AppState(),
          options: options
        )
      }
    } catch StateFileError.notSaved(let path, let step, let cause) {
      // Nothing was to be saved yet: the person only wanted to open it.
      throw StateFileError.inaccessible(path: path, step: step, cause: cause)
    }
  }

  /// Takes up what another program has changed since this sitting has read the files.
  ///
  /// - Returns: What a person has to know: that it was taken up, or why not and as of when everything is.
  /// - Throws: `Interrupted` when a signal came first; what was new is taken up even so.
  func follow() throws(Interrupted) -> String? {
    guard opened.isReadOnly else { return nil }
    let time = now()
    do {
      let news = try work.run("Reading what is new", changing: true) { [opened] in try opened.catchUp() }
      readTime = time
      if news == .nothing { return nil }
      (reviewed, changeWords) = (nil, [:])
      return "Another program has changed the workspace. This is how it is now."
    } catch let stop as Interrupted {
      throw stop
    } catch {
      return "As of \(readTime.timeOfDay); what another program changes cannot be read now: \(told(error))"
    }
  }

  /// What opening found that a person has to know; nil when all was as it should be.
  var notice: String? { opened.report.notice(isReadOnly: opened.isReadOnly) }

  /// Waits until everything that was answered is on the disk.
  func sync() throws { try opened.sync() }

  /// Saves the workspace, and lets other programs open it.
  ///
  /// - Returns: What a person has to know where the state file could not be written, and the log has all that was done.
  func close() throws -> [String] {
    let isInLog = (try? sync()) != nil
    do {
      try opened.close()
      return []
    } catch {
      guard isInLog, case .notSaved = error else { throw error }
      return [
        happening(of: error),
        "Nothing that was done is lost: the log has it, and the next sitting begins with it.",
      ]
    }
  }

  /// Reads a line; nil when it asks for nothing.
  func command(_ line: String) throws(Misunderstood) -> Command? {
    try Command.parse(line, in: context)
  }

  /// What a line is read against.
  var context: Context {
    Context(state: state, now: now(), checkpoints: store.timeline.checkpoints.compactMap(\.checkpoint))
  }

  /// What can stand where the last word of a line has been begun.
  func completions(of word: BegunWord) -> Completions {
    Completions(of: word, in: context) { [store] in
      let timeline = store.timeline
      let later = timeline.redoPath.prefix(CompletionSource.most / 2).reversed()
      let near = later + timeline.undoPath.prefix(CompletionSource.most)
      return Completion.numbered(near.map { ("\($0.id)", printable($0.label)) })
    }
  }

  /// Carries out a command; `source`, `compose`, `clear` and `quit` are the sitting's business, and do nothing here.
  func answer(_ command: Command) throws -> Answer {
    switch command {
    case .send(.session(let action)) where opened.isReadOnly:
      var session = state.session
      try session.reduce(action, over: state.document)
      looking = session
      return try shown(.page)
    case .send(let action):
      guard let view = action.viewAfterwards else {
        return try changing { try store.send(action, as: author) }
      }
      try store.send(action, as: author)
      return try shown(view)
    case .undo(let count):
      if author == .user { return try moving("Undid", count, undoLast) { store.historyStatus.undoLabel } }
      return try moving("Undid", count, { try undoLast(of: author, anyway: false) }) {
        store.timeline.undoLabel(by: author)
      }
    case .undoOnly(let name, let anyway): return try undoing(only: try moment(name), anyway: anyway)
    case .undoBy(let name, let anyway): return try undoing(by: name, anyway: anyway)
    case .redo(let count):
      if author == .user { return try moving("Redid", count, redoNext) { store.historyStatus.redoLabel } }
      return try moving("Redid", count, { try redoLast(of: author, anyway: false) }) {
        store.timeline.redoLabel(by: author)
      }
    case .redoOnly(let name, let anyway): return try redoing(only: try moment(name), anyway: anyway)
    case .redoBy(let name, let anyway): return try redoing(by: name, anyway: anyway)
    case .acting(let name, let command): return try answer(command, as: name)
    case .merge(let name, let choice): return try merging(try moment(name), choice)
    case .checkpoint(let name):
      if MomentName(name) != nil { throw NoCheckpointName(name: name) }
      try store.checkpoint(name)
      return .done(
        "Moment \(store.timeline.present.id) is called \"\(name)\". To come back to it: back \(quoted(name))"
      )
    case .back(let name): return try goingBack(to: try moment(name))
    case .review(let since, let name): return try review(since: since, by: name)
    case .reject(let numbers, let choice): return try rejecting(numbers, choice)
    case .jump(let name):
      let id = try moment(name).id
      return try traveling { try $0.jump(to: id) }
    case .save: return try save()
    case .importDocument(let path): return try importDocument(path)
    case .export(let format, let path, let isReplacing): return try export(format, path, isReplacing)
    case .show(let view): return try shown(view)
    case .source, .compose, .clear, .quit: return .nothing
    }
  }

  /// Makes a change, and tells what it made of the document.
  func changing(_ title: ((WorkspaceChange) -> String)? = nil, _ body: () throws -> Void) throws -> Answer {
    let before = store.state
    try body()
    var change = WorkspaceChange(nil, from: before, to: store.state, at: store.timeline.present)
    change.title = title?(change)
    return .changed(change)
  }
}

extension AppState.Action {
  /// The list to show after an action that is about its order, or about another page; nil where rows tell enough.
  fileprivate var viewAfterwards: Command.View? {
    switch self {
    case .journal(.startPage), .session: .page
    case .journal(.category(.reorder)): .categories
    case .people(.move): .people
    default: nil
    }
  }
}
