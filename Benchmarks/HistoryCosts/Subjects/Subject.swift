import StrataCore

/// The subject of a history: the same contents once in the standard library's collections and once in the collections
/// of this package.
protocol Subject {
  associatedtype Plain: PlainState
  associatedtype State: Reducible & DescribedValue
  associatedtype Part: DescribedValue & Equatable

  static var name: String { get }
  /// The part of the state that undo covers.
  static var part: WritableKeyPath<State, Part> & Sendable { get }
  /// Whether something that comes back does so under the key that it had.
  static var reusesKeys: Bool { get }

  /// A state of `count` items, and the keys that a script may name.
  static func state(of count: Int) throws -> State
  static func keys(of count: Int) -> SubjectKeys
  /// The same contents in plain collections.
  static func plain(of state: State) -> Plain
  /// The state's own action for an edit.
  static func action(for edit: Edit) -> State.Action
  /// Returns the name of the edit in a menu.
  static func label(of edit: Edit) -> String
  /// Whether items have titles: what has none is not given any.
  static var hasTitles: Bool { get }
}

/// The keys that a script may name.
struct SubjectKeys {
  /// The items.
  var items: Range<Int>
  /// The keys of the items that can be dragged.
  var dragged: Range<Int>
  /// The key of the next item that comes behind the others.
  var next: Int { items.upperBound }
}

/// The subjects, by the names that the command line knows.
enum SubjectName: String, CaseIterable, Codable, Sendable {
  case journal, todos, numbers, text

  var summary: String {
    switch self {
    case .journal: "a bullet journal: the example app's whole document, with its indices"
    case .todos: "a map of todos by id: PersistentMap<Int, Todo>, beside it Dictionary<Int, Todo>"
    case .numbers: "a list of numbers: PersistentArray<Int>, beside it Array<Int>"
    case .text: "a text that is typed into: PersistentText, beside it String"
    }
  }

  /// The scenarios of the subject: items of all kinds are edited alike, and letters are typed.
  var scenarios: [Scenario] {
    self == .text ? [.keystrokes] : Scenario.allCases.filter { $0 != .keystrokes }
  }
}
