import Strata

/// The error for a state that is impossible in a workspace.
struct Inconsistency: Error, CustomStringConvertible {
  /// A sentence for a person.
  let description: String

  /// Refuses a state with a fault.
  fileprivate static func refuse(_ fault: String?) throws(Inconsistency) {
    if let fault { throw Inconsistency(description: fault) }
  }
}

/// The fault of an id under a key that is not its own, or out of range; nil for a right one.
private func fault(of kind: String, _ key: Int, id: Int) -> String? {
  if key != id { return "\(kind) \(key) says that it is \(id)." }
  return IDCounter.ids.contains(id) ? nil : "\(id) is no number for a \(kind.lowercased())."
}

extension Journal: Validated {
  /// Refuses references to missing things, and endings before their start.
  public func validate() throws { try Inconsistency.refuse(inconsistency()) }

  /// Finds a fault in the journal; nil when there is none.
  ///
  /// The store asks for decoded and merged states, and tests ask after every action.
  func inconsistency() -> String? {
    if zip(pages, pages.dropFirst()).contains(where: { $0 >= $1 }) {
      return "The pages are not in the order of their days."
    }
    let categoryIDs = Set(categories.map(\.id))
    func isMissing(_ category: Int) -> Bool { !categoryIDs.contains(category) }

    for (id, todo) in todos {
      if let fault = fault(of: "Todo", id, id: todo.id) { return fault }
      if let category = todo.category, isMissing(category) {
        return "Todo \(id) is in category \(category), which is not there."
      }
      if let ending = todo.ending, ending.time.day < todo.start {
        return "Todo \(id) ends on \(ending.time.day), before it starts on \(todo.start)."
      }
    }
    for (id, note) in notes {
      if let fault = fault(of: "Note", id, id: note.id) { return fault }
      if !hasPage(of: note.time.day) { return "Note \(id) is on \(note.time.day), which has no page." }
    }
    for (id, bundle) in bundles {
      if let fault = fault(of: "Bundle", id, id: bundle.id) { return fault }
      if let category = bundle.todos.lazy.compactMap(\.category).first(where: isMissing) {
        return "Bundle \(id) has a todo in category \(category), which is not there."
      }
    }
    if let id = categoryIDs.first(where: { !IDCounter.ids.contains($0) }) {
      return "\(id) is no number for a category."
    }
    return categoryIDs.count == categories.count ? nil : "Two categories have the same number."
  }
}

extension Canvas: Validated {
  /// Refuses annotations with wrong ids.
  public func validate() throws { try Inconsistency.refuse(inconsistency()) }

  /// Finds a fault on the canvas; nil when there is none.
  func inconsistency() -> String? {
    for (id, annotation) in annotations {
      if let fault = fault(of: "Annotation", id, id: annotation.id) { return fault }
    }
    return nil
  }
}

extension People: Validated {
  /// Refuses people with wrong or equal tags.
  public func validate() throws { try Inconsistency.refuse(inconsistency()) }

  /// Finds a fault in the list of people; nil when there is none.
  func inconsistency() -> String? {
    let tags = Set(list.map(\.tag))
    if let tag = tags.first(where: { !IDCounter.ids.contains($0) }) {
      return "\(tag) is no tag for a person."
    }
    return tags.count == list.count ? nil : "Two people have the same tag."
  }
}
