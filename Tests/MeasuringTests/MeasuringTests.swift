import Dispatch
import Measuring
import Testing

@Suite("Measuring")
struct MeasuringTests {
  @Test("The generator's numbers are those of its published definition")
  func generator() {
    var numbers = SplitMix64(seed: 1_234_567)
    let first = (0..<5).map { _ in numbers.next() }
    #expect(
      first == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }

  @Test("Bounded numbers stay below their bound and reach all of it")
  func bounded() {
    var numbers = SplitMix64(seed: 1)
    var seen = Set<Int>()
    for _ in 0..<1_000 {
      let number = numbers.below(7)
      #expect((0..<7).contains(number))
      seen.insert(number)
    }
    #expect(seen.count == 7)
  }

  @Test("The median is the middle one, or between the middle two")
  func medians() {
    func median(_ figures: [Double]) -> Double {
      var rest = figures[...]
      return Measuring.median(of: figures.count) { rest.removeFirst() }
    }
    #expect(median([5, 1, 100]) == 5)
    #expect(median([4, 1, 100, 2]) == 3)
    #expect(median([7]) == 7)
  }

  @Test("The live heap grows by what is kept, and not by what is given back")
  func heap() async {
    // Nothing else uses the heap of a process of its own.
    await #expect(processExitsWith: .success) {
      let (size, noise) = (64 << 20, 1 << 20)
      let kept = Heap.growth { [UInt8](repeating: 1, count: size) }
      #expect((size..<size + noise).contains(kept.bytes), "\(kept.bytes)")
      let released = Heap.growth { blackHole([UInt8](repeating: 1, count: size)) }
      #expect(abs(released.bytes) < noise, "\(released.bytes)")
      // The system may take back pages that are not looked at; but these are bytes, and not pages.
      #expect((8 << 20..<16 << 30).contains(Heap.residentBytes), "\(Heap.residentBytes)")
      blackHole(kept)
    }
  }

  /// A clock that shows what a test says.
  private final class ManualClock: Clock, @unchecked Sendable {
    // Unchecked: one thread uses it.
    var now = ContinuousClock.now
    let minimumResolution = Duration.zero
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @Test("The nanoseconds of a body are those that pass on the clock meanwhile")
  func clock() {
    let clock = ManualClock()
    for length in [.zero, .nanoseconds(1), .microseconds(7), .seconds(3)] as [Duration] {
      #expect(nanoseconds(by: clock) { clock.now += length } == length / .nanoseconds(1))
    }
    #expect(nanoseconds { blackHole((0..<10).map { $0 }) } > 0)
  }

  @Test("Tables align words to the left and numbers to the right")
  func table() {
    var table = Table(["name", "ns"])
    table.add(["a", "1,000"])
    table.add(["long", "2.50"])
    #expect(table.lines == ["name     ns", "a     1,000", "long   2.50"])
  }

  @Test(
    "Numbers are written with the digits that matter",
    arguments: [
      (0, "0.00"), (1.005, "1.00"), (9.999, "10.00"), (12.34, "12.3"), (123.4, "123"),
      (1_234_567, "1,234,567"),
      (-2.5, "-2.50"), (-1_000, "-1,000"), (Double.nan, "–"),
    ]
  )
  func readableNumbers(value: Double, text: String) {
    #expect(readable(value) == text)
  }

  @Test("Bytes, times and counts have the unit that makes them short")
  func units() {
    #expect(
      [0, 999, 1_000, 1_234_567, 2e12].map(readableBytes) == ["0 B", "999 B", "1 KB", "1.23 MB", "2 TB"]
    )
    #expect(
      [0.5, 12, 1_500, 2e6, 90e9].map(readableTime) == ["0.50 ns", "12 ns", "1.50 µs", "2 ms", "90 s"]
    )
    #expect([1, 99, 100, 1_000_000].map(readableCount) == ["1", "99", "100", "1,000,000"])
  }

  @Test("A bar is as full as the run has come, whatever it is told")
  func progress() {
    #expect(Progress.line(0, of: 4, "a") == "[" + String(repeating: "·", count: 30) + "]   0 %  a")
    #expect(Progress.line(2, of: 4, "b").filter { $0 == "█" }.count == 15)
    #expect(Progress.line(4, of: 4, "c").contains("] 100 %  c"))
    for (done, total) in [(-1, 4), (9, 4), (0, 0)] { #expect(Progress.line(done, of: total, "").count == 40) }
  }

  @Test("The time of a processor is that of the thread, and what another thread does is not in it")
  func processor() {
    /// Keeps a processor busy, and returns for how long.
    @Sendable func work() -> Int64 {
      let start = processorTime
      while processorTime - start < 20_000_000 {}
      return processorTime - start
    }
    #expect(processorNanoseconds { _ = work() } >= 20_000_000)
    let isDone = DispatchSemaphore(value: 0)
    let waited = processorNanoseconds {
      DispatchQueue.global().async {
        _ = work()
        isDone.signal()
      }
      isDone.wait()
    }
    #expect(waited < 20_000_000)
  }
}
