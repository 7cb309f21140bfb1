import Foundation
import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing
import Workspace

@testable import StrataInspection

@Suite("Looking at a history without its types")
struct InspectionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "The state at every moment is what the app's store says, from its files while they are open and closed"
  )
  func states() throws {
    for seed in 1...UInt64(Soak.times(2)) {
      let band = try folder.band(steps: 80, seed: seed)
      #expect(try disagreements(Inspection(of: band.path), band.store) == [], "seed \(seed)")
      try band.close()
      let kitchen = try folder.kitchen(steps: 80, seed: seed)
      #expect(try disagreements(Inspection(of: kitchen.path), kitchen.store) == [], "seed \(seed)")
      try kitchen.close()
      let closed = try Inspection(of: kitchen.path)
      #expect(try disagreements(closed, kitchen.store) == [] && closed.remarks == [], "seed \(seed)")
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }
  }

  @Test("Moments have their labels, times, authors, names and what they take back")
  func words() throws {
    let band = try folder.band(steps: 60)
    let inspection = try Inspection(of: band.path)
    let timeline = band.store.timeline
    #expect(inspection.moments == timeline.ids.compactMap { timeline[$0] })
    #expect(inspection.saved == timeline.saved?.id && inspection.line == timeline.line)
    #expect(inspection.undone == ["songs", "stage.lights"])
    #expect(
      inspection.moments.contains { $0.author == "agent" }
        && inspection.moments.contains { $0.checkpoint != nil }
    )
    #expect(inspection.moments.dropFirst().allSatisfy { inspection.bytes(of: $0.id) > 4 })
  }

  @Test("A store in memory shows the same as its files")
  func inMemory() throws {
    var random = SplitMix64(seed: 5)
    let store = Store(Band(), undoing: \.songs, \.stage.lights)
    try live(in: store, steps: 150, using: &random) { .random(using: &$0) }
    let inspection = try Inspection(of: store)
    #expect(try disagreements(inspection, store) == [])
    let before = inspection.moments
    try store.send(.play(1))
    #expect(inspection.moments == before)
    #expect(inspection.moments.dropFirst().allSatisfy { inspection.bytes(of: $0.id) > 0 })
  }

  @Test("Nothing is written, and no file is touched")
  func untouched() throws {
    let kitchen = try folder.kitchen(steps: 40)
    let before = try folder.contents()
    let inspection = try Inspection(of: kitchen.path)
    for moment in inspection.moments { _ = try inspection.state(at: moment.id) }
    #expect(try folder.contents() == before)
    try kitchen.store.send(.tag(1))
    try kitchen.close()
  }

  @Test("A document that is a folder is named by the folder")
  func documentFolder() throws {
    var options = OpeningOptions()
    options.isFolder = true
    let opened = try DurableStore(
      at: folder.file("Tour.band"),
      undoing: \Band.songs,
      startingWith: Band(),
      options: options
    )
    try opened.store.send(.write(1, "One"))
    let inspection = try Inspection(of: folder.file("Tour.band"))
    #expect(inspection.moments.count == 2)
    #expect(try inspection.state(at: inspection.present) == PlainValue(of: opened.store.state))
  }

  @Test("A file that is not there, and one that is no state, are errors")
  func nothingThere() throws {
    #expect(throws: StateFileError.self) { try Inspection(of: folder.file("none.json")) }
    try folder.write("{}", to: "other.json")
    #expect(throws: StateFileError.self) { try Inspection(of: folder.file("other.json")) }
    #expect(folder.names == ["other.json"])
  }
}
