import Measuring
import StrataCore

@testable import StrataStorage

/// The same commands for three stores: their moments are values, bytes, and lines of a log that is opened again and again.
struct ThreeStores<State: Reducible & Described> {
  let clock = ManualClock()
  private let disk = SimulatedDisk()
  private let first: State
  private(set) var durable: DurableStore<State>
  private let others: [Store<State>]

  init(_ first: State) throws {
    self.first = first
    let clock = clock
    durable = try Self.open(first, disk, clock)
    others = [.unpacked, Keeping(snapshots: 1)].map { keeping in
      Store(first, undoing: \.self, keeping: keeping, clock: { clock.now })
    }
  }

  private static func open(
    _ first: State,
    _ disk: SimulatedDisk,
    _ clock: ManualClock
  ) throws -> DurableStore<State> {
    var options = OpeningOptions()
    options.pacing = AutosavePacing(delay: .seconds(1_000_000))
    options.keeping = Keeping(snapshots: 1)
    options.clock = { clock.now }
    return try DurableStore(
      at: "/d/state.json",
      undoing: try UndonePart(\.self),
      startingWith: first,
      options: options,
      in: disk
    )
  }

  mutating func reopen() throws {
    try durable.close()
    durable = try Self.open(first, disk, clock)
  }

  /// Gives all of them a command, and returns what became of each: the answer, the state as it is written, the timeline, and
  /// what authors may undo and redo.
  func all(_ command: (Store<State>) throws -> Void) throws -> [String] {
    try (others + [durable.store]).map { store in
      var answer = "done"
      do { try command(store) } catch { answer = "\(error)" }
      let timeline = store.timeline
      let labels = [Author.user, "agent"].map { author in
        "\(timeline.undoMoment(by: author)?.label ?? "-") | \(timeline.redoMoment(by: author)?.label ?? "-")"
      }
      let state = String(decoding: try store.state.json(), as: UTF8.self)
      return "\(answer): \(state)\n\(timeline)\n\(labels), \(timeline.brokenInvariants)"
    }
  }
}
