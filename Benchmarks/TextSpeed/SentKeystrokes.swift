import Foundation
import Measuring
import PersistentCollections
import StrataCore
import StrataStorage

/// Letters that are typed into a state that is one kind of text of one size, each letter a step.
struct SentKeystrokes<Text: TypedText & DescribedValue & Equatable> {
  private let run: Suite.Run
  private let start: Draft
  /// The offset at which each letter is typed: a word or two, then on elsewhere.
  private let places: [Int]

  /// A state that is one text.
  struct Draft: Reducible, Described {
    var text = Text("")

    static func describe(_ field: inout Fields<Draft>) { field("text", \.text) }

    mutating func reduce(_ place: Int) { text.type("x", at: place) }
    func recording(of place: Int) -> Recording { .step("Typing") }
  }

  /// Steps that are made before anything is measured: what is known of types is no part of a step, and neither are the
  /// recent moments that stay as they are.
  private static var unmeasured: Int { 100 }

  init(_ run: Suite.Run, _: Text.Type) {
    self.run = run
    let prose = Prose.text(bytes: run.n)
    start = Draft(text: Text(prose))
    places = Prose.places(Self.unmeasured + Text.steps(run), in: Array(prose.utf8))
  }

  func record() throws {
    try recordAttic()
    try recordLog()
  }

  private var measured: ArraySlice<Int> { places.dropFirst(Self.unmeasured) }

  private func record(_ metric: String, _ total: Double) {
    run.record(Text.typeName, metric, total / Double(measured.count), steps: measured.count)
  }

  private func recordAttic() throws {
    let store = Store(start, undoing: \.text, keeping: .all)
    for place in places.prefix(Self.unmeasured) { try store.send(place) }
    let before = Heap.liveBytes
    for place in measured { try store.send(place) }
    record("attic bytes/step", Double(Heap.liveBytes - before))
    withExtendedLifetime(store) {}
  }

  private func recordLog() throws {
    let name = "strata-\(UInt64.random(in: 0 ... .max))"
    let folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "state.json").path
    var options = OpeningOptions()
    options.sync = .onFlush
    options.keeping = .all
    options.pacing = AutosavePacing(delay: .seconds(1_000_000))
    let durable = try DurableStore(at: path, undoing: \.text, startingWith: start, options: options)
    func logSize() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path + ".log")[.size] as? Int ?? 0
    }
    for place in places.prefix(Self.unmeasured) { try durable.store.send(place) }
    let before = try logSize()
    let times = try measured.map { place in try nanoseconds { try durable.store.send(place) } }.sorted()
    record("log bytes/step", Double(try logSize() - before))
    run.record(Text.typeName, "send ns/step", times[times.count / 2], steps: times.count)
    try durable.close()
  }
}
