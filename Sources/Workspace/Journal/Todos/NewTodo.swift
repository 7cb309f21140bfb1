/// A todo as it is asked for: what has no number yet.
public struct NewTodo: Codable, Equatable, Sendable {
  /// What is to be done.
  public var title: String
  /// The category to list it under; nil for none.
  public var category: Int?
  /// Where there is more about it.
  public var url: String?
  /// Whether it moves on to the next page while it is pending.
  public var shouldMigrate: Bool
  /// The first page that it is to be on, which may be one of the future; nil for the page in view.
  public var start: Day?

  /// Describes a todo to be.
  public init(
    _ title: String,
    category: Int? = nil,
    url: String? = nil,
    shouldMigrate: Bool = true,
    start: Day? = nil
  ) {
    self.title = title
    self.category = category
    self.url = url
    self.shouldMigrate = shouldMigrate
    self.start = start
  }
}
