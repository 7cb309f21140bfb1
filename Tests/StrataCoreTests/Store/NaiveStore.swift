@testable import StrataCore

/// The state that a store and its model hold: a document of two parts, and what undo leaves alone.
struct Easel: Reducible {
  struct Document: Equatable {
    var drawing: [Int] = []
    var words: [Int] = []

    /// Both parts as one list, which is what naive histories keep.
    var list: [Int] { [drawing.count] + drawing + words }

    init() {}

    init(list: [Int]) {
      drawing = Array(list.dropFirst().prefix(list[0]))
      words = Array(list.dropFirst(1 + list[0]))
    }
  }

  struct Refused: Error, Equatable {}

  enum Action: Equatable, Sendable {
    case draw(Int)
    case drag(Int)
    case write(Int)
    case erase
    case look(Int)
    case spill
    case fail
  }

  var document = Document()
  var place = 0
  var lastID = 0

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .draw(let number):
      lastID += 1
      document.drawing.append(number)
      place = number
    case .drag(let number):
      guard !document.drawing.isEmpty else { throw Refused() }
      document.drawing[document.drawing.count - 1] = number
    case .write(let number): document.words.append(number)
    case .erase: document = Document()
    case .look(let number): place = number
    case .spill: document.words.append(-1)
    case .fail:
      document.drawing.append(99)
      throw Refused()
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .drag: .merge("Drag", key: "drag", within: .nanoseconds(8))
    case .look, .spill: .untracked
    default: .step("\(action)")
    }
  }
}

/// A store that keeps full copies: it says what a store has to answer, and is plain enough to be right.
struct NaiveStore {
  private(set) var state = Easel()
  private(set) var main: NaiveHistory
  /// The history of the drawing, while a scope is open.
  private(set) var scope: NaiveHistory?

  init(at time: Int64) {
    main = NaiveHistory(state.document.list, restored: 0, at: time)
  }

  private enum Mover { case action, main, scope }

  /// Makes a change, and lets each history record what it did not make itself.
  private mutating func commit(_ next: Easel, _ step: Step, by mover: Mover, at time: Int64) {
    if mover != .main, next.document != state.document {
      main.record(next.document.list, step, before: state.place, after: next.place, at: time)
    }
    if mover != .scope, next.document.drawing != state.document.drawing {
      scope?.record(next.document.drawing, step, before: 0, after: 0, at: time)
    }
    state = next
  }

  /// The state that an action makes of another state, and the step that records the action.
  static func reduced(_ state: Easel, by action: Easel.Action) throws -> (Easel, Step) {
    var next = state
    try next.reduce(action)
    let recording = state.recording(of: action)
    if recording != .untracked { return (next, Step(recording)) }
    if next.document != state.document { throw StoreError.untrackedChange(action: "\(action)") }
    return (next, Step(label: ""))
  }

  mutating func send(_ action: Easel.Action, at time: Int64) throws {
    let (next, step) = try Self.reduced(state, by: action)
    commit(next, step, by: .action, at: time)
  }

  mutating func transaction(_ label: String, at time: Int64, _ body: (inout Easel) throws -> Void) rethrows {
    var next = state
    try body(&next)
    commit(next, Step(label: label), by: .action, at: time)
  }

  mutating func move(_ movement: Movement, at time: Int64) throws {
    if case .jump(let id) = movement, id.number == main.present { return }
    let left = main.point(main.present)?.label ?? ""
    guard let (list, restored) = main.go(movement) else { throw NaiveStore.nowhere(movement) }
    var next = state
    (next.document, next.place) = (Easel.Document(list: list), restored)
    let label = movement == .step(.back) ? left : main.point(main.present)?.label ?? ""
    commit(next, Step(label: label), by: .main, at: time)
  }

  mutating func moveScope(_ movement: Movement, at time: Int64) throws {
    if case .jump(let id) = movement, id.number == scope?.present { return }
    let left = scope?.point(scope?.present ?? 0)?.label ?? ""
    guard let (drawing, _) = scope?.go(movement) else { throw NaiveStore.nowhere(movement) }
    var next = state
    next.document.drawing = drawing
    let label = movement == .step(.back) ? left : scope?.point(scope?.present ?? 0)?.label ?? ""
    commit(next, Step(label: label), by: .scope, at: time)
  }

  private static func nowhere(_ movement: Movement) -> StoreError {
    switch movement {
    case .step(.back): .nothingToUndo
    case .step(.forward): .nothingToRedo
    case .jump(let id): .noSuchMoment(id)
    }
  }

  mutating func markSaved() { main.markSaved() }

  mutating func setLimit(_ limit: Int) { main.setLimit(limit) }

  mutating func openScope(at time: Int64) {
    scope = NaiveHistory(state.document.drawing, restored: 0, at: time)
  }

  mutating func closeScope() { scope = nil }

  mutating func load(_ other: Easel, at time: Int64) {
    state = other
    let limit = main.limit
    main = NaiveHistory(other.document.list, restored: other.place, at: time, from: main.nextID)
    main.setLimit(limit)
    scope = scope.map {
      NaiveHistory(state.document.drawing, restored: 0, at: time, from: $0.nextID)
    }
  }
}
