import Foundation
import StrataCore
import StrataStorage
import TestSupport
import Testing

@testable import StrataInspection

@Suite("Looking at files of other versions of an app")
struct VersionTests {
  struct Before: Reducible, Described, Equatable {
    var titles: [String] = []
    mutating func reduce(_ title: String) { titles.append(title) }
    static func describe(_ field: inout Fields<Before>) { field("titles", \.titles) }
  }

  struct After: Reducible, Described, Equatable {
    var names: [String] = []
    var count: Int?
    mutating func reduce(_ name: String) { (names, count) = (names + [name], names.count + 1) }
    static func describe(_ field: inout Fields<After>) {
      field("count", \.count)
      field("names", \.names, formerly: "titles")
    }
  }

  @Test(
    "They are shown as they are written, and after an upgrade every moment has the names of the new version"
  )
  func renamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list.json")
    let first = try DurableStore(at: path, undoing: \.self, startingWith: Before())
    for title in ["A", "B"] { try first.store.send(title) }
    try first.close()
    let old = try Inspection(of: path)
    #expect(try old.value(at: "titles", at: old.present) == .list([.text("A"), .text("B")]))
    let second = try DurableStore(at: path, undoing: \.self, startingWith: After())
    try second.store.send("C")
    let new = try Inspection(of: path)
    #expect(new.remarks == [] && new.moments.count == 4)
    #expect(try disagreements(new, second.store) == [])
    #expect(try new.blame("names[0]").map(\.moment.id.number) == [1])
    try second.close()
    // The inspection from before is unchanged: it holds the old log open, which another log has replaced.
    let oldest = try #require(old.moments.first)
    #expect(try old.state(at: oldest.id) == PlainValue(of: Before()))
  }

  @Test("An upgrade that was broken off between state and log shows both, each under its own names")
  func brokenOff() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list.json")
    let first = try DurableStore(at: path, undoing: \.self, startingWith: Before())
    for title in ["A", "B"] { try first.store.send(title) }
    try first.close()
    let (state, log) = try (folder.bytes(of: "list.json"), folder.bytes(of: "list.json.log"))
    try DurableStore(at: path, undoing: \.self, startingWith: After()).close()
    try folder.write(bytes: log, to: "list.json.log")
    try folder.write(bytes: state, to: ".list.json.previous")
    let inspection = try Inspection(of: path)
    #expect(inspection.remarks.contains("State and log were written by different versions of the app."))
    #expect(inspection.moments.map(\.label).last == "Written by another version")
    for (moment, count) in zip(inspection.moments, 0...2) {
      let titles = try inspection.state(at: moment.id)["titles"]
      #expect(titles == .list(["A", "B"].prefix(count).map { .text($0) }), "moment \(moment.id)")
    }
    #expect(try inspection.value(at: "names[1]", at: inspection.present) == .text("B"))
    // The value is followed under the name that it had.
    let blame = try inspection.blame("names[1]")
    #expect(blame.map(\.moment.id.number) == [2] && blame.map(\.path) == ["titles[1]"])
    #expect(try inspection.blame("names").map(\.path) == ["titles", "titles"])
    #expect(try inspection.blame("titles[0]", from: inspection.moments[2].id).map(\.moment.id.number) == [1])
  }

  @Test("A state of a later schema than any that is known is shown")
  func laterSchema() throws {
    let folder = try TemporaryFolder()
    let migrations = (0..<6).map { _ in Migration { _ in } }
    let file = StateFile<After>(at: folder.file("list.json"), migrations: migrations)
    try file.save(After(names: ["A"], count: 1))
    let inspection = try Inspection(of: folder.file("list.json"))
    #expect(try inspection.value(at: "names[0]", at: inspection.present) == .text("A"))
    #expect(inspection.moments.count == 1 && inspection.remarks == [])
  }
}
