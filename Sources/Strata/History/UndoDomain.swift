/// The history of one part of a state, seen from the whole: it reads and replaces that part only.
protocol UndoDomain<State>: Sendable {
  associatedtype State: Reducible

  func canMove(_ side: HistorySide) -> Bool
  mutating func record(_ state: State)
  mutating func move(_ side: HistorySide, in state: inout State) -> Bool
}

/// A history together with the key path to the part that it watches.
struct PartHistory<State: Reducible, Part: Equatable & Sendable>: UndoDomain {
  typealias Path = WritableKeyPath<State, Part> & Sendable

  private let part: Path
  private var history: History<Part>

  init(of part: Path, in state: State) {
    self.part = part
    history = History(state[keyPath: part])
  }

  func canMove(_ side: HistorySide) -> Bool {
    history.canMove(side)
  }

  mutating func record(_ state: State) {
    history.record(state[keyPath: part])
  }

  mutating func move(_ side: HistorySide, in state: inout State) -> Bool {
    guard history.move(side) else { return false }
    state[keyPath: part] = history.present
    return true
  }
}
