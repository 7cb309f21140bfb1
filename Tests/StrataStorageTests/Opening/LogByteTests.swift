import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A byte of a log that is another one")
struct LogByteTests {
  @Test(
    "Any byte that is another one, anywhere: nothing is lost, neither of the state nor of the history",
    arguments: [0, 1 << 18]
  )
  func oneByte(leastBytes: Int) throws {
    let left = try LogDamageTests.Left(leastBytes: leastBytes)
    var random = SplitMix64(seed: 22)
    var count = 0
    for index in left.log.indices where Soak.isOn || random.below(Soak.pick(25, more: 5)) == 0 {
      var log = left.log
      log[index] ^= UInt8(1 + random.below(255))
      do {
        let durable = try left.opened(with: log) { $0.damagedLog = .setAside }.0
        #expect(Remembered(durable.store) == left.remembered[8], "byte \(index)")
        #expect(durable.report.lostBytes == 0 && durable.report.damage?.kept == .everything, "byte \(index)")
        count += 1
      } catch LogError.newer {
        #expect(index < 20)
      }
    }
    #expect(count > Soak.pick(40, more: 200))
  }
}
