import Measuring
import PersistentCollections
import Strata
import TestSupport
import Testing

@testable import StrataStorage

/// What several authors do, undo and reject comes out the same whether moments are values, bytes or lines of a log.
@Suite("Many hands on stores that keep their moments in different ways")
struct ManyHandsReopenedTests {
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

  /// The same commands for three stores, one of which is opened again and again.
  struct Run {
    var random: SplitMix64
    let disk = SimulatedDisk()
    let clock = ManualClock()
    var durable: DurableStore<Sheet>
    let others: [Store<Sheet>]
    let isByName: Bool

    init(seed: UInt64, isByName: Bool) throws {
      (random, self.isByName) = (SplitMix64(seed: seed), isByName)
      let clock = clock
      durable = try Self.open(disk, clock)
      others = [nil, Attic(recent: 1)].map { attic in
        Store(Sheet(), undoing: \.self, attic: attic, clock: { clock.now })
      }
    }

    static func open(_ disk: SimulatedDisk, _ clock: ManualClock) throws -> DurableStore<Sheet> {
      var options = OpeningOptions()
      options.pacing = AutosavePacing(delay: .seconds(1_000_000))
      options.attic = Attic(recent: 1)
      options.clock = { clock.now }
      return try DurableStore(
        at: "/d/sheet.json",
        undoing: try UndonePart(\.self),
        startingWith: Sheet(),
        options: options,
        in: disk
      )
    }

    mutating func reopen() throws {
      try durable.close()
      durable = try Self.open(disk, clock)
    }

    /// Does something; returns what it was, and what became of it in each of the stores.
    mutating func next() -> (what: String, outcomes: [String]) {
      clock.pass(.seconds(10))
      let author: Author = [.user, "agent"][random.below(2)]
      let whose: Author? = random.below(5) == 0 ? nil : author
      switch random.below(12) {
      case 0..<5:
        let action = action()
        return all("\(action) by \(author)") { try $0.send(action, as: author) }
      case 5..<8: return all("undo by \(whose ?? "all")") { try $0.undo(by: whose) }
      case 8, 9: return all("redo by \(whose ?? "all")") { try $0.redo(by: whose) }
      case 10:
        let (back, isBack) = (random.below(20), random.below(3) > 0)
        return all("\(isBack ? "undo" : "redo") only \(back)") { store in
          guard let moment = Array(store.timeline.line.reversed()).dropFirst(back).first else { return }
          if isBack { try store.undo(only: moment) } else { try store.redo(only: moment) }
        }
      default:
        let (since, number) = (random.below(8), random.below(4))
        return all("reject \(number) since \(since)") { store in
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
    ) -> (what: String, outcomes: [String]) {
      let outcomes = (others + [durable.store]).map { store in
        var answer = "done"
        do { try command(store) } catch { answer = "\(error)" }
        let (state, timeline) = (store.state, store.timeline)
        let labels = [Author.user, "agent"].map { author in
          "\(timeline.undoLabel(by: author) ?? "-") | \(timeline.redoLabel(by: author) ?? "-")"
        }
        let marks = state.marks.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let numbers = state.numbers.sorted { $0.key < $1.key }
        return "\(answer): \(marks) \(numbers) \(state.list) \(state.text), \(timeline.present), \(labels)"
      }
      return (what, outcomes)
    }
  }

  @Test(
    "Values, bytes and lines of a log give the same answers to the same commands",
    arguments: [true, false]
  )
  func same(isByName: Bool) throws {
    for seed in 0..<UInt64(Soak.times(2)) {
      var run = try Run(seed: seed, isByName: isByName)
      var script: [String] = []
      for number in 0..<40 {
        if number % 10 == 9 { try run.reopen() }
        let (what, outcomes) = run.next()
        script.append(what)
        try #require(
          Set(outcomes).count == 1,
          "seed \(seed)\n\(script.joined(separator: "\n"))\n\(outcomes.joined(separator: "\n"))"
        )
      }
    }
  }

  @Test("What is apart from a step is apart where moments are lines of a log, too")
  func apart() throws {
    var run = try Run(seed: 0, isByName: true)
    func expect(_ what: String, _ command: (Store<Sheet>) throws -> Void) {
      let outcomes = run.all(what, command).outcomes
      #expect(Set(outcomes).count == 1, "\(what)\n\(outcomes.joined(separator: "\n"))")
    }
    expect("number") { try $0.send(.number(1, 7)) }
    expect("mark") { try $0.send(.mark("c", 2)) }
    expect("remove") { try $0.send(.mark("c", nil), as: "agent") }
    try run.reopen()
    expect("undo the number") { try $0.undo(by: .user) }
    expect("mark again") { try $0.send(.mark("c", 3), as: "agent") }
    expect("undo nothing") { try $0.undo(by: .user) }
    #expect(run.durable.store.state.marks["c"] == 3 && run.durable.store.state.numbers.isEmpty)
  }
}
