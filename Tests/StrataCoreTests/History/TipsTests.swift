import Measuring
import Testing

@testable import StrataCore

@Suite("Where branches end")
struct TipsTests {
  @Test("Going to the next tip leads through all branches, and to the previous one the other way round")
  func around() throws {
    let store = Store(Ledger(), undoing: \.book)
    #expect(store.timeline.tips == [store.timeline.present.id])
    #expect(store.timeline.nextTip == nil && store.timeline.previousTip == nil)
    try store.send(.enter(1))
    #expect(store.timeline.nextTip == nil && store.timeline.tips.map(\.number) == [1])
    for number in 2...4 {
      try store.undo()
      try store.send(.enter(number))
    }
    #expect(store.timeline.tips.map(\.number) == [1, 2, 3, 4])
    var visited: [Int] = []
    for _ in 0..<5 {
      try store.jump(to: #require(store.timeline.nextTip))
      visited.append(try #require(store.entries.last))
    }
    #expect(visited == [1, 2, 3, 4, 1])
    try store.jump(to: #require(store.timeline.previousTip))
    #expect(store.entries == [4])
    try store.jump(to: #require(store.timeline.previousTip))
    #expect(store.entries == [3])
    // Who has gone back is on the branch still.
    try store.undo()
    #expect(store.timeline.nextTip?.number == 4 && store.timeline.previousTip?.number == 2)
  }

  @Test(
    "Under any steps, branches and limits they are the moments without children",
    arguments: 0..<8 as Range<UInt64>
  )
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let store = Store(Ledger(), undoing: \.book)
    for number in 0..<200 {
      switch random.below(8) {
      case 0..<3: try store.send(.enter(number))
      case 3, 4: if store.canUndo { try store.undo() }
      case 5: try store.jump(to: store.timeline.ids[random.below(store.timeline.count)])
      case 6: if let tip = store.timeline.nextTip { try store.jump(to: tip) }
      default: if random.below(4) == 0 { try store.keep(steps: 10 + random.below(40)) }
      }
      let timeline = store.timeline
      let ends = timeline.ids.filter { timeline.branches(after: $0).isEmpty }
      #expect(timeline.tips == ends, "seed \(seed), command \(number)")
      let own = try #require(timeline.line.last)
      let index = try #require(ends.firstIndex(of: own))
      let next = ends.count == 1 ? nil : ends[(index + 1) % ends.count]
      let previous = ends.count == 1 ? nil : ends[(index + ends.count - 1) % ends.count]
      #expect(timeline.nextTip == next && timeline.previousTip == previous, "seed \(seed), command \(number)")
    }
  }
}
