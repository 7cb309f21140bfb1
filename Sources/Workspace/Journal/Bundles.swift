import PersistentCollections
import Strata

/// Todos that a person adds to a page at once, as often as they like.
public struct TodoBundle: Equatable, Identifiable, Sendable {
  /// A todo of a bundle.
  public struct Item: Equatable, Sendable {
    /// The thing to do.
    public var title: String
    /// The category that lists it; nil for none.
    public var category: Int?
    /// The address of more about it.
    public var url: String?

    /// Makes a todo of a bundle.
    public init(_ title: String, category: Int? = nil, url: String? = nil) {
      self.title = title
      self.category = category
      self.url = url
    }
  }

  /// The parts of a bundle that a person writes.
  public struct Content: Equatable, Sendable {
    /// The name of the bundle.
    public var name: String
    /// The todos, in the order in which they are added.
    public var todos: [Item]
    /// Whether the added todos move on to the next page while they are pending.
    public var shouldMigrate: Bool

    /// Makes the content of a bundle.
    public init(name: String, todos: [Item], shouldMigrate: Bool = false) {
      self.name = name
      self.todos = todos
      self.shouldMigrate = shouldMigrate
    }
  }

  /// The number that the person and the actions use as its name.
  public internal(set) var id: Int
  /// The name of the bundle.
  public internal(set) var name: String
  /// The todos, in the order in which they are added.
  public internal(set) var todos: PersistentArray<Item>
  /// Whether the added todos move on to the next page while they are pending.
  public internal(set) var shouldMigrate: Bool

  init(id: Int, _ content: Content) {
    self.id = id
    name = content.name
    todos = PersistentArray(content.todos)
    shouldMigrate = content.shouldMigrate
  }
}

extension TodoBundle: Described {
  /// Makes an empty bundle.
  public init() { self.init(id: 0, Content(name: "", todos: [])) }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<TodoBundle>) {
    field("id", \.id)
    field("name", \.name)
    field("todos", \.todos)
    field("shouldMigrate", \.shouldMigrate)
  }
}

extension TodoBundle.Item: Described {
  /// Makes an empty todo.
  public init() { self.init("") }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<TodoBundle.Item>) {
    field("title", \.title)
    field("category", \.category)
    field("url", \.url)
  }
}

extension TodoBundle {
  /// Everything that can happen to bundles.
  public enum Action: Equatable, Sendable {
    /// Makes a bundle.
    case create(Content)
    /// Gives a bundle another content; typing is one step until there is a pause.
    case edit(id: Int, Content)
    /// Deletes bundles; the todos that they added stay.
    case delete(IDSet)
    /// Adds the todos of a bundle to the newest page.
    case apply(id: Int)

    var recording: Recording {
      switch self {
      case .create: .step("Create Bundle")
      case .edit(let id, _): .gesture("Edit Bundle", on: "bundle \(id)")
      case .delete(let ids): .step(label("Delete", ids.count, "Bundle", "Bundles"))
      case .apply: .step("Apply Bundle")
      }
    }
  }
}

extension Journal {
  mutating func reduce(_ action: TodoBundle.Action, ids: inout IDCounter) throws {
    switch action {
    case .create(let content):
      try require(content)
      let bundle = TodoBundle(id: try ids.next(), content)
      bundles[bundle.id] = bundle
    case .edit(let id, let content):
      guard bundles[id] != nil else { throw JournalError.noBundle(id) }
      try require(content)
      bundles[id] = TodoBundle(id: id, content)
    case .delete(let ids):
      for id in ids where bundles[id] == nil { throw JournalError.noBundle(id) }
      for id in ids { bundles[id] = nil }
    case .apply(let id):
      guard let bundle = bundles[id] else { throw JournalError.noBundle(id) }
      guard let page = pages.last else { throw JournalError.noPage }
      let todos = bundle.todos.map { item in
        NewTodo(item.title, category: item.category, url: item.url, shouldMigrate: bundle.shouldMigrate)
      }
      try add(todos, on: page, ids: &ids)
    }
  }

  private func require(_ content: TodoBundle.Content) throws(JournalError) {
    try Self.requireText(content.name, or: .emptyBundleName)
    for item in content.todos { try requireFields(item.title, item.category, item.url) }
  }
}
