import Testing

@testable import StrataStorage

@Suite("When the state file follows the log")
struct LogGrowthTests {
  /// How much is logged until a state of so many bytes follows while changes go on, and when they do not.
  private static let cases: [[Int]] = [
    [0, 1 << 20, 1], [1_000, 1 << 20, 500], [1 << 20, 1 << 20, 1 << 19], [2 << 20, 1 << 20, 1 << 20],
    [4 << 20, 2 << 20, 2 << 20], [100 << 20, 50 << 20, 50 << 20],
  ]

  @Test("At half the state, and while changes go on at a megabyte at the least", arguments: cases)
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

  @Test("Saving at every pause writes at most two bytes for each logged byte, for states of any size")
  func bound() {
    for size in [100, 10_000, 300_000, 1_000_000, 10_000_000, 100_000_000] {
      for line in [200, 4_000, 90_000] {
        var growth = LogGrowth(stateSize: size, logged: 0)
        var (logged, written) = (0, 0)
        for _ in 0..<5_000 {
          growth.add(line)
          logged += line
          guard growth.isWorthSaving(isIdle: true) else { continue }
          growth.save(size, since: growth.logged)
          written += size
        }
        #expect(written <= 2 * logged, "a state of \(size) bytes, lines of \(line)")
      }
    }
  }

  @Test("Bytes that are logged during a save count toward the next save")
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
