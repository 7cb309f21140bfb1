import Foundation
import Measuring
import StrataCore
import StrataStorage
import Testing

@Suite("Times of Foundation")
struct FoundationTimesTests {
  @Test(
    "A time becomes a date and comes back, as exactly as a date can be",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func there(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let time = Timestamp(nanosecondsSince1970: Int64(truncatingIfNeeded: random.next()) / 4)
      let back = Timestamp(Date(time))
      #expect(abs((back - time) / .seconds(1)) < 2e-6)
    }
    let today = Timestamp(nanosecondsSince1970: 1_795_000_000_123_456_789)
    #expect(abs(Date(today).timeIntervalSince1970 - 1_795_000_000.123_456_789) < 1e-6)
  }

  @Test("Dates that no timestamp can hold become the first or the last one, and trap nothing")
  func outside() {
    #expect(Timestamp(Date.distantFuture) == Timestamp(nanosecondsSince1970: .max))
    #expect(Timestamp(Date.distantPast) == Timestamp(nanosecondsSince1970: .min))
    _ = Timestamp(Date(timeIntervalSince1970: .nan))
    for end in [Int64.min, .max] {
      #expect(Date(Timestamp(nanosecondsSince1970: end)).timeIntervalSince1970 < 1e10)
    }
  }

  @Test("A history is gone through by dates")
  func history() throws {
    let disk = SimulatedDisk()
    let clock = ManualClock()
    let durable = try openShelf(on: disk, clock: clock)
    let store = durable.store
    try store.send(.add("A"))
    clock.pass(.seconds(60))
    try store.send(.add("B"))
    let moment = try #require(store.timeline.moment(at: Timestamp(Date(timeIntervalSince1970: 1_059))))
    #expect(moment.label == "Add \"A\"")
    try durable.close()
  }
}
