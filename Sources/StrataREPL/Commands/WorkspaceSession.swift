import Strata
import Workspace

/// A session with a workspace: its store, and what the commands of a session share.
final class WorkspaceSession: CommandSubject {
  let opened: DurableStore<AppState>
  let now: () -> WallTime
  let work: LongWork
  /// The author of changes.
  var author: Author
  /// The items of the last review, for their numbers.
  var reviewed: [ReviewItem]?
  /// Phrases for the steps that were shown before; empty for a step without one.
  var phrases: [Moment: String] = [:]
  /// The page in view of a session that only reads; it is never saved.
  private var readingSession: Session?
  /// The time at which a session that only reads last read the files.
  private var readTime: WallTime

  static let prompt = "strata> "

  var store: Store<AppState> { opened.store }

  /// The workspace as the person sees it.
  var state: AppState {
    var state = store.state
    if let readingSession { state.session = readingSession }
    return state
  }

  /// Opens the workspace at `path` with its history, or starts a new one.
  ///
  /// A change is in the log when its command returns, and on the disk after `sync()`. So all answers that are written at once
  /// wait for the disk once.
  init(
    opening path: String,
    readOnly: Bool = false,
    setsAside: Bool = false,
    isUnlimited: Bool = false,
    as author: Author = .user,
    work: LongWork = LongWork(),
    now: @escaping () -> WallTime = { WallTime.now }
  ) throws {
    (self.now, self.author, self.work, readTime) = (now, author, work, now())
    var options = OpeningOptions()
    options.access = readOnly ? .reading : .writing
    options.sync = .onFlush
    options.damagedLog = setsAside ? .setAside : .refuse
    if isUnlimited { (options.sizeLimit, options.memoryLimit) = (.max, .max) }
    do {
      let name = path.split(separator: "/").last ?? ""
      opened = try work.run("Opening \(name)", of: bytesToRead(at: path)) { [options] in
        try DurableStore(
          at: path,
          undoing: \.document,
          restoring: \.session.selection,
          startingWith: AppState(),
          options: options
        )
      }
    } catch StateFileError.notSaved(let path, let step, let cause) {
      // The person wanted to open the file, not to save it.
      throw StateFileError.inaccessible(path: path, step: step, cause: cause)
    }
  }

  var context: Context {
    Context(state: state, now: now(), checkpoints: store.timeline.checkpoints.compactMap(\.checkpoint))
  }

  var failure: (any Error)? { opened.failure }

  /// Waits until all changes are on the disk.
  func sync() throws { try opened.sync() }

  /// Saves the workspace and releases its files; returns the exit status.
  func finish(_ status: ExitStatus) -> ExitStatus {
    let isInLog = (try? sync()) != nil
    do {
      try opened.close()
      return status
    } catch {
      if isInLog, case .notSaved = error {
        complain("strata: \(happening(of: error))")
        complain("strata: No change is lost: the log has them, and the next session begins with them.")
        return status
      }
      let failure = fail(.notSaved, error, .session, at: opened.path)
      return status == .fine ? failure : status
    }
  }

  func news() throws -> String? {
    guard opened.isReadOnly else { return nil }
    let time = now()
    do {
      let news = try work.run("Reading changes", changing: true) { [opened] in try opened.catchUp() }
      readTime = time
      if news == .nothing { return nil }
      (reviewed, phrases) = (nil, [:])
      return "Another program has changed the workspace. This is its present state."
    } catch let stop as Interrupted {
      throw stop
    } catch {
      return "As of \(readTime.timeOfDay). Cannot read the changes of another program: \(explained(error))"
    }
  }

  /// Sends an action, and answers with the changes.
  func send(_ action: AppState.Action) throws -> Answer {
    try changing { try store.send(action, as: author) }
  }

  func send(_ action: Journal.Action) throws -> Answer { try send(.journal(action)) }

  /// Makes a change, and answers with what it made of the document.
  ///
  /// - Parameter title: The first line of the answer, found after the change.
  func changing(_ title: () -> String? = { nil }, _ body: () throws -> Void) throws -> Answer {
    let before = store.state
    try body()
    return DocumentChange(title(), from: before, to: store.state, at: store.timeline.present).answer
  }

  /// Runs a movement through the history, which may be long and is never left half-way.
  func moving(_ title: String, _ movement: @escaping @Sendable (Store<AppState>) throws -> Void) throws {
    try work.run(title, changing: true) { [store] in try movement(store) }
  }

  /// Shows another page; a session that only reads remembers it for itself.
  func look(_ action: Session.Action) throws -> Answer {
    if opened.isReadOnly {
      var session = state.session
      try session.reduce(action, over: state.document)
      readingSession = session
    } else {
      try store.send(.session(action), as: author)
    }
    return pageAnswer()
  }

  /// The first lines: the file, the page in view, and what may come next.
  func greeting(_ style: Style) -> [String] {
    let (state, today, ahead) = (state, now().day, store.timeline.redoPath.count)
    var lines = [style.faint(printable(opened.path))]
    if ahead == 0 || context.page != nil { lines += (try? pageAnswer().rows(style).all) ?? [] }
    if ahead > 0 { lines.append("\(counted(ahead, "step")) \(ahead == 1 ? "lies" : "lie") ahead: redo") }
    if let newest = state.document.journal.pages.last, newest < today {
      lines.append("Today is \(today). Try: start today")
    }
    if context.page == nil {
      lines.append(style.faint("help shows all commands; quit leaves. Everything is saved as you go."))
    }
    return lines
  }

  func values(of placeholder: Placeholder, for command: String) -> [Completion] {
    let (context, most) = (context, 50)
    switch placeholder {
    case .day:
      let pages = context.journal.pages.suffix(7).reversed().map { Completion("\($0)") }
      let names = Context.days.map { name in
        Completion(name, shown: context.day(name).map { "\(name)  \($0)" })
      }
      return names + pages
    case .color: return Tint.allCases.map { Completion($0.rawValue) }
    case .category: return context.journal.categories.map { Completion($0.name) }
    case .bundle: return context.journal.bundles.values.map { Completion($0.name) }
    case .ids, .id:
      return Completion.numbered(listed(by: command).prefix(most).map { ($0.id, $0.line(Style())) })
    case .moment:
      let timeline = store.timeline
      let near = timeline.redoPath.prefix(most / 2).reversed() + timeline.undoPath.prefix(most)
      let numbers = Completion.numbered(near.map { ($0.id.number, $0.label) })
      return (MomentName.words + context.checkpoints.suffix(most)).map { Completion($0) } + numbers
    default: return []
    }
  }

  /// The things whose ids a command takes.
  private func listed(by command: String) -> [any Thing] {
    let document = state.document
    switch command.prefix(while: { $0 != " " }) {
    case "note": return context.page?.notes ?? []
    case "canvas": return Array(document.canvas.annotations.values)
    case "people": return Array(document.people.list)
    case "reject": return []
    default: return context.page?.todos ?? []
    }
  }

  func explain(_ error: any Error) -> String {
    if let conflict = error as? Conflict { return conflict.description }
    let advice: String? =
      switch error {
      case let error as JournalError: advice(for: error)
      case CanvasError.noAnnotation: "See: canvas list"
      case PeopleError.noPerson: "See: people list"
      case StoreError.nothingToUndo, StoreError.nothingToRedo, StoreError.noSuchMoment,
        StoreError.nothingLeft:
        "See: history"
      case StoreError.elsewhere, StoreError.nothingToMerge: "See: branches"
      default: nil
      }
    return printable([explained(error), advice].compactMap { $0 }.joined(separator: " "))
  }

  private func advice(for error: JournalError) -> String? {
    switch error {
    case .noPage, .notAURL, .noPosition, .noLine, .notEnded, .endsBeforeStart: nil
    case .noSuchPage: context.journal.pages.last.map { "The newest page: page \($0)" }
    case .pageExists: "To look at it: page"
    case .pageBeforeNewest(_, let newest): "To write for that day: add TITLE --on \(newest)"
    case .emptyTitle: "Such as: add Buy milk"
    case .noTodo, .noNote: "See: list"
    case .alreadyDone(let id), .alreadyAbandoned(let id): "To put it back on the list: undone \(id)"
    case .notDone(let id): "To complete it: done \(id)"
    case .noCategory, .categoryExists: "See: category list"
    case .emptyCategoryName: "Such as: category add Work blue"
    case .emptyNote: "Such as: note add It rains"
    case .noBundle: "See: bundle list"
    case .emptyBundleName: "Such as: bundle create Daily Stretch"
    }
  }

  static let commands: CommandList<WorkspaceSession> = CommandList(
    groups: [
      ("Pages and todos", pageCommands + todoCommands),
      ("Notes, categories and bundles", noteCommands + categoryCommands + bundleCommands),
      ("Canvas and people", canvasCommands + peopleCommands), ("History", historyCommands + reviewCommands),
      ("Files and the program", fileCommands + programCommands),
    ],
    foreignWords: [
      "log": "history", "reflog": "history", "status": "list", "ls": "list", "show": "list",
      "commit": "checkpoint",
      "tag": "checkpoint", "checkout": "jump", "switch": "jump", "reset": "back", "restore": "back",
      "revert": "undo only",
      "rm": "delete", "mv": "move", "grep": "search", "find": "search", "/": "search",
      "todo": "add", "new": "add", "edit": "rename", "pending": "undone", ":u": "undo",
      ":undo": "undo",
      ":redo": "redo", ":q": "quit", ":q!": "quit", ":wq": "quit", ":x": "quit", "exit": "quit",
      "bye": "quit",
      ".quit": "quit", ".exit": "quit", ".help": "help", ":help": "help", "?": "help", "man": "help",
      ".read": "source",
      ".dump": "export", ".open": "import", "load": "import", "save": "checkpoint", ":w": "checkpoint",
    ],
    footer: [
      "IDS are numbers and ranges: done 1 3-5. A DAY is today, tomorrow, yesterday or",
      "such as 2026-11-20. A MOMENT is a number from history, the name of a checkpoint,",
      "present or oldest. A text at the end of a line needs no quotation marks; --",
      "before it ends the options. Unambiguous abbreviations work; Tab completes.",
      "help COMMAND shows examples.",
    ]
  )
}

extension WallTime {
  /// The time on the clock; the first day of the calendar when the clock is outside the years 1 to 9999.
  static var now: WallTime { onClock(seconds: time(nil)) ?? .midnight(of: .first) }

  /// The local time of a timestamp; nil outside the years 1 to 9999.
  init?(_ timestamp: Timestamp) {
    guard let time = Self.onClock(seconds: time_t(timestamp.nanosecondsSince1970 / 1_000_000_000)) else {
      return nil
    }
    self = time
  }

  private static func onClock(seconds: time_t) -> WallTime? {
    var seconds = seconds
    var parts = tm()
    localtime_r(&seconds, &parts)
    let day = Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    // A leap second counts as the last second of its minute.
    let second = min(Int(parts.tm_sec), 59)
    return day.flatMap { WallTime($0, hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: second) }
  }
}
