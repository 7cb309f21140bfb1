import PersistentCollections
import StrataCore

/// A list of numbers.
enum Numbers: Subject {
  struct State: Reducible, Described {
    var all: PersistentArray<Int> = []

    static func describe(_ field: inout Fields<State>) { field("all", \.all) }

    mutating func reduce(_ edit: Edit) {
      switch edit.change {
      case .insert(let key): all.insert(.made(by: edit, at: key), at: key)
      case .remove(let key): all.remove(at: key)
      case .file(let keys, _): for key in keys { all[key].take(edit) }
      case .tick(let key, _), .retitle(let key), .slide(let key): all[key].take(edit)
      }
    }

    func recording(of edit: Edit) -> Recording { edit.recording }
  }

  static var name: String { "numbers" }
  static var part: WritableKeyPath<State, PersistentArray<Int>> & Sendable { \.all }
  static var reusesKeys: Bool { true }
  static var hasTitles: Bool { false }

  static func state(of count: Int) -> State { State(all: PersistentArray(0..<count)) }
  static func keys(of count: Int) -> SubjectKeys { SubjectKeys(items: 0..<count, dragged: 0..<count) }
  static func plain(of state: State) -> [Int] { Array(state.all) }
  static func action(for edit: Edit) -> Edit { edit }
  static func label(of edit: Edit) -> String { "Change number \(1_000_000 + edit.number)" }
}

extension Int: PlainItem {
  // Far from the numbers that are there in the beginning.
  static func made(by edit: Edit, at key: Int) -> Int { 1 << 40 + edit.number }
  mutating func take(_ edit: Edit) { self = 1 << 41 + edit.number }
  func copied() -> Int { self }
  func forEachText(notIn other: Int?, _ body: (String) -> Void) {}
}

extension Edit {
  /// How a subject without actions of its own records the edit.
  var recording: Recording {
    isGesture ? .merge(label, key: "gesture", within: .seconds(2)) : .step(label)
  }
}
