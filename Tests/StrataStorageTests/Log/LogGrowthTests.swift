import Testing

@testable import StrataStorage

@Suite("When the state file follows the log")
struct LogGrowthTests {
  /// How much is logged until a state of so many bytes follows while changes go on, and when they do not.
  private static let cases: [[Int]] = [
    [0, 1 << 20, 1], [1_000, 1 << 20, 1], [(1 << 20) - 1, 1 << 20, 1], [1 << 20, 1 << 20, 1 << 16],
    [2 << 20, 1 << 20, 1 << 17], [4 << 20, 2 << 20, 1 << 18], [100 << 20, 50 << 20, 100 << 16],
  ]

  @Test(
    "At half the state or a megabyte, the greater of both; when idle, at a sixteenth, and a small one always",
    arguments: cases
  )
  func proportion(of sizes: [Int]) {
    let (state, busy, idle) = (sizes[0], sizes[1], sizes[2])
    for (isIdle, enough) in [(false, busy), (true, idle)] {
      var growth = LogGrowth(stateSize: state, logged: 0)
      #expect(!growth.isWorthSaving(isIdle: isIdle))
      growth.add(enough - 1)
      #expect(!growth.isWorthSaving(isIdle: isIdle))
      growth.add(1)
      #expect(growth.isWorthSaving(isIdle: isIdle))
    }
  }

  @Test("What is logged while a save runs counts for the next one")
  func meanwhile() {
    var growth = LogGrowth(stateSize: 10, logged: 5)
    growth.add(100)
    let before = growth.logged
    growth.add(7)
    growth.save(80, since: before)
    #expect(growth == LogGrowth(stateSize: 80, logged: 7) && growth.sizeAtMost == 87)
    growth.measure(60)
    growth.add(1)
    #expect(growth.sizeAtMost == 61 && growth.logged == 8)
  }
}
