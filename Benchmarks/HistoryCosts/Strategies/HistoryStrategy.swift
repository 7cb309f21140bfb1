/// A way to keep what can be undone, with the state that it is about.
///
/// Steps are counted from 0, where nothing has been done, in the order in which they were made.
protocol HistoryStrategy {
  associatedtype Subject: HistoryCosts.Subject
  /// The beginning of a history, in the form that this strategy works on.
  associatedtype Beginning
  /// Whether the present shares with what it began with, and is no copy of it.
  static var sharesItsBeginning: Bool { get }

  static func beginning(with state: Subject.State) -> Beginning
  init(_ beginning: Beginning, for purpose: Purpose)

  /// The number of steps that can be gone to, beside the beginning.
  var steps: Int { get }
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  mutating func send(_ edit: Edit) throws
  mutating func undo() throws
  mutating func redo() throws
  /// Goes to where `step` steps had been made.
  mutating func jump(to step: Int) throws
  /// Forgets all but the newest steps.
  mutating func keep(steps: Int) throws
  /// Returns the bytes that the history keeps on the heap beyond the present, counted block by block.
  func structure() -> Int
  /// The contents of the state, in a form that all strategies share.
  var contents: Subject.Plain { get }
}

/// The purpose of a history: counting its memory must not slow down the history that is timed.
enum Purpose: Sendable {
  case memory, clocks
}

extension HistoryStrategy {
  static var sharesItsBeginning: Bool { false }

  mutating func carryOut(_ command: Command) throws {
    switch command {
    case .send(let edit): try send(edit)
    case .undo: try undo()
    case .redo: try redo()
    }
  }
}

/// There is nothing to go back or forward to: a script asked for more than it had done.
struct NoSuchStep: Error {}

/// The strategies, by the names that the command line knows, the heaviest first.
enum StrategyName: String, CaseIterable, Codable, Sendable {
  case deepCopies = "deep-copies"
  case copyOnWrite = "copy-on-write"
  case closures
  case commands
  case stepStacks = "step-stacks"
  case snapshots
  case attic

  var summary: String {
    switch self {
    case .deepCopies: "the whole state is copied for each step, to the last text"
    case .copyOnWrite: "a Dictionary or Array is kept for each step, and copied when it changes"
    case .closures: "a closure that puts back what was, as an undo manager keeps it"
    case .commands: "an object that can do and undo what it did"
    case .stepStacks: "stacks of UndoRedoStep: each entity before and after"
    case .snapshots: "Store(keeping: .unpacked): persistent snapshots that share what did not change"
    case .attic: "Store: the same, older moments in pages, packed as what each step changed"
    }
  }

  /// The name as charts and tables have it.
  var title: String {
    switch self {
    case .deepCopies: "deep copies"
    case .copyOnWrite: "copy on write"
    case .closures: "closures"
    case .commands: "command objects"
    case .stepStacks: "UndoRedoStep stacks"
    case .snapshots: "Strata, snapshots"
    case .attic: "Strata, attic"
    }
  }
}
