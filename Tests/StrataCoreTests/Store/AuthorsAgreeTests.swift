import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Several authors' commands give the same result however the steps are kept: as snapshots alone, in pages of any size.
@Suite("Several authors, wherever steps are kept")
struct AuthorsAgreeTests {
  /// A value with a field of every kind, and a text and a list beside it.
  struct Desk: Reducible, Described, Equatable {
    var sample = Sample()
    var paper = Manuscript()

    static func describe(_ field: inout Fields<Desk>) {
      field("sample", \.sample)
      field("paper", \.paper)
    }

    enum Action: Equatable, Sendable {
      case edit(seed: UInt64, times: Int, isExternal: Bool)
      case write(seed: UInt64)
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .edit(let seed, let times, _):
        var random = SplitMix64(seed: seed)
        sample.edit(using: &random, times: times)
      case .write(let seed):
        var random = SplitMix64(seed: seed)
        paper.edit(using: &random, times: 1)
      }
    }

    func recording(of action: Action) -> Recording {
      switch action {
      case .edit(let seed, _, true): .external("Fetch \(seed)")
      case .edit(let seed, _, false): .step("Edit \(seed)")
      case .write(let seed): .merge("Write", key: "\(seed % 3)", within: .seconds(2))
      }
    }
  }

  static let attics: [Keeping] = [
    .unpacked, Keeping(snapshots: 0, pageSize: 1),
    Keeping(snapshots: 2, pageSize: 4),
    Keeping.all,
  ]

  @Test("The same calls lead to the same states and timelines, and are refused in the same words")
  func agree() throws {
    var done: [String: Int] = [:]
    for seed in 0..<UInt64(Soak.times(12)) {
      var random = SplitMix64(seed: seed)
      Soak.count(.session)
      let time = Timestamp(secondsSince1970: 1_700_000_000)
      let stores = Self.attics.map { Store(Desk(), undoing: \.self, keeping: $0, clock: { time }) }
      for number in 0..<60 {
        let (what, call) = Self.call(stores[0].timeline, &random)
        let answers = stores.map { store in
          do {
            try call(store)
            return "done"
          } catch {
            return "\(error)"
          }
        }
        let note = "seed \(seed), call \(number): \(what)"
        try #require(Set(answers).count == 1, "\(note): \(answers)")
        if answers[0] == "done" { done[what, default: 0] += 1 }
        let state = try PlainValue(of: stores[0].state)
        let lines = stores[0].timeline.lines
        for (store, keeping) in zip(stores, Self.attics).dropFirst() {
          try #require(try PlainValue(of: store.state) == state, "\(note), \(keeping)")
          try #require(store.timeline.lines == lines, "\(note), \(keeping)")
        }
      }
    }
    for what in ["undo only", "redo only", "undo by", "merge", "reject"] {
      #expect(done[what, default: 0] > 10, "\(done)")
    }
  }

  @Test("A value that went away and came back is another one: it contradicts a change of the first one")
  func goneAndBack() throws {
    struct Box: Reducible, Described, Equatable {
      struct Inner: Described, Equatable {
        var (title, number) = ("", 0)
        static func describe(_ field: inout Fields<Inner>) {
          field("title", \.title)
          field("number", \.number)
        }
      }
      var inner: Inner?
      var boxes: PersistentMap<Int, Inner> = [:]
      static func describe(_ field: inout Fields<Box>) {
        field("inner", \.inner)
        field("boxes", \.boxes)
      }
      mutating func reduce(_ inner: Inner?) {
        self.inner = inner
        boxes[1] = inner
      }
    }
    for keeping in Self.attics {
      let store = Store(Box(), undoing: \.self, keeping: keeping)
      try store.send(Box.Inner(title: "A", number: 1))
      let fork = store.timeline.present.id
      try store.send(nil)
      try store.send(Box.Inner(title: "A", number: 2))
      try store.send(Box.Inner(title: "A", number: 3))
      let branch = store.timeline.present.id
      try store.jump(to: fork)
      try store.send(Box.Inner(title: "B", number: 1))
      let (mine, theirs) = (Box.Inner(title: "B", number: 1), Box.Inner(title: "A", number: 3))
      let error = #expect(throws: MergeError.self) { try store.merge(branch) }
      guard case .conflicts(let conflicts)? = error else { throw try #require(error) }
      #expect(conflicts.count == 2, "\(keeping)")
      for conflict in conflicts {
        #expect(try conflict.mine?.value(as: Box.Inner.self) == mine)
        #expect(try conflict.theirs?.value(as: Box.Inner.self) == theirs)
      }
      try store.merge(branch) { $0.path == [.field("inner")] ? .mine : .theirs }
      #expect(store.state == Box(inner: mine, boxes: [1: theirs]), "\(keeping)")
    }
  }

  private static func call(
    _ timeline: Timeline,
    _ random: inout SplitMix64
  ) -> (String, (Store<Desk>) throws -> Void) {
    let author: Author = [.user, "agent"][random.below(2)]
    let (ids, seed) = (timeline.line, random.next())
    let all = (timeline.oldest.id.number...timeline.present.id.number + 3).compactMap(Moment.ID.init(number:))
    let (id, any) = (ids[random.below(ids.count)], all[random.below(all.count)])
    let choice: MergeConflict.Choice? = [.mine, .theirs, nil][random.below(3)]
    let times = 1 + random.below(4)
    switch random.below(22) {
    case 0..<6:
      return ("edit", { try $0.send(.edit(seed: seed, times: times, isExternal: false), as: author) })
    case 6: return ("fetch", { try $0.send(.edit(seed: seed, times: 1, isExternal: true), as: "sync") })
    case 7, 8: return ("write", { try $0.send(.write(seed: seed), as: author) })
    case 9, 10: return ("undo", { try $0.undo() })
    case 11: return ("redo", { try $0.redo() })
    case 12, 13: return ("undo by", { try $0.undo(by: author) })
    case 14: return ("redo by", { try $0.redo(by: author) })
    case 15, 16: return ("undo only", { try $0.undo(only: id, as: author) { _ in choice } })
    case 17:
      let taken = ids.flatMap { timeline[$0]?.switches.map(\.moment) ?? [] }
      let id = taken.isEmpty ? id : taken[random.below(taken.count)]
      return ("redo only", { try $0.redo(only: id, as: author) { _ in choice } })
    case 18: return ("jump", { try $0.jump(to: any) })
    case 19, 20: return ("merge", { try $0.merge(any, as: author) { _ in choice } })
    default:
      let skip = random.below(2)
      return (
        "reject",
        { store in
          let review = try store.review(since: id, by: skip == 0 ? author : nil)
          try store.reject(review.changes.enumerated().filter { $0.offset % 2 == skip }.map(\.element)) { _ in
            choice
          }
        }
      )
    }
  }
}
