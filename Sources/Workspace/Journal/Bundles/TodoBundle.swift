import PersistentCollections
import Strata

/// Todos that are written on a page together, again and again.
public struct TodoBundle: Equatable, Identifiable, Sendable {
  /// A todo as a bundle has it.
  public struct Item: Equatable, Sendable {
    /// What is to be done.
    public var title: String
    /// The category to list it under; nil for none.
    public var category: Int?
    /// Where there is more about it.
    public var url: String?

    /// Describes a todo of a bundle.
    public init(_ title: String, category: Int? = nil, url: String? = nil) {
      self.title = title
      self.category = category
      self.url = url
    }
  }

  /// What a person says of a bundle when they make or edit it.
  public struct Content: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// Its todos, in the order in which they are written down.
    public var todos: [Item]
    /// Whether the todos that it makes move on to the next page while they are pending.
    public var shouldMigrate: Bool

    /// Describes a bundle.
    public init(name: String, todos: [Item], shouldMigrate: Bool = false) {
      self.name = name
      self.todos = todos
      self.shouldMigrate = shouldMigrate
    }
  }

  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// What it is called.
  public internal(set) var name: String
  /// Its todos, in the order in which they are written down.
  public internal(set) var todos: PersistentArray<Item>
  /// Whether the todos that it makes move on to the next page while they are pending.
  public internal(set) var shouldMigrate: Bool
  /// On which days the todos are written by themselves, when a page starts; nil where only a person does that.
  public internal(set) var rhythm: Rhythm?

  init(id: Int, _ content: Content, rhythm: Rhythm? = nil) {
    self.id = id
    name = content.name
    todos = PersistentArray(content.todos)
    shouldMigrate = content.shouldMigrate
    self.rhythm = rhythm
  }
}

extension TodoBundle: Described {
  /// A bundle of nothing.
  public init() { self.init(id: 0, Content(name: "", todos: [])) }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<TodoBundle>) {
    field("id", \.id)
    field("name", \.name)
    field("todos", \.todos)
    field("shouldMigrate", \.shouldMigrate)
    field("rhythm", \.rhythm)
  }
}

extension TodoBundle.Item: Described {
  /// Nothing to do.
  public init() { self.init("") }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<TodoBundle.Item>) {
    field("title", \.title)
    field("category", \.category)
    field("url", \.url)
  }
}
