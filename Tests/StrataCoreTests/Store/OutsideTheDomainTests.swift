import StrataCore
import Testing

@Suite("Fields outside the undo domain")
struct OutsideTheDomainTests {
  /// Stands for a field of any size, and counts how many of its kind are alive.
  final class Load: Equatable, Sendable {
    let alive: Guarded<Int>

    init(_ alive: Guarded<Int>) {
      self.alive = alive
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }

    static func == (left: Load, right: Load) -> Bool { left === right }
  }

  struct Desk: Reducible {
    var count = 0
    var cursor = 0
    var load: Load

    mutating func reduce(_ action: Int) { (count, cursor, load) = (action, -action, Load(load.alive)) }
  }

  @Test("A field that each of 1,000 steps replaces is kept once, with the restored field and without")
  func replaced() throws {
    for isRestoring in [false, true] {
      let alive = Guarded(0)
      let desk = Desk(load: Load(alive))
      let store =
        isRestoring
        ? Store(desk, undoing: \.count, restoring: \.cursor, keeping: .unpacked)
        : Store(desk, undoing: \.count, keeping: .unpacked)
      for number in 1...1_000 { try store.send(number) }
      withExtendedLifetime(desk) { #expect(alive.withLock { $0 } == 2, "the first one is held by the test") }
      while store.canUndo { try store.undo() }
      #expect(store.state.count == 0 && alive.withLock { $0 } == 2)
    }
  }
}
