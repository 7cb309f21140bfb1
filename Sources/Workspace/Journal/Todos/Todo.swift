import Strata

/// Something to do, from the day it was written down for until it is done or given up.
public struct Todo: Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// What is to be done.
  public internal(set) var title: String
  /// Whether it moves on to the next page while it is pending, or is abandoned when that page starts.
  public internal(set) var shouldMigrate: Bool
  /// The first page that it is on.
  public internal(set) var start: Day
  /// When it ended, and how; nil as long as it is pending.
  public internal(set) var ending: Ending?
  /// The category that it is listed under; nil for none.
  public internal(set) var category: Int?
  /// Where there is more about it.
  public internal(set) var url: String?

  /// Whether it has not ended.
  public var isPending: Bool { ending == nil }

  /// Whether it has been done.
  public var isDone: Bool { ending?.kind == .done }

  /// Whether a page of a day shows it: it had started by then, and had not ended before.
  public func isVisible(on day: Day) -> Bool {
    start <= day && (ending.map { $0.time.day >= day } ?? true)
  }
}

extension Todo: Described {
  /// Nothing to do yet, on no page.
  public init() { self.init(id: 0, title: "", shouldMigrate: false, start: .first) }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<Todo>) {
    field("id", \.id)
    field("title", \.title)
    field("shouldMigrate", \.shouldMigrate)
    field("start", \.start)
    field("ending", \.ending)
    field("category", \.category)
    field("url", \.url)
  }
}
