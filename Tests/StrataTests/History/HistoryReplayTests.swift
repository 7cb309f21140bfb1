import Testing

@testable import Strata

/// What a log says of a history is data: what cannot have happened is an error.
@Suite("A history that is made again")
struct HistoryReplayTests {
  private final class Nowhere: StepSource {
    func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
      (Patch(), nil)
    }
    func companions(at places: [UInt64]) -> AnySnapshot? { nil }
  }

  /// Has a change that is too large to be read.
  private final class Large: StepSource {
    func step(at places: [UInt64]) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
      throw PatchError(.overMemory(limit: 1))
    }
    func companions(at places: [UInt64]) -> AnySnapshot? { .companions(before: 1, after: 2) }
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
      let later = Provenance(.user, .undo(of: try id(number)))
      #expect(throws: HistoryReplay.Impossible.self) {
        try replay.make(try id(5), after: try id(4), "Undo", at: Self.time, later, place: 8)
      }
    }
    #expect(replay.count == 2)
  }

  @Test("What goes beside a step is read without its change")
  func companions() throws {
    let step = PackedStep.elsewhere([7], Large())
    #expect(try step.companions?.companions(of: Int.self)?.after == 2)
    #expect(throws: PatchError.self) { try step.read() }
  }

  @Test("Only the present moment is given a name")
  func names() throws {
    var replay = try replay()
    try replay.make(try id(4), after: try id(3), "Step", at: Self.time, place: 7)
    try replay.name(try id(4), "Here")
    #expect(throws: HistoryReplay.Impossible.self) { try replay.name(try id(3), "There") }
  }
}
