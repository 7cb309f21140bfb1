import PersistentCollections

/// A kind of map that the workloads can be put to.
protocol MapSubject: Sequence, Equatable where Element == (key: Key, value: Value) {
  associatedtype Key: Hashable
  associatedtype Value: Equatable

  /// Whether versions share structure, so that keeping ten thousand of them is thinkable.
  static var isPersistent: Bool { get }

  init()
  var count: Int { get }
  subscript(key: Key) -> Value? { get set }
  mutating func removeValue(forKey key: Key) -> Value?
}

extension Dictionary: MapSubject where Value: Equatable {
  static var isPersistent: Bool { false }
}

extension PersistentMap: MapSubject where Value: Equatable {
  static var isPersistent: Bool { true }
}

/// The keys and values of the elements of a workload.
protocol Sample {
  associatedtype Key: Hashable
  associatedtype Value: Equatable
  static func key(_ number: Int) -> Key
  static func value(_ number: Int) -> Value
}

enum Numbers: Sample {
  /// Distinct numbers all over the place: in their order, keys that are missing lie between those that are there.
  static func key(_ number: Int) -> Int { number &* 0x1E37_79B9_7F4A_7C15 }

  static func value(_ number: Int) -> Int { number }
}

/// The value of M7: 56 bytes, with a title too long to be stored inside it.
struct Todo: Equatable {
  var id: Int
  var title: String
  var done: Bool
  var category: Int?
  var timestamp: Double
}

enum Todos: Sample {
  static func key(_ number: Int) -> String { "todo-\(number)" }

  static func value(_ number: Int) -> Todo {
    Todo(
      id: number,
      title: "Write report \(1_000_000 + number)",
      done: number.isMultiple(of: 3),
      category: number.isMultiple(of: 2) ? number % 7 : nil,
      timestamp: Double(number)
    )
  }
}
