import Foundation
import Measuring
import StrataCore
import TestSupport
import Testing
import Workspace

@testable import StrataInspection
@testable import StrataStorage

@Suite("Looking at files that earlier revisions wrote")
struct EarlierRevisionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures").path

  @Test(
    "Every moment of every workspace that is kept of them is shown, and is what the app goes back to",
    arguments: ["629ba38", "7baa429", "9b13087", "c856403", "c856403-closed", "8bbdd94"]
  )
  func kept(revision: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.fixtures + "/" + revision) {
      try FileManager.default.copyItem(
        atPath: Self.fixtures + "/" + revision + "/" + name,
        toPath: folder.file(name)
      )
    }
    let before = try folder.contents()
    let inspection = try Inspection(of: folder.file("workspace.json"))
    #expect(try folder.contents() == before && inspection.remarks == [])
    let hasHistory = before.count == 2
    #expect(inspection.moments.count == (hasHistory ? 14 : 1))
    #expect(inspection.undone == [hasHistory ? "document" : .whole])
    let opened = try DurableStore(
      at: folder.file("workspace.json"),
      undoing: \.document,
      restoring: \.session.selection,
      startingWith: AppState()
    )
    // What came since then is what it is in an empty workspace; the last of them has it already.
    let came = revision == "8bbdd94" ? [:] : ["sharing": try PlainValue(of: Sharing())]
    #expect(try disagreements(inspection, opened.store, came: came) == [])
    guard hasHistory else { return }
    #expect(
      inspection.moments.map(\.label) == opened.store.timeline.ids.map { opened.store.timeline[$0]?.label }
    )
    #expect(try inspection.blame("document.journal.todos[2].ending").map(\.moment.id.number) == [5])
  }

  @Test("What undo covers is made out from the lines, where the head of the log does not say it")
  func madeOut() throws {
    for seed in 1...UInt64(Soak.times(4)) {
      let band = try folder.band(steps: 80, seed: seed)
      try folder.writeAsFormatOne("band.json")
      let inspection = try Inspection(of: band.path)
      #expect(inspection.undone == ["songs", "stage.lights"], "seed \(seed)")
      #expect(inspection.remarks == [])
      #expect(try disagreements(inspection, band.store) == [], "seed \(seed)")
      let kitchen = try folder.kitchen(steps: 60, seed: seed)
      try folder.writeAsFormatOne("kitchen.json")
      let whole = try Inspection(of: kitchen.path)
      #expect(whole.undone == [.whole] && whole.remarks == [])
      #expect(try disagreements(whole, kitchen.store) == [], "seed \(seed)")
      let desk = try self.desk(steps: 60, seed: seed)
      try folder.writeAsFormatOne("desk.json")
      let looked = try Inspection(of: folder.file("desk.json"))
      #expect(looked.undone == ["lines"] && looked.remarks == [])
      #expect(try disagreements(looked, desk.store) == [], "seed \(seed)")
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }
  }

  /// An app whose undo gives back what was chosen, too.
  struct Desk: Reducible, Described, Equatable {
    var lines: [String] = []
    var chosen: [Int] = []
    var count = 0

    enum Action: Sendable {
      case write(String)
      case strike(Int)
      case choose([Int])
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .write(let line): (lines, chosen, count) = (lines + [line], [lines.count], count + 1)
      case .strike(let place):
        if lines.indices.contains(place) { lines.remove(at: place) }
        chosen = []
      case .choose(let places): chosen = places
      }
    }

    func recording(of action: Action) -> Recording {
      if case .choose = action { .untracked } else { .step("Edit") }
    }

    static func describe(_ field: inout Fields<Desk>) {
      field("chosen", \.chosen)
      field("count", \.count)
      field("lines", \.lines)
    }
  }

  private func desk(steps: Int, seed: UInt64) throws -> DurableStore<Desk> {
    var random = SplitMix64(seed: seed)
    let opened = try DurableStore(
      at: folder.file("desk.json"),
      undoing: \Desk.lines,
      restoring: \.chosen,
      startingWith: Desk(),
      options: .quick
    )
    try live(in: opened.store, steps: steps, using: &random) { random in
      switch random.below(4) {
      case 0: .choose([random.below(5)])
      case 1: .strike(random.below(5))
      default: .write("\(random.below(100))")
      }
    }
    return opened
  }

  @Test("What undo gave back along with a part is none, although no line but that of the undo changed it")
  func givenBackAlong() throws {
    let (id, run) = ("0123456789abcdef", "{\"fields\":{\"lines\":{\"runs\":[{")
    let lines: [(LogLine.Kind, String)] = [
      (
        .header(format: 1),
        #"{"base":0,"id":"\#(id)","kept":1,"line":0,"newest":0,"present":0,"saved":0,"schema":1}"#
      ), (.kept(1), #"{"at":1,"begin":0,"companion":[[]],"label":"Start"}"#),
      (
        .change(1, isSettled: true),
        #"{"after":0,"at":2,"companion":[[]],"label":"A","moment":1,"patch":\#(run)"insert":["a"]}]}}}}"#
      ),
      (
        .change(2, isSettled: true),
        #"{"by":"undo","moment":0,"patch":{"fields":{"chosen":{"runs":[{"remove":[1]}]},"lines":{"runs":[{"remove":["a"]}]}}}}"#
      ),
      (
        .change(3, isSettled: true),
        #"{"after":0,"at":3,"companion":[[]],"label":"B","moment":2,"patch":\#(run)"insert":["b"]}]}}}}"#
      ),
    ]
    var (log, link) = ([UInt8](), LogLink())
    for (kind, json) in lines {
      let (bytes, checksum) = LogLine.write(kind, Array(json.utf8), after: link)
      log += bytes
      link = link.following(checksum)
    }
    try folder.write(bytes: log, to: "desk.json.log")
    try folder.write(
      #"{"format":"strata-state-1","log":{"id":"\#(id)","sequence":0},"schema":1,"#
        + "\n" + #""state":{"chosen":[1],"count":0,"lines":[]}}"# + "\n",
      to: "desk.json"
    )
    let inspection = try Inspection(of: folder.file("desk.json"))
    #expect(inspection.undone == ["lines"] && inspection.remarks == [], "\(inspection.remarks)")
    #expect(try inspection.state(at: inspection.moments[1].id)["lines"] == .list([.text("a")]))
  }

  @Test("A step that does not fit is named with the moment that was asked for; no state is made up")
  func misfit() throws {
    let band = try folder.band(steps: 0)
    for light in ["red", "green", "blue"] { try band.store.send(.light([light])) }
    try band.close()
    try folder.writeAsFormatOne("band.json")
    let text = try folder.text(of: "band.json").replacing("\"blue\"", with: "\"white\"")
    try folder.write(text, to: "band.json")
    let inspection = try Inspection(of: band.path)
    let ids = inspection.moments.map(\.id)
    #expect(throws: Never.self) { try inspection.state(at: ids[3]) }
    for id in ids[..<3] {
      #expect(
        throws: InspectionError.noState(
          id,
          reason: "the step to moment 3 does not fit what stands at stage.lights[0]"
        )
      ) {
        try inspection.state(at: id)
      }
    }
  }
}

extension TemporaryFolder {
  /// Writes a state and its log anew as revisions wrote them whose logs did not say what undo covers.
  func writeAsFormatOne(_ name: String) throws {
    var lines = try text(of: name).split(separator: "\n", maxSplits: 1).map(String.init)
    let state = try PlainValue(json: (lines.joined() + "").utf8)
    let (id, sequence) = (state["log"]?["id"] ?? .null, state["log"]?["sequence"] ?? .null)
    lines[0] = "{\"format\":\"strata-state-1\",\"log\":{\"id\":\(id),\"sequence\":\(sequence)},\"schema\":1,"
    try write(lines.joined(separator: "\n"), to: name)
    var (log, link) = ([UInt8](), LogLink())
    for line in try text(of: name + ".log").split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3)
      var payload = Array(words[3].utf8)
      let kind: LogLine.Kind
      let number = Int(words[0].dropFirst()) ?? 0
      switch words[0].first {
      case "k": kind = .kept(number)
      case "c": kind = .change(number, isSettled: false)
      default:
        if number > 0 {
          kind = .change(number, isSettled: true)
        } else {
          guard case .record(var head) = try PlainValue(json: payload) else { continue }
          for name in ["parts", "companion", "shape", "baseLine"] { head[name] = nil }
          (kind, payload) = (.header(format: 1), Array("\(PlainValue.record(head))".utf8))
        }
      }
      let (bytes, checksum) = LogLine.write(kind, payload, after: link)
      log += bytes
      link = link.following(checksum)
    }
    try write(bytes: log, to: name + ".log")
  }
}
