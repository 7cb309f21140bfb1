import StrataCore

/// The package's own store, with every moment as a snapshot or with an attic.
struct StoreHistory<Subject: HistoryCosts.Subject, Moments: MomentKeeping>: HistoryStrategy {
  private let store: Store<Subject.State>
  private let clock: EditClock
  /// The moments in the order in which they were made, where it has been asked for since the last step.
  private var moments: [Moment.ID]?

  static var sharesItsBeginning: Bool { true }

  static func beginning(with state: Subject.State) -> Subject.State { state }

  init(_ beginning: Subject.State, for purpose: Purpose) {
    let clock = EditClock()
    self.clock = clock
    let time: @Sendable () -> Timestamp = { clock.now }
    store = Store(beginning, undoing: Subject.part, keeping: Moments.keeping, clock: time)
  }

  var steps: Int { store.timeline.count - 1 }
  var canUndo: Bool { store.canUndo }
  var canRedo: Bool { store.canRedo }
  var contents: Subject.Plain { Subject.plain(of: store.state) }

  mutating func send(_ edit: Edit) throws {
    moments = nil
    clock.advance(for: edit)
    try store.send(Subject.action(for: edit))
  }

  mutating func undo() throws { try store.undo() }
  mutating func redo() throws { try store.redo() }

  mutating func jump(to step: Int) throws {
    let moments = moments ?? store.timeline.ids
    self.moments = moments
    guard moments.indices.contains(step) else { throw NoSuchStep() }
    try store.jump(to: moments[step])
  }

  mutating func keep(steps: Int) throws {
    moments = nil
    try store.keep(steps: steps)
  }

  func structure() -> Int { store.historyBytes ?? 0 }
}

/// Whether a store has an attic.
protocol MomentKeeping {
  static var keeping: Keeping { get }
}

/// Every moment stays a snapshot.
enum KeepingSnapshots: MomentKeeping {
  static let keeping = Keeping.unpacked
}

/// Old moments are packed, by the settings that a store has that names none.
enum KeepingAnAttic: MomentKeeping {
  static let keeping = Keeping.all
}

/// The clock of the store: a gesture goes on without a pause, and between steps there is a pause.
final class EditClock: @unchecked Sendable {
  // Unchecked, because the one thread that sends also moves the hands.
  private(set) var now = Timestamp(secondsSince1970: 1_800_000_000)

  func advance(for edit: Edit) {
    now = now.advanced(by: edit.isContinued ? .milliseconds(20) : .seconds(5))
  }
}
