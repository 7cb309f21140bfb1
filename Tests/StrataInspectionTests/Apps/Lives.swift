import Foundation
import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@testable import StrataInspection

/// Takes random steps in a store: with undo, branches, checkpoints, several authors, and what undo goes around.
func live<State: Reducible>(
  in store: Store<State>,
  steps: Int,
  using random: inout SplitMix64,
  _ action: (inout SplitMix64) -> State.Action
) throws {
  for step in 0..<steps {
    switch random.below(12) {
    case 0: try? store.undo()
    case 1: try? store.redo()
    case 2:
      let ids = store.timeline.ids
      try store.jump(to: ids[random.below(ids.count)])
    case 3: try store.checkpoint("Point \(step) </script>")
    case 4: try store.send(action(&random), as: "agent")
    default: try store.send(action(&random))
    }
  }
}

/// Says at which moments an inspection has another state than a store, and what is wrong otherwise.
///
/// - Parameter newFields: Fields that the file does not have yet, and what the app takes for them.
func disagreements<State: DescribedValue>(
  _ inspection: Inspection,
  _ store: Store<State>,
  at moments: [Moment.ID]? = nil
) throws -> [String] {
  var complaints: [String] = []
  for id in moments ?? inspection.moments.map(\.id).shuffled() {
    guard let state = store.state(at: id) else { return ["the store has no moment \(id)"] }
    if try inspection.state(at: id) != PlainValue(of: state) { complaints.append("moment \(id)") }
  }
  if inspection.moments.map(\.id) != store.timeline.ids { complaints.append("the moments") }
  if inspection.present != store.timeline.present.id { complaints.append("the present") }
  return complaints
}

extension TemporaryFolder {
  /// A store that lived, and was left open.
  func band(steps: Int, seed: UInt64 = 1) throws -> DurableStore<Band> {
    var random = SplitMix64(seed: seed)
    let opened = try DurableStore(
      at: file("band.json"),
      undoing: \Band.songs,
      \.stage.lights,
      startingWith: Band(),
      options: .quick
    )
    try live(in: opened.store, steps: steps, using: &random) { .random(using: &$0) }
    return opened
  }

  /// Puts another state in the place of the band's, at the same place in the log, as if it had been saved so.
  func replaceBand(_ change: (inout Band) -> Void) throws {
    let text = try text(of: "band.json")
    let mark = try #require(text.firstMatch(of: /"id":"([0-9a-f]+)".*"sequence":(\d+)/))
    let file = StateFile<Band>(at: file("band.json"))
    var state = try #require(try file.load())
    change(&state)
    let saved = try file.encoded(state, at: LogMark(id: String(mark.1), sequence: Int(mark.2) ?? 0))
    try write(bytes: saved.bytes, to: "band.json")
  }

  func kitchen(steps: Int, seed: UInt64 = 1) throws -> DurableStore<Kitchen> {
    var random = SplitMix64(seed: seed)
    let opened = try DurableStore(
      at: file("kitchen.json"),
      undoing: \Kitchen.self,
      startingWith: Kitchen(),
      options: .quick
    )
    try live(in: opened.store, steps: steps, using: &random) { .random(using: &$0) }
    return opened
  }

  /// The bytes of every file, and the time of its last change.
  func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file(name)))
      contents[name] = "\(attributes[.modificationDate] ?? "") \(bytes.base64EncodedString())"
    }
    return contents
  }
}

extension OpeningOptions {
  /// For stores that no power cut is to be feared for.
  static var quick: OpeningOptions {
    var options = OpeningOptions()
    options.sync = .onFlush
    return options
  }
}
