import Measuring
import Testing

@testable import StrataCore

@Suite("The ends of branches")
struct TipsTests {
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
      case 6: if let tip = store.timeline.tips.first { try store.jump(to: tip) }
      default: if random.below(4) == 0 { try store.keep(steps: 10 + random.below(40)) }
      }
      let timeline = store.timeline
      let ends = timeline.ids.filter { timeline.branches(after: $0).isEmpty }
      #expect(timeline.tips == ends, "seed \(seed), command \(number)")
    }
  }

  @Test("Of many branches from one moment the newest is asked first, and no other where that will do")
  func newestFirst() throws {
    let store = Store(Ledger(), undoing: \.book, keeping: .all)
    for number in 0..<500 {
      try store.send(.enter(number))
      try store.undo()
    }
    let tree = store.timeline.tree
    var asked = 0
    #expect(
      tree.hasChild(of: tree.oldest) {
        asked += 1
        return $0 == store.timeline.newestID
      }
    )
    #expect(asked == 1)
    #expect(!tree.hasChild(of: tree.oldest) { _ in false })
    #expect(tree.children(of: tree.oldest).count == 500)
  }
}
