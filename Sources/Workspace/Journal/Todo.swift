import PersistentCollections
import Strata

/// A thing to do, from the day that it starts on until it is done or abandoned.
public struct Todo: Equatable, Identifiable, Sendable {
  /// The number that the person and the actions use as its name.
  public internal(set) var id: Int
  /// The thing to do.
  public internal(set) var title: String
  /// Whether a pending todo moves on to the next page, or is abandoned when that page starts.
  public internal(set) var shouldMigrate: Bool
  /// The first page that shows it.
  public internal(set) var start: Day
  /// The time and the kind of its ending; nil while it is pending.
  public internal(set) var ending: Ending?
  /// The category that lists it; nil for none.
  public internal(set) var category: Int?
  /// The address of more about it.
  public internal(set) var url: String?

  /// Whether it has not ended.
  public var isPending: Bool { ending == nil }

  /// Whether it has been done.
  public var isDone: Bool { ending?.kind == .done }

  /// Whether the page of a day shows it: it had started by then, and had not ended before.
  func isVisible(on day: Day) -> Bool {
    start <= day && (ending.map { $0.time.day >= day } ?? true)
  }
}

/// The time and the kind of a todo's ending.
public struct Ending: Equatable, Sendable {
  /// The ways in which a todo can end.
  public enum Kind: String, CaseIterable, Sendable, DescribedLeaf {
    /// The todo was done.
    case done
    /// The todo was given up.
    case abandoned
  }

  /// The time of the ending.
  public internal(set) var time: WallTime
  /// The kind of the ending.
  public internal(set) var kind: Kind
}

extension Todo: Described {
  /// Makes an empty todo on no page.
  public init() { self.init(id: 0, title: "", shouldMigrate: false, start: .first) }

  /// Describes the stored fields.
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

extension Ending: Described {
  /// Makes an ending on the first day of the calendar.
  public init() { self.init(time: .midnight(of: .first), kind: .done) }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<Ending>) {
    field("time", \.time)
    field("kind", \.kind)
  }
}

/// A request for a todo, which has no id yet.
public struct NewTodo: Equatable, Sendable {
  /// The thing to do.
  public var title: String
  /// The category that lists it; nil for none.
  public var category: Int?
  /// The address of more about it.
  public var url: String?
  /// Whether it moves on to the next page while it is pending.
  public var shouldMigrate: Bool
  /// The first page that shows it, which may be one of the future; nil for the page in view.
  public var start: Day?

  /// Makes a request.
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

/// The places of todos in orders other than that of their ids.
struct TodoIndex: RowIndex {
  /// The pending todos that move on to the next page, by the day they start.
  private(set) var migrating = IDsByRank<Todo, Day>()
  /// The pending todos that are abandoned when the next page starts, by the day they start.
  private(set) var staying = IDsByRank<Todo, Day>()
  /// The ended todos, by the day of the ending.
  private(set) var ended = IDsByRank<Todo, Day>()
  /// The todos with a category, by its id.
  private(set) var categorised = IDsByRank<Todo, Int>()

  init() {}

  init(of todos: some Sequence<Todo>) {
    let todos = Array(todos)
    migrating = IDsByRank(todos, by: \.startIfMigrating)
    staying = IDsByRank(todos, by: \.startIfPending)
    ended = IDsByRank(todos, by: \.ending?.time.day)
    categorised = IDsByRank(todos, by: \.category)
  }

  mutating func change(from old: Todo?, to new: Todo?) {
    migrating.change(from: old, to: new, by: \.startIfMigrating)
    staying.change(from: old, to: new, by: \.startIfPending)
    ended.change(from: old, to: new, by: \.ending?.time.day)
    categorised.change(from: old, to: new, by: \.category)
  }

  func addFootprint(to meter: inout FootprintMeter) {
    for order in [migrating, staying, ended] { meter.add(order.places) }
    meter.add(categorised.places)
  }
}

extension Todo {
  /// The rank in ``TodoIndex/migrating``; nil for todos that are not in it.
  fileprivate var startIfMigrating: Day? { isPending && shouldMigrate ? start : nil }

  /// The rank in ``TodoIndex/staying``; nil for todos that are not in it.
  fileprivate var startIfPending: Day? { isPending && !shouldMigrate ? start : nil }
}
