import Measuring
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// Several authors' changes, undos and rejections have one outcome, with moments as values, as bytes or as log lines.
@Suite("Several authors on stores that keep their moments in different ways")
struct AuthorsReopenedTests {
  struct Sheet: Reducible, Described, Equatable {
    var marks: PersistentMap<String, Int> = ["a": 1]
    var numbers: PersistentMap<Int, Int> = [:]
    var list = [0, 1, 0, 1]
    var text: PersistentText = "abcabc"

    enum Action: Equatable, Sendable {
      case mark(String, Int?), number(Int, Int?), insert(Int, at: Int), remove(at: Int)
      case type(String, at: Int), delete(at: Int)
    }

    static func describe(_ field: inout Fields<Sheet>) {
      field("marks", \.marks)
      field("numbers", \.numbers)
      field("list", \.list)
      field("text", \.text)
    }

    func recording(of action: Action) -> Recording { .step("\(action)") }

    mutating func reduce(_ action: Action) {
      switch action {
      case .mark(let name, let value): marks[name] = value
      case .number(let key, let value): numbers[key] = value
      case .insert(let number, let place): list.insert(number, at: min(place, list.count))
      case .remove(let place): if place < list.count { list.remove(at: place) }
      case .type(let letters, let place): replace(place, 0, with: letters)
      case .delete(let place): replace(place, 1, with: "")
      }
    }

    private mutating func replace(_ place: Int, _ count: Int, with letters: String) {
      var whole = Array(String(text))
      let start = min(place, whole.count)
      whole.replaceSubrange(start..<min(start + count, whole.count), with: letters)
      text = PersistentText(String(whole))
    }
  }

  /// Commands for three stores.
  struct Run {
    var random: SplitMix64
    var stores: ThreeStores<Sheet>
    let isByName: Bool

    init(seed: UInt64, isByName: Bool) throws {
      (random, stores, self.isByName) = (SplitMix64(seed: seed), try ThreeStores(Sheet()), isByName)
    }

    /// Does something; returns what it was, and what became of it in each of the stores.
    mutating func next() throws -> (what: String, outcomes: [String]) {
      stores.clock.pass(.seconds(10))
      let author: Author = [.user, "agent"][random.below(2)]
      let whose: Author? = random.below(5) == 0 ? nil : author
      switch random.below(12) {
      case 0..<5:
        let action = action()
        return try all("\(action) by \(author)") { try $0.send(action, as: author) }
      case 5..<8: return try all("undo by \(whose ?? "all")") { try $0.undo(by: whose) }
      case 8, 9: return try all("redo by \(whose ?? "all")") { try $0.redo(by: whose) }
      case 10:
        let (back, isBack) = (random.below(20), random.below(3) > 0)
        return try all("\(isBack ? "undo" : "redo") only \(back)") { store in
          guard let moment = Array(store.timeline.line.reversed()).dropFirst(back).first else { return }
          if isBack { try store.undo(only: moment) } else { try store.redo(only: moment) }
        }
      default:
        let (since, number) = (random.below(8), random.below(4))
        return try all("reject \(number) since \(since)") { store in
          let line = store.timeline.line.filter { $0 <= store.timeline.present.id }
          guard let moment = line.reversed().dropFirst(since).first else { return }
          try store.reject(store.review(since: moment, by: "agent").changes.dropFirst(number).prefix(1))
        }
      }
    }

    private mutating func action() -> Sheet.Action {
      let value: Int? = [nil, 1, 2, 3][random.below(4)]
      switch random.below(isByName ? 4 : 8) {
      case 0..<3: return .mark(["a", "\u{e9}", "e\u{301}"][random.below(3)], value)
      case 3: return .number(random.below(2), value)
      case 4: return .insert(random.below(3), at: random.below(5))
      case 5: return .remove(at: random.below(5))
      case 6: return .type(["a", "b", "ab"][random.below(3)], at: random.below(5))
      default: return .delete(at: random.below(5))
      }
    }

    func all(
      _ what: String,
      _ command: (Store<Sheet>) throws -> Void
    ) throws -> (what: String, outcomes: [String]) { (what, try stores.all(command)) }
  }

  @Test(
    "Values, bytes and lines of a log give the same answers to the same commands",
    arguments: [true, false]
  )
  func same(isByName: Bool) throws {
    for seed in 0..<UInt64(Soak.times(2)) {
      Soak.count(.session)
      var run = try Run(seed: seed, isByName: isByName)
      var script: [String] = []
      for number in 0..<40 {
        if number % 10 == 9 { try run.stores.reopen() }
        let (what, outcomes) = try run.next()
        script.append(what)
        try #require(
          Set(outcomes).count == 1,
          "seed \(seed)\n\(script.joined(separator: "\n"))\n\(outcomes.joined(separator: "\n"))"
        )
      }
    }
  }

  @Test("After reopening, undo(by:) keeps the other author's mark in every kind of store")
  func apart() throws {
    var run = try Run(seed: 0, isByName: true)
    func expect(_ what: String, _ command: (Store<Sheet>) throws -> Void) throws {
      let outcomes = try run.all(what, command).outcomes
      #expect(Set(outcomes).count == 1, "\(what)\n\(outcomes.joined(separator: "\n"))")
    }
    try expect("number") { try $0.send(.number(1, 7)) }
    try expect("mark") { try $0.send(.mark("c", 2)) }
    try expect("remove") { try $0.send(.mark("c", nil), as: "agent") }
    try run.stores.reopen()
    try expect("undo the number") { try $0.undo(by: .user) }
    try expect("mark again") { try $0.send(.mark("c", 3), as: "agent") }
    try expect("undo nothing") { try $0.undo(by: .user) }
    #expect(run.stores.durable.store.state.marks["c"] == 3 && run.stores.durable.store.state.numbers.isEmpty)
  }
}
