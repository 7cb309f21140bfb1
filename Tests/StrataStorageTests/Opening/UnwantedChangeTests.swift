import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("Changes that are not wanted any more")
struct UnwantedChangeTests {
  /// A number that tells a test when it is written.
  private struct Told: DescribedLeaf, Equatable {
    static let whenWritten = Guarded<(@Sendable () -> Void)?>(nil)
    var number = 0

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
      Self.whenWritten.withLock { $0 }?()
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  /// Beside what undo covers stands what nothing writes before the log does.
  private struct Pad: Reducible, Described {
    var text = ""
    var beside = Told(0)

    static func describe(_ field: inout Fields<Pad>) {
      field("text", \.text)
      field("beside", \.beside)
    }

    mutating func reduce(_ number: Int) { (text, beside) = ("\(number)", Told(number)) }
  }

  private func open(on disk: SimulatedDisk) throws -> DurableStore<Pad> {
    let options = OpeningOptions(pacing: AutosavePacing(delay: .seconds(1_000_000)))
    return try DurableStore(
      at: "/d/pad.json",
      undoing: try UndonePart(\.text),
      startingWith: Pad(),
      options: options,
      in: disk
    )
  }

  @Test(
    "Nothing of one is made or written, and the next one is; where it is known early, nothing of it is put into words"
  )
  func unwanted() throws {
    let disk = SimulatedDisk()
    let durable = try open(on: disk)
    let (store, meter) = (durable.store, WorkMeter())
    try store.send(1)
    let (calls, position, revision) = (disk.operations.count, durable.position, store.revision)
    let written = Guarded(0)
    func send(_ number: Int, stopping stops: Bool) throws {
      Told.whenWritten.withLock { whenWritten in
        whenWritten = {
          written.withLock { $0 += 1 }
          if stops { meter.stop() }
        }
      }
      defer { Told.whenWritten.withLock { $0 = nil } }
      try WorkMeter.$current.withValue(meter) { try store.send(number) }
    }
    // While its line is made.
    #expect(throws: WorkMeter.Unwanted.self) { try send(2, stopping: true) }
    #expect(written.withLock { $0 } > 0)
    // Before.
    written.withLock { $0 = 0 }
    #expect(throws: WorkMeter.Unwanted.self) { try send(2, stopping: false) }
    #expect(written.withLock { $0 } == 0)
    #expect(durable.position == position && store.revision == revision && store.state.text == "1")
    #expect(disk.operations[calls...].allSatisfy { !$0.contains("write") })
    try store.send(3)
    try durable.close()
    let again = try open(on: disk)
    #expect(again.store.state.text == "3" && again.store.timeline.count == 3)
  }
}
