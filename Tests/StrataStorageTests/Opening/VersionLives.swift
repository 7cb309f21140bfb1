import Measuring
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

/// A state of which each version of an app shows the same things, whatever it calls them; a change is a number that stands
/// for it.
protocol EvolvingState: Reducible, Described where Action == UInt64 {
  associatedtype Shown: Equatable
  /// The values that undo must bring back.
  var shown: [String: Shown] { get throws }
}

/// The lives of several versions of an app with the same files, one after the other.
struct VersionLives<Shown: Equatable> {
  /// The values that the next version must find at every moment.
  var moments: [Moment.ID: [String: Shown]] = [:]
  private let disk = SimulatedDisk()
  /// How many versions have lived.
  private(set) var count = 0

  /// Opens what the version before has left, looks at every moment, changes a few things, and ends.
  mutating func live<State: EvolvingState>(
    _: State.Type,
    changes: Int,
    using random: inout SplitMix64
  ) throws where State.Shown == Shown {
    defer { count += 1 }
    var options = OpeningOptions()
    if count.isMultiple(of: 2) { options.keeping = Keeping(snapshots: 0) }
    let durable = try DurableStore(
      at: "/d/state.json",
      undoing: try UndonePart<State>(\.self),
      startingWith: State(),
      options: options,
      in: disk
    )
    let store = durable.store
    let present = store.timeline.present.id
    if count == 0 { moments[present] = try store.state.shown }
    #expect(durable.report.history == (count == 0 ? .begun : .kept(moments: moments.count)))
    for id in moments.keys.sorted().reversed() + [present] {
      try store.jump(to: id)
      #expect(try store.state.shown == moments[id], "version \(count), moment \(id)")
    }
    for _ in 0..<changes {
      if store.canUndo && Int.random(in: 0..<4, using: &random) == 0 { try store.undo() }
      try store.send(UInt64.random(in: 0...1 << 40, using: &random))
      moments[store.timeline.present.id] = try store.state.shown
    }
    if Bool.random(using: &random) { try durable.close() } else { durable.abandon() }
  }
}
