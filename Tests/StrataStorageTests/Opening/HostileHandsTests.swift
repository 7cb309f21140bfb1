import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// Values of which stores may think differently, in the hands of several authors.
@Suite("Hostile values in several authors")
struct HostileHandsTests {
  @Test("Values, bytes and lines of a log agree on states, timelines and refusals, whatever the values are")
  func agree() throws {
    var done: [String: Int] = [:]
    for seed in 0..<UInt64(Soak.times(8)) {
      Soak.count(.session)
      var random = SplitMix64(seed: seed)
      var stores = try ThreeStores(Oddments())
      var script: [String] = []
      for number in 0..<50 {
        stores.clock.pass(.seconds(1))
        if number % 12 == 11 { try stores.reopen() }
        let (what, call) = Self.call(stores.durable.store.timeline, &random)
        let outcomes = try stores.all(call)
        script.append(what)
        try #require(
          Set(outcomes).count == 1,
          "seed \(seed)\n\(script.joined(separator: "\n"))\n\(outcomes.joined(separator: "\n"))"
        )
        if outcomes[0].hasPrefix("done") { done[what.prefix { $0 != "," }.description, default: 0] += 1 }
      }
    }
    for what in ["edit", "fetch", "undo by", "redo by", "undo only", "redo only", "merge", "reject", "jump"] {
      #expect(done[what, default: 0] > 2, "\(done)")
    }
  }

  private static func call(
    _ timeline: Timeline,
    _ random: inout SplitMix64
  ) -> (String, (Store<Oddments>) throws -> Void) {
    let author: Author = [.user, "agent"][random.below(2)]
    let seed = random.next()
    let (line, all) = (timeline.line, timeline.ids)
    let (id, any) = (line[random.below(line.count)], all[random.below(all.count)])
    let choices: [MergeConflict.Choice?] = [
      .mine, .theirs, nil, .value(nil), .value(.null), .value(.text("\u{e9}")),
    ]
    let choice = choices[random.below(choices.count)]
    switch random.below(24) {
    case 0..<8:
      let times = 1 + random.below(4)
      return ("edit, \(seed)", { try $0.send(.edit(seed: seed, times: times), as: author) })
    case 8: return ("fetch, \(seed)", { try $0.send(.fetch(seed: seed), as: "sync") })
    case 9: return ("undo", { try $0.undo() })
    case 10: return ("redo", { try $0.redo() })
    case 11, 12: return ("undo by, \(author)", { try $0.undo(by: author) })
    case 13, 22: return ("redo by, \(author)", { try $0.redo(by: author) })
    case 14, 15: return ("undo only, \(id)", { try $0.undo(only: id, as: author) { _ in choice } })
    case 16, 23:
      let taken = line.flatMap { timeline[$0]?.switches.map(\.moment) ?? [] }
      let id = taken.isEmpty ? id : taken[random.below(taken.count)]
      return ("redo only, \(id)", { try $0.redo(only: id, as: author) { _ in choice } })
    case 17: return ("jump, \(any)", { try $0.jump(to: any) })
    case 18, 19: return ("merge, \(any)", { try $0.merge(any, as: author) { _ in choice } })
    default:
      let (skip, isOne) = (random.below(2), random.below(2) == 0)
      return (
        "reject, since \(id)",
        { store in
          let review = try store.review(since: id, by: isOne ? author : nil)
          let some = review.changes.enumerated().filter { $0.offset % 2 == skip }.map(\.element)
          try store.reject(some) { _ in choice }
        }
      )
    }
  }
}
