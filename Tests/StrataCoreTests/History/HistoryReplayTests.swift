import Testing

@testable import StrataCore

/// What a log says of a history is data: what cannot have happened is an error.
@Suite("A history that is made again")
struct HistoryReplayTests {
  private final class Nowhere: StepSource {
    func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
      (Patch(), nil)
    }
    func companions(at places: [UInt64]) -> DomainSnapshot? { nil }
  }

  /// Has a change that is too large to be read.
  private final class Large: StepSource {
    func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
      throw PatchError(.overMemory(limit: 1))
    }
    func companions(at places: [UInt64]) -> DomainSnapshot? {
      UndoDomain(undone: [], restored: [.restored(\Int.self)]).sides(before: 1, after: 2)
    }
  }

  private static let time = Timestamp(nanosecondsSince1970: 1)

  private func id(_ number: Int) throws -> Moment.ID { try #require(Moment.ID(number: number)) }

  private func replay() throws -> HistoryReplay {
    HistoryReplay(try id(3), label: "Start", at: Self.time, place: nil, stepsFrom: Nowhere())
  }

  @Test("A step may be about a moment that is gone, and about none that is not older")
  func links() throws {
    var replay = try replay()
    let gone = Provenance("agent", .takingBack(try id(1)))
    try replay.make(try id(4), after: try id(3), "Undo", at: Self.time, gone, place: 7)
    for number in [5, 6, 99] {
      for later in [Provenance(.user, .undo(of: try id(number))), Provenance(.user, again: try id(number))] {
        #expect(throws: HistoryReplay.Impossible.self) {
          try replay.make(try id(5), after: try id(4), "Undo", at: Self.time, later, place: 8)
        }
      }
    }
    #expect(replay.count == 2)
  }

  @Test("What goes beside a step is read without its change")
  func companions() throws {
    let step = PackedStep.elsewhere([7], Large())
    #expect(try step.companions?.sides(as: Int.self)?.after == 2)
    #expect(throws: PatchError.self) { try step.read() }
  }

  @Test("Only the present moment is given a name")
  func names() throws {
    var replay = try replay()
    try replay.make(try id(4), after: try id(3), "Step", at: Self.time, place: 7)
    try replay.name(try id(4), "Here")
    #expect(throws: HistoryReplay.Impossible.self) { try replay.name(try id(3), "There") }
  }

  @Test("Moments that are read a page at a time are as each is by itself, in any order")
  func pageByPage() throws {
    var (replay, again) = (try replay(), [Moment.ID: Moment.ID]())
    for number in 4...200 {
      if number % 7 == 0 { again[try id(number)] = try id(number / 2) }
      let origins: [Moment.Origin] = [.sent, .outside, .takingBack(try id(number - 1)), .undo(of: try id(3))]
      let provenance = Provenance(
        number % 3 == 0 ? "agent" : .user,
        origins[number % 4],
        again: again[try id(number)],
        note: number % 5 == 0 ? Array("[\(number)]".utf8) : []
      )
      let time = Timestamp(nanosecondsSince1970: Int64(number * number % 97) * 1_000_000)
      let parent = try id(number % 9 == 0 ? number - 2 : number - 1)
      try replay.make(try id(number), after: parent, "Step \(number % 7)", at: time, provenance, place: 7)
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
    #expect(timeline.allSatisfy { $0.takesAgain == again[$0.id] })
  }
}
