extension Journal {
  mutating func reduce(_ action: TodoBundle.Action, ids: inout IDCounter) throws {
    switch action {
    case .create(let content):
      try require(content)
      let bundle = TodoBundle(id: try ids.next(), content)
      bundles[bundle.id] = bundle
    case .edit(let id, let content):
      guard let old = bundles[id] else { throw JournalError.noBundle(id) }
      try require(content)
      bundles[id] = TodoBundle(id: id, content, rhythm: old.rhythm)
    case .schedule(let id, let rhythm):
      guard bundles[id] != nil else { throw JournalError.noBundle(id) }
      bundles[id]?.rhythm = rhythm
    case .delete(let ids):
      for id in ids where bundles[id] == nil { throw JournalError.noBundle(id) }
      for id in ids { bundles[id] = nil }
    case .apply(let id): try apply(id, ids: &ids)
    }
  }

  private mutating func apply(_ id: Int, ids: inout IDCounter) throws {
    guard let bundle = bundles[id] else { throw JournalError.noBundle(id) }
    guard let page = pages.last else { throw JournalError.noPage }
    try add(bundle.newTodos(on: page), on: page, ids: &ids)
  }

  private func require(_ content: TodoBundle.Content) throws(JournalError) {
    try Self.requireText(content.name, or: .emptyBundleName)
    for item in content.todos { try requireFields(item.title, item.category, item.url) }
  }
}

extension TodoBundle {
  /// The todos that it makes on a page.
  func newTodos(on page: Day) -> [NewTodo] {
    todos.map { item in
      NewTodo(item.title, category: item.category, url: item.url, shouldMigrate: shouldMigrate, start: page)
    }
  }
}
