import Testing

@testable import StrataCore

@Suite("How much a store keeps that is told nothing")
struct KeepingTests {
  @Described
  fileprivate struct Described: Reducible, Equatable {
    var count = 0
    mutating func reduce(_ action: Int) { count += action }
  }

  fileprivate struct Undescribed: Reducible, Equatable {
    var count = 0
    mutating func reduce(_ action: Int) { count += action }
  }

  @Test("10,000 steps of a described domain, and 100 of any other")
  func standard() throws {
    let described = Store(Described())
    #expect(described.keeping.steps == 10_000)
    for _ in 0..<10_001 { try described.send(1) }
    #expect(described.timeline.undoCount == 10_000)

    let undescribed = Store(Undescribed())
    #expect(undescribed.keeping.steps == 100)
    for _ in 0..<101 { try undescribed.send(1) }
    #expect(undescribed.timeline.undoCount == 100)
  }

  @Test("A limit that was chosen holds, and so does none")
  func chosen() throws {
    let all = Store(Undescribed(), keeping: .all)
    let few = Store(Undescribed(), keeping: .steps(10_000))
    for _ in 0..<101 {
      try all.send(1)
      try few.send(1)
    }
    #expect(all.keeping.steps == nil && all.timeline.undoCount == 101)
    #expect(few.keeping.steps == 10_000 && few.timeline.undoCount == 101)
    try few.keep(steps: 3)
    #expect(few.timeline.undoCount == 3)
  }

  @Test("A scope has a limit of its own, whatever its store keeps")
  func scopes() throws {
    let store = Store(Undescribed(), keeping: .steps(0))
    let (scope, long) = (try store.undoScope(\.self), try store.undoScope(\.self, steps: 150))
    for _ in 0..<200 { try store.send(1) }
    #expect(!store.canUndo)
    #expect(scope.timeline?.undoCount == 100)
    #expect(long.timeline?.undoCount == 150)
  }
}
