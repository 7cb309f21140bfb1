import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Branches that merge each other, over and over: what was done once is there once.
@Suite("Branches that merge each other")
struct MergingBranchesTests {
  /// Everything that is done adds a token, in a list, in a text and by name; so what is there says what was brought in.
  struct Tokens: Reducible, Described, Equatable {
    var list: [Int] = []
    var text: PersistentText = ""
    var named: PersistentMap<Int, Bool> = [:]
    var isByNameAlone = false

    static func describe(_ field: inout Fields<Tokens>) {
      field("list", \.list)
      field("text", \.text)
      field("named", \.named)
      field("isByNameAlone", \.isByNameAlone)
    }

    func recording(of token: Int) -> Recording { .step("Add \(token)") }

    mutating func reduce(_ token: Int) {
      named[token] = true
      if isByNameAlone { return }
      // Here and there, but always at the same place of the same state.
      let place = list.isEmpty ? 0 : token % (list.count + 1)
      list.insert(token, at: place)
      text.insert(Self.letter(token), at: text.index(text.startIndex, offsetBy: place))
    }

    static func letter(_ token: Int) -> Character { Character(Unicode.Scalar(0x4E00 + UInt32(token)) ?? "?") }
  }

  /// Says what is wrong with a state that is to have some tokens.
  private func expect(_ tokens: Set<Int>, in state: Tokens, _ script: [String]) {
    #expect(Set(state.named.keys) == tokens, "\(script.joined(separator: "\n"))")
    if state.isByNameAlone { return }
    #expect(state.list.sorted() == tokens.sorted(), "\(script.joined(separator: "\n"))")
    #expect(
      String(state.text).sorted() == String(tokens.map(Tokens.letter)).sorted(),
      "\(script.joined(separator: "\n"))"
    )
  }

  @Test(
    "Two branches that each merged what the other began with are merged, and nothing is made twice",
    arguments: UndoneStepsTests.attics
  )
  func crissCross(keeping: Keeping) throws {
    let store = Store(Tokens(), keeping: keeping)
    try store.send(0)
    let fork = store.timeline.present.id
    try store.send(1)
    let one = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(2)
    let two = store.timeline.present.id
    try store.merge(one)
    let first = store.timeline.present.id
    try store.jump(to: one)
    try store.merge(two)
    try store.send(3)
    let second = store.timeline.present.id
    try store.jump(to: first)
    try store.merge(second)
    expect([0, 1, 2, 3], in: store.state, [])
  }

  @Test(
    "Three branches that insert at one place merge to one order, whichever is merged first",
    arguments: UndoneStepsTests.attics
  )
  func threeHands(keeping: Keeping) throws {
    let store = Store(Tokens(), keeping: keeping)
    let fork = store.timeline.present.id
    func put(_ token: Int) throws -> Moment.ID {
      try store.jump(to: fork)
      try store.send(token)
      return store.timeline.present.id
    }
    let hands = [try put(1), try put(2), try put(3)]
    func together(_ order: [Int]) throws -> Moment.ID {
      try store.jump(to: hands[order[0]])
      for hand in order.dropFirst() { try store.merge(hands[hand]) }
      #expect(store.state.list == [1, 2, 3])
      return store.timeline.present.id
    }
    let (one, other) = (try together([0, 1, 2]), try together([2, 1, 0]))
    try store.merge(one)
    expect([1, 2, 3], in: store.state, [])
    #expect(throws: StoreError.nothingToMerge(other)) { try store.merge(other) }
  }

  @Test("A branch that both sides merged before is not brought in again")
  func sideBranch() throws {
    let store = Store(Tokens())
    try store.send(1)
    let side = store.timeline.present.id
    try store.undo()
    try store.send(2)
    let fork = store.timeline.present.id
    try store.merge(side)
    try store.send(4)
    let left = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(3)
    try store.merge(side)
    try store.merge(left)
    expect([1, 2, 3, 4], in: store.state, [])
  }

  @Test("A merge that was taken back, brought back and taken back again is made again")
  func takenBack() throws {
    let store = Store(Tokens())
    try store.send(1)
    let side = store.timeline.present.id
    try store.undo()
    try store.send(2)
    try store.merge(side)
    let merged = store.timeline.present.id
    try store.send(3)
    try store.undo(only: merged)
    expect([2, 3], in: store.state, [])
    try store.redo(only: merged)
    #expect(throws: StoreError.nothingToMerge(side)) { try store.merge(side) }
    try store.undo(only: merged)
    expect([2, 3], in: store.state, [])
    try store.merge(side)
    expect([1, 2, 3], in: store.state, [])
  }

  @Test(
    "Branches merge each other at random: each has what was done on the ways to it, once",
    arguments: [true, false]
  )
  func random(isByNameAlone: Bool) throws {
    var merges = 0
    for seed in 0..<UInt64(Soak.times(20)) {
      var random = SplitMix64(seed: seed)
      let store = Store(
        Tokens(isByNameAlone: isByNameAlone),
        keeping: UndoneStepsTests.attics.randomElement(using: &random) ?? .unpacked
      )
      // The moments that each moment contains, by the way on which it was made.
      var known = [store.timeline.present.id: Set<Moment.ID>([store.timeline.present.id])]
      var tokens: [Moment.ID: Int] = [:]
      var script = ["seed \(seed)"]
      // Three hands, each with a branch of its own; one may merge what another had a while ago.
      var heads = Array(repeating: [store.timeline.present.id], count: 3)
      for token in 0..<40 {
        let hand = Int.random(in: 0..<3, using: &random)
        let before = heads[hand][heads[hand].count - 1]
        script.append("jump to \(before)")
        try store.jump(to: before)
        let own = known[before, default: []]
        if Bool.random(using: &random) {
          script.append("send \(token)")
          try store.send(token)
          tokens[store.timeline.present.id] = token
          known[store.timeline.present.id] = own.union([store.timeline.present.id])
        } else {
          let others = heads[(hand + Int.random(in: 1...2, using: &random)) % 3].suffix(3)
          let other = others.randomElement(using: &random) ?? before
          let theirs = known[other, default: []]
          script.append("merge \(other)")
          do {
            try store.merge(other)
            known[store.timeline.present.id] = own.union(theirs).union([store.timeline.present.id])
            merges += 1
          } catch StoreError.nothingToMerge {
            #expect(theirs.isSubset(of: own), "\(script.joined(separator: "\n"))")
          }
        }
        heads[hand].append(store.timeline.present.id)
        let present = store.timeline.present.id
        expect(Set(known[present, default: []].compactMap { tokens[$0] }), in: store.state, script)
      }
    }
    #expect(merges > 10)
  }

  @Test("Any changes of many are rejected in one step, and the rest stays")
  func rejected() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<Soak.times(4) {
      let store = Store(Tokens())
      for token in 0..<30 { try store.send(token) }
      let review = try store.review(since: store.timeline.oldest.id)
      let rejected = Set((0..<30).filter { _ in Bool.random(using: &random) })
      try store.reject(
        review.changes.filter { change in rejected.contains { change.moment.label == "Add \($0)" } }
      )
      expect(Set(0..<30).subtracting(rejected), in: store.state, ["\(rejected.sorted())"])
      try store.undo()
      expect(Set(0..<30), in: store.state, ["\(rejected.sorted())"])
    }
  }

  @Test("Rejecting four times as many of four times as many changes asks some four times as many keys")
  func rejectingMany() throws {
    func asked(_ count: Int) throws -> Int {
      let store = Store(Marks())
      for number in 0..<count { try store.send(number) }
      let review = try store.review(since: store.timeline.oldest.id)
      let every = review.changes.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      let asked = try AskedKey.asked { try store.reject(every) }
      #expect(store.state.marks.count == count / 2)
      return asked
    }
    let (few, many) = (try asked(200), try asked(800))
    #expect(few > 0 && many < 6 * few, "\(few) and \(many) times")
  }

  struct Tags: Reducible, Described, Equatable {
    enum Action: Equatable, Sendable { case add(String), rename(String, String) }

    var tags: PersistentMap<String, Int> = [:]
    static func describe(_ field: inout Fields<Tags>) { field("tags", \.tags) }
    func recording(of action: Action) -> Recording { .step("Tag") }
    mutating func reduce(_ action: Action) {
      switch action {
      case .add(let tag): tags[tag] = 1
      case .rename(let old, let new): tags[new] = tags.removeValue(forKey: old)
      }
    }
  }

  @Test(
    "Branches that insert one key in two forms do not merge, say where, and do once one is named otherwise"
  )
  func spellings() throws {
    let store = Store(Tags())
    let start = store.timeline.present.id
    try store.send(.add("e\u{301}"))
    let branch = store.timeline.present.id
    try store.jump(to: start)
    try store.send(.add("\u{e9}"))
    let error = #expect(throws: MergeError.self) { try store.merge(branch) }
    guard case .patch(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      reason.path == [.field("tags"), .key(.text("e\u{301}"))] && "\(reason)".hasPrefix("tags / e\u{301}: ")
    )
    #expect(store.state.tags.count == 1)
    try store.send(.rename("\u{e9}", "acute"))
    try store.merge(branch)
    #expect(store.state.tags == ["acute": 1, "e\u{301}": 1])
  }

  struct Marks: Reducible, Described, Equatable {
    var marks: PersistentMap<AskedKey, Int> = [:]
    static func describe(_ field: inout Fields<Marks>) { field("marks", \.marks) }
    func recording(of number: Int) -> Recording { .step("Mark \(number)") }
    mutating func reduce(_ number: Int) { marks[AskedKey(number: number)] = number }
  }
}
