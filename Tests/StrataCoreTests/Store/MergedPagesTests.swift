import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Packed pages that become one")
struct MergedPagesTests {
  private func filled(_ steps: Int, _ keeping: Keeping) throws -> (Store<Shelf>, [Shelf.Books]) {
    let store = Store(Shelf(), undoing: \.books, keeping: keeping)
    var random = SplitMix64(seed: 3)
    var states = [store.state.books]
    for number in 0..<steps {
      let id = random.below(20)
      let isTaken = random.below(4) == 0 && store.state.books.titles[id] != nil
      try store.send(isTaken ? .take(id) : .put(id, "A title of more than fifteen bytes, \(number)"))
      states.append(store.state.books)
    }
    return (store, states)
  }

  @Test("Eight pages become one, as long as their steps are small")
  func small() throws {
    let (store, states) = try filled(400, Keeping(snapshots: 2, pageSize: 4))
    #expect(store.packedPages.map(\.count).prefix(12).allSatisfy { $0 == 32 })
    #expect(store.packedPages.count < 12 + 8)
    let (apart, _) = try filled(400, Keeping(snapshots: 2, pageSize: 4).limited(toBytes: 10_000))
    #expect(apart.packedPages.allSatisfy { $0.count < 32 }, "a page is no more than a sixteenth of a limit")
    for store in [store, apart] {
      for id in store.timeline.ids { #expect(store.state(at: id)?.books == states[id.number]) }
    }
    let long = String(repeating: "A long title. ", count: 1_500)
    for number in 0..<64 { try store.send(.put(number, long + "\(number)")) }
    #expect(store.packedPages.suffix(8).contains { $0.count == 4 }, "such steps take more than a page")
    while store.canUndo { try store.undo() }
    #expect(store.state.books == states[0])
  }

  @Test("Authors, notes, branches and removed moments are the same before and after")
  func words() throws {
    let store = Store(Shelf(), undoing: \.books)
    let agent = Author(rawValue: "agent")
    var random = SplitMix64(seed: 5)
    var known: [Moment.ID: (moment: Moment, books: Shelf.Books)] = [:]
    for number in 0..<700 {
      switch random.below(12) {
      case 0 where store.canUndo: try store.undo()
      case 1: _ = try? store.undo(by: agent)
      case 2..<6: try store.send(.put(random.below(30), "By the agent, \(number)"), as: agent, noting: number)
      case 6: try store.send(.type(random.below(3), "Typed \(number)"))
      default: try store.send(.put(random.below(30), "By the user, \(number)"))
      }
      let present = store.timeline.present
      known[present.id] = (present, store.state.books)
      // The tips of branches go first where steps are limited.
      if number == 300 { try store.keep(steps: 150) }
      if number == 301 { try store.keep(steps: nil) }
    }
    #expect(store.packedPages.contains { $0.count > 200 })
    let moments = Array(store.timeline)
    #expect(moments.count > 400)
    for moment in moments {
      let before = try #require(known[moment.id])
      #expect(moment.label == before.moment.label && moment.time == before.moment.time)
      #expect(moment.author == before.moment.author && moment.origin == before.moment.origin)
      #expect(moment.noteJSON == before.moment.noteJSON)
      #expect(store.timeline[moment.id]?.author == before.moment.author)
      #expect(store.state(at: moment.id)?.books == before.books)
    }
  }
}

extension Store {
  /// The pages that moments are packed in, the oldest first.
  fileprivate var packedPages: [PackedPage] {
    let timeline = self.timeline
    return timeline.ids.compactMap(timeline.pages.packedPage).reduce(into: []) { pages, page in
      if pages.last !== page { pages.append(page) }
    }
  }
}
