import Strata

/// A heading that lists todos.
public struct TodoCategory: Equatable, Identifiable, Sendable {
  /// The number that the person and the actions use as its name.
  public internal(set) var id: Int
  /// The words of the heading.
  public internal(set) var name: String
  /// The colour of the heading.
  public internal(set) var color: Tint
}

extension TodoCategory: Described {
  /// Makes a heading without a name.
  public init() { self.init(id: 0, name: "", color: .blue) }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<TodoCategory>) {
    field("id", \.id)
    field("name", \.name)
    field("color", \.color)
  }
}

extension TodoCategory {
  /// Everything that can happen to categories.
  public enum Action: Equatable, Sendable {
    /// Adds a category behind the others.
    case add(name: String, color: Tint)
    /// Gives a category another name; typing is one step until there is a pause.
    case rename(id: Int, String)
    /// Gives a category another colour.
    case recolor(id: Int, Tint)
    /// Moves a category to a position among the others.
    case reorder(id: Int, to: Int)
    /// Deletes a category; its todos are then in none.
    case delete(id: Int)

    var recording: Recording {
      switch self {
      case .add: .step("Add Category")
      case .rename(let id, _): .gesture("Rename Category", on: "category \(id)")
      case .recolor: .step("Recolour Category")
      case .reorder: .step("Reorder Categories")
      case .delete: .step("Delete Category")
      }
    }
  }
}

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
      removeFromItems(category: id)
    }
  }

  /// The category with an id.
  ///
  /// - Complexity: O(*n*) for *n* categories, of which there are few.
  public func category(_ id: Int) -> TodoCategory? {
    categories.first { $0.id == id }
  }

  func requireCategory(_ id: Int?) throws(JournalError) {
    if let id, category(id) == nil { throw .noCategory(id) }
  }

  /// Leaves the todos and bundles of a category without one.
  private mutating func removeFromItems(category id: Int) {
    for todo in todoRows.index.categorised.at(id).keys {
      _ = todoRows.update(todo.id) { $0.category = nil }
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
