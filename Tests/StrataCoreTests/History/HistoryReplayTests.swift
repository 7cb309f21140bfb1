import Testing

@testable import StrataCore

/// A log is data: a history that cannot have happened is an error.
@Suite("A history that is made again")
struct HistoryReplayTests {
  private static let time = Timestamp(nanosecondsSince1970: 1)

  private func id(_ number: Int) throws -> Moment.ID { try #require(Moment.ID(number: number)) }

  private func replay() throws -> HistoryReplay {
    HistoryReplay(try id(3), label: "Start", at: Self.time)
  }

  @Test("A step may be about a moment that is gone, and about none that is not older")
  func links() throws {
    var replay = try replay()
    let gone = Provenance("agent", .switched([StepSwitch(try id(1), isOn: false)]))
    try replay.make(try id(4), after: try id(3), "Undo", at: Self.time, gone, PackedStep(Patch()))
    for number in [5, 6, 99] {
      let undo = Moment.Origin.undo([StepSwitch(try id(number), isOn: false)])
      for later in [Provenance(.user, undo), Provenance(.user, .merge(of: try id(number)))] {
        #expect(throws: HistoryReplay.Impossible.self) {
          try replay.make(try id(5), after: try id(4), "Undo", at: Self.time, later, PackedStep(Patch()))
        }
      }
    }
    #expect(replay.count == 2)
  }

  @Test("Only the present moment is given a name")
  func names() throws {
    var replay = try replay()
    try replay.make(try id(4), after: try id(3), "Step", at: Self.time, nil, PackedStep(Patch()))
    try replay.name(try id(4), "Here")
    #expect(throws: HistoryReplay.Impossible.self) { try replay.name(try id(3), "There") }
  }

  @Test("Moments that are read a page at a time are as each is by itself, in any order")
  func pageByPage() throws {
    var (replay, given) = (try replay(), [Moment.ID: (Provenance?, Timestamp)]())
    for number in 4...200 {
      let switches = (0..<number % 4).map {
        StepSwitch(Moment.ID(raw: UInt32(number / 2 + $0)), change: $0 == 0 ? nil : $0 * 90, isOn: $0 == 1)
      }
      let all: [Moment.Origin] = [
        .sent, .external, .undo(switches), .redo(switches), .switched(switches), .merge(of: try id(3)),
      ]
      let provenance = Provenance(
        number % 3 == 0 ? "agent" : .user,
        all[number % 6],
        own: all[number % 6].isComposed && number % 7 == 0 ? Array("own \(number)".utf8) : [],
        note: number % 5 == 0 ? Array("[\(number)]".utf8) : []
      )
      let time = Timestamp(nanosecondsSince1970: Int64(number * number % 97) * 1_000_000)
      given[try id(number)] = (provenance, time)
      let parent = try id(number % 9 == 0 ? number - 2 : number - 1)
      try replay.make(
        try id(number),
        after: parent,
        "Step \(number % 7)",
        at: time,
        provenance,
        PackedStep(Patch())
      )
      if number % 31 == 0 { try replay.name(try id(number), "Point \(number)") }
    }
    // Nothing followed on these.
    try replay.evict([try id(17), try id(44), try id(62)])
    let timeline = replay.timeline
    let gone = try id(17)
    #expect(timeline.pages.packedPage(of: gone) != nil && timeline[gone] == nil)
    #expect(timeline.count == 195 && Array(timeline) == timeline.ids.map(timeline.moment))
    for ids in [timeline.ids, timeline.ids.reversed(), timeline.ids.shuffled()] {
      #expect(timeline.moments(ids) == ids.map(timeline.moment))
    }
    #expect(timeline.count { given[$0.id] != nil } == 197 - 3)
    for moment in timeline {
      guard let (provenance, time) = given[moment.id] else { continue }
      #expect(moment.provenance == provenance && moment.time == time, "\(moment)")
      #expect(moment.label == "Step \(moment.id.number % 7)")
    }
  }
}
