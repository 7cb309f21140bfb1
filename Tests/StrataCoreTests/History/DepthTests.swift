import Foundation
import TestSupport
import Testing

@testable import StrataCore

@Suite("A deep history")
struct DepthTests {
  /// A million takes a release build: ask for it with STRATA_SOAK=1.
  static let steps = Soak.times(20_000)

  @Test("It is made, walked, drawn, trimmed and released on a small stack")
  func smallStack() throws {
    let steps = Self.steps
    try onSmallStack {
      let store = Store(Counter(), keeping: .all)
      for _ in 0..<steps { try? store.send(1) }
      let timeline = store.timeline
      #expect(timeline.undoPath.reduce(0) { count, _ in count + 1 } == steps)
      #expect(timeline.lines.count == steps + 1)
      try? store.jump(to: timeline.oldest.id)
      #expect(store.state.count == 0)
      #expect(store.timeline.redoPath.count == steps)
      while store.canRedo { try? store.redo() }
      #expect(store.state.count == steps)
      #expect(throws: Never.self) { try store.keep(steps: 10) }
      #expect(store.timeline.count == 11)
    }
  }

  @Test("Many branches from one moment are made, and the oldest go first")
  func manyBranches() throws {
    let branches = Self.steps / 10
    let store = Store(Counter(), keeping: .steps(branches / 2))
    for _ in 0..<branches {
      try store.send(1)
      try store.undo()
    }
    let children = store.timeline.branches(after: store.timeline.oldest.id)
    #expect(children.count == branches / 2)
    #expect(children.first?.id.number == branches)
    #expect(store.timeline.brokenInvariants == [])
  }
}
