import Workspace

extension Answer {
  /// What a view shows of a workspace; nil for what only its history can tell.
  ///
  /// - Throws: `PatchError` when the document cannot be written as JSON, `JournalError` for a note that is not there.
  init?(_ view: Command.View, of state: AppState) throws {
    let (journal, document) = (state.document.journal, state.document)
    let day = journal.pageInView(state.session.page)
    switch view {
    case .page: self = .page(day.map(journal.page)?.filtered(by: state.session.filter))
    case .note(let id):
      guard let note = journal.notes[id] else { throw JournalError.noNote(id) }
      self = .note(note)
    case .search(let words, let isPending, let isAll):
      self = .found(SearchResult(for: words, in: journal, pending: isPending, all: isAll))
    case .future: self = .things("future", day.map(journal.futureLog)?.map(Thing.todo) ?? [])
    case .categories: self = .things("categories", journal.categories.map(Thing.category))
    case .bundles: self = .things("bundles", journal.bundles.values.map(Thing.bundle))
    case .canvas: self = .things("canvas", document.canvas.annotations.values.map(Thing.annotation))
    case .people: self = .things("people", document.people.list.map(Thing.person))
    case .exported(.markdown): self = .text(Journal.markdown(of: journal.allPages()))
    case .exported(.html): self = .text(Journal.html(of: journal.allPages()))
    case .exported(.json): self = .document(try document.json())
    case .help(let name): self = .help(Verb.about(name))
    case .history, .branches, .differences, .memory: return nil
    }
  }
}

extension Verb {
  /// All commands, or those whose name begins with what is asked about.
  fileprivate static func about(_ name: String?) -> [(title: String, verbs: [Verb])] {
    guard let name else { return groups }
    let exact = all.filter { $0.name == name || $0.name.hasPrefix(name + " ") }
    return [("", exact.isEmpty ? all.filter { $0.name.hasPrefix(name) } : exact)]
  }
}
