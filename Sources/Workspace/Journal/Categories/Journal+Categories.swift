extension Journal {
  mutating func reduce(_ action: TodoCategory.Action, ids: inout IDCounter) throws {
    switch action {
    case .add(let name, let color):
      try requireCategoryName(name, besides: nil)
      categories.append(TodoCategory(id: try ids.next(), name: name, color: color))
    case .rename(let id, let name):
      let place = try place(ofCategory: id)
      try requireCategoryName(name, besides: id)
      categories[place].name = name
    case .recolor(let id, let color):
      categories[try place(ofCategory: id)].color = color
    case .reorder(let id, let position):
      let place = try place(ofCategory: id)
      guard categories.indices.contains(position) else {
        throw JournalError.noPosition(position, of: categories.count)
      }
      categories.insert(categories.remove(at: place), at: position)
    case .delete(let id):
      categories.remove(at: try place(ofCategory: id))
      forgetCategory(id)
    }
  }

  /// The category with an id.
  ///
  /// - Complexity: O(categories), of which there are few.
  public func category(_ id: Int) -> TodoCategory? {
    categories.first { $0.id == id }
  }

  func requireCategory(_ id: Int?) throws(JournalError) {
    if let id, category(id) == nil { throw .noCategory(id) }
  }

  /// Takes a category from the todos and bundles that have it.
  private mutating func forgetCategory(_ id: Int) {
    let ids = todoRows.index.categorised.at(id).keys.map(\.id)
    todoRows.update(ids) {
      $0.category = nil
    } inIndex: {
      $0.forgetCategory(id)
    }
    for bundle in bundles.values {
      for index in bundle.todos.indices where bundle.todos[index].category == id {
        bundles[bundle.id]?.todos[index].category = nil
      }
    }
  }

  private func place(ofCategory id: Int) throws(JournalError) -> Int {
    guard let place = categories.firstIndex(where: { $0.id == id }) else { throw .noCategory(id) }
    return place
  }

  private func requireCategoryName(_ name: String, besides id: Int?) throws(JournalError) {
    try Self.requireText(name, or: .emptyCategoryName)
    if categories.contains(where: { $0.name == name && $0.id != id }) { throw .categoryExists(name) }
  }
}
