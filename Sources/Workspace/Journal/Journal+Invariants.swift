extension Journal {
  /// Looks for what cannot be in a journal, however it came about; nil when there is nothing.
  ///
  /// What a decoder hands over is looked at before it is handed on, and tests look after every action.
  func inconsistency() -> String? {
    if zip(pages, pages.dropFirst()).contains(where: { $0 >= $1 }) {
      return "The pages are not in the order of their days."
    }
    return todoInconsistency() ?? noteInconsistency() ?? categoryInconsistency() ?? bundleInconsistency()
  }

  private func todoInconsistency() -> String? {
    let categoryIDs = Set(categories.map(\.id))
    for (id, todo) in todos {
      if let flaw = flaw(of: "Todo", id, written: todo.id) { return flaw }
      if let category = todo.category, !categoryIDs.contains(category) {
        return "Todo \(id) is in category \(category), which is not there."
      }
      if let ending = todo.ending, ending.time.day < todo.start {
        return "Todo \(id) ends on \(ending.time.day), before it starts on \(todo.start)."
      }
    }
    return nil
  }

  private func noteInconsistency() -> String? {
    for (id, note) in notes {
      if let flaw = flaw(of: "Note", id, written: note.id) { return flaw }
      if !hasPage(of: note.time.day) { return "Note \(id) is on \(note.time.day), which has no page." }
    }
    return nil
  }

  private func categoryInconsistency() -> String? {
    let ids = categories.map(\.id)
    if let id = ids.first(where: { !IDCounter.ids.contains($0) }) {
      return "\(id) is no number for a category."
    }
    return Set(ids).count == ids.count ? nil : "Two categories have the same number."
  }

  private func bundleInconsistency() -> String? {
    let categoryIDs = Set(categories.map(\.id))
    for (id, bundle) in bundles {
      if let flaw = flaw(of: "Bundle", id, written: bundle.id) { return flaw }
      if let category = bundle.todos.lazy.compactMap(\.category).first(where: { !categoryIDs.contains($0) }) {
        return "Bundle \(id) has a todo in category \(category), which is not there."
      }
    }
    return nil
  }

  private func flaw(of kind: String, _ id: Int, written: Int) -> String? {
    if id != written { return "\(kind) \(id) says that it is \(written)." }
    return IDCounter.ids.contains(id) ? nil : "\(id) is no number for a \(kind.lowercased())."
  }

  /// The greatest id in the journal that is less than `end`; 0 when there is none.
  func greatestID(below end: Int) -> Int {
    let last = [todos[..<end].last?.key, notes[..<end].last?.key, bundles[..<end].last?.key]
    return (last.compactMap { $0 } + categories.map(\.id).filter { $0 < end }).max() ?? 0
  }
}
