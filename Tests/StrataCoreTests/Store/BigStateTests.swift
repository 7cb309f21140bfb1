import StrataCore
import TestSupport
import Testing

/// Four of something, side by side.
private struct Four<Part: Equatable & Sendable>: Equatable, Sendable {
  var first: Part
  var second: Part
  var third: Part
  var fourth: Part

  init(_ part: Part) { (first, second, third, fourth) = (part, part, part, part) }
}

private typealias Page = Four<Four<Four<Int>>>
private typealias Poster32K = Four<Four<Four<Page>>>

/// A state of 32 KB without a single reference in it.
private struct Poster: Reducible {
  var dots = Poster32K(Four(Four(Page(Four(Four(0))))))
  var count = 0

  enum Action: Sendable {
    case paint(Int)
    case count
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .paint(let colour): dots.fourth.fourth.fourth.fourth.fourth.fourth = colour
    case .count: count += 1
    }
  }

  func recording(of action: Action) -> Recording { .step("Paint") }

  var lastDot: Int { dots.fourth.fourth.fourth.fourth.fourth.fourth }
}

@Suite("A state that is a large struct")
struct BigStateTests {
  @Test("It is sent to, undone, observed and read on a small stack")
  func smallStack() throws {
    #expect(MemoryLayout<Poster>.size > 32 << 10)
    let heard = Heard<Int>()
    let colours = try onSmallStack { () -> [Int] in
      var colours: [Int] = []
      do {
        let store = Store(Poster())
        let token = store.observe(\.count) { _, new in heard.add(new) }
        for colour in 1...20 { try store.send(.paint(colour)) }
        try store.transaction("Both") { draft in
          try draft.send(.count)
          try draft.send(.paint(99))
        }
        for _ in 0..<5 { try store.undo() }
        try store.redo()
        try store.jump(to: store.timeline.oldest.id)
        colours.append(store.state.lastDot)
        while store.canRedo { try store.redo() }
        colours.append(store.state.lastDot)
        token.cancel()
      } catch {
        Issue.record(error)
      }
      return colours
    }
    #expect(colours == [0, 99])
    #expect(heard.all.first == 1)
  }

  @Test("It passes the hook, is undone in a scope, looked at, loaded and forgotten on a small stack")
  func smallStackElsewhere() throws {
    let seen = Heard<Int>()
    let failure = try onSmallStack { () -> (any Error)? in
      do {
        let store = Store(Poster())
        try store.willCommit { seen.add($0.revision) }
        try paintInScope(store)
        try store.keep(steps: 3)
        try load(store)
        try store.forgetHistory()
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == nil)
    #expect(seen.all == [1, 2, 3])
  }

  // Each in a function of its own: what a test has in its hands lies on the same small stack, once for each place.

  private func paintInScope(_ store: Store<Poster>) throws {
    let scope = try store.undoScope(\.dots)
    try store.send(.paint(5))
    try scope.undo()
    #expect(store.timeline.undoCount == 2)
    #expect(dot(of: store, at: store.timeline.oldest.id) == 0)
  }

  private func dot(of store: Store<Poster>, at moment: Moment.ID) -> Int? {
    store.state(at: moment)?.lastDot
  }

  private func load(_ store: Store<Poster>) throws {
    try store.load(Poster())
  }
}
