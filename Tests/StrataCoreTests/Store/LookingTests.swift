import Measuring
import Testing

@testable import StrataCore

/// A number that counts how often one test reads it.
private struct Counted: DescribedLeaf, Equatable {
  @TaskLocal static var reads: Guarded<Int>?
  var number = 0

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    Self.reads?.withLock { $0 += 1 }
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

private struct Pad: Reducible, Described {
  var text = Counted(0)
  var page = 0

  static func describe(_ field: inout Fields<Pad>) {
    field("text", \.text)
    field("page", \.page)
  }

  mutating func reduce(_ number: Int) { text = Counted(number) }
}

@Suite("Looking at old states")
struct LookingTests {
  @Test("Of many moments each state is made from the one before: a way, and not a way for each")
  func oneWay() throws {
    let store = Store(Pad(), undoing: \.text, keeping: Keeping(snapshots: 0, pageSize: 8))
    for number in 1...200 { try store.send(number) }
    let ids = store.timeline.ids
    let reads = Guarded(0)
    let states = Counted.$reads.withValue(reads) { store.states(at: ids.reversed()) }
    #expect(ids.allSatisfy { states[$0]?.text.number == $0.number } && states.count == 201)
    // A step is a number before and a number after.
    let count = reads.withLock { $0 }
    #expect(count > 0 && count <= 2 * 200)
    let more = Guarded(0)
    Counted.$reads.withValue(more) { store.forEachStep(to: ids.reversed()) { _, _, _ in } }
    #expect(more.withLock { $0 } <= count)
  }

  @Test("In whatever order, on whatever branch and however often, they are those that each is alone")
  func anyOrder() throws {
    var random = SplitMix64(seed: 27)
    let store = Store(Pad(), undoing: \.text, keeping: Keeping(snapshots: 2, pageSize: 4))
    for number in 1...150 {
      if random.below(9) == 0 {
        let ids = store.timeline.ids
        try store.jump(to: ids[random.below(ids.count)])
      }
      try store.send(number)
    }
    let gone = Moment.ID(raw: 9_999)
    let ids = store.timeline.ids
    for _ in 0..<20 {
      let wanted = (0..<30).map { _ in ids[random.below(ids.count)] } + [gone]
      let states = store.states(at: wanted)
      #expect(states.count == Set(wanted).count - 1 && states[gone] == nil)
      for id in wanted.dropLast() { #expect(states[id]?.text.number == id.number) }
    }
    for _ in 0..<20 {
      let wanted = (0..<30).map { _ in ids[random.below(ids.count)] } + [gone]
      var steps: [Moment.ID] = []
      store.forEachStep(to: wanted) { id, before, after in
        steps.append(id)
        #expect(after.text.number == id.number && before.text.number == store.timeline[id]?.parent?.number)
      }
      // The oldest has no step that leads there.
      #expect(steps == wanted.filter { store.timeline[$0]?.parent != nil })
    }
    #expect(store.states(at: []).isEmpty && store.state(at: gone) == nil)
    #expect(store.timeline.brokenInvariants == [])
  }
}
