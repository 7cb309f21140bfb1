import Workspace

/// What a line is read against: the workspace as it is, and the time on the wall.
struct Context {
  var state: AppState
  var now: WallTime
  /// What the checkpoints of the history are called.
  var checkpoints: [String] = []

  /// Reads a moment: its number, a word for it, or the name of a checkpoint.
  func moment(_ word: String) -> MomentName? {
    MomentName(word) ?? (checkpoints.contains(word) ? .checkpoint(word) : nil)
  }

  /// Reads a day: `today`, `tomorrow`, `yesterday`, or as it is written in full.
  func day(_ word: String) -> Day? {
    switch word {
    case "today": now.day
    case "tomorrow": now.day.next
    case "yesterday": now.day.previous
    default: Day(word)
    }
  }

  /// The category with a name, or with a number.
  func category(_ name: String) -> Int? {
    let categories = state.document.journal.categories
    return (categories.first { $0.name == name } ?? categories.first { String($0.id) == name })?.id
  }

  /// The bundle with a number, or with a name.
  func bundle(_ name: String) -> Int? {
    let bundles = state.document.journal.bundles
    if let id = Int(name), bundles[id] != nil { return id }
    return bundles.values.first { $0.name == name }?.id
  }

  /// The todos of the page in view.
  var todosInView: [Todo] { pageInView?.groups.flatMap(\.todos) ?? [] }

  /// The notes of the page in view.
  var notesInView: [Note] { pageInView?.notes ?? [] }

  private var pageInView: JournalPage? {
    let journal = state.document.journal
    return journal.pageInView(state.session.page).map(journal.page)
  }
}

extension Context {
  /// What was probably meant by a word that is not what stands here.
  func guesses(for word: String, _ kind: Placeholder) -> [String] {
    switch kind {
    case .words(let words): near(word, among: words)
    case .color: near(word, among: Tint.allCases.map(\.rawValue))
    case .day: near(word, among: ["today", "tomorrow", "yesterday"])
    case .weekday: near(word, among: Weekday.allCases.map(\.name))
    case .moment: near(word, among: MomentName.words) + near(word, among: checkpoints).map(quoted)
    case .category: near(word, among: state.document.journal.categories.map(\.name)).map(quoted)
    case .bundle: near(word, among: state.document.journal.bundles.values.map(\.name)).map(quoted)
    case .ids(.todo): ids(of: word).map { "\($0.id) (\($0.title))" }
    default: []
    }
  }

  /// The todos in view whose title begins with a word, if there are only a few.
  private func ids(of word: String) -> [Todo] {
    let begun = todosInView.filter { $0.title.lowercased().hasPrefix(word.lowercased()) }
    return begun.count > 3 ? [] : begun
  }
}
