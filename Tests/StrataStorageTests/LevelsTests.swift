import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

/// A record that may have records of its own kind inside, in every form of a described value.
private struct Box: Described, Equatable {
  struct Key: Described, Hashable {
    var number = 0
    static func describe(_ field: inout Fields<Key>) { field("number", \.number) }
  }

  var number = 0
  var list: [Box]?
  var array: PersistentArray<Box>?
  var dictionary: [String: Box]?
  var map: PersistentMap<Int, [Box]>?
  var keyed: PersistentMap<Key, Box>?
  var sorted: PersistentSortedMap<Int, Box>?
  var twice: [Box]??
  var knot: Knot?
  var bottom: Lists?

  static func describe(_ field: inout Fields<Box>) {
    field("number", \.number)
    field("list", \.list)
    field("array", \.array)
    field("dictionary", \.dictionary)
    field("map", \.map)
    field("keyed", \.keyed)
    field("sorted", \.sorted)
    field("twice", \.twice)
    field("knot", \.knot)
    field("bottom", \.bottom)
  }
}

private indirect enum Knot: DescribedCases, Equatable {
  case end
  case tied(Box, note: String?)

  static func describe(_ oneOf: inout Cases<Knot>) {
    oneOf("end", .end)
    oneOf("tied", "_0", "note", as: Knot.tied) {
      if case .tied(let box, let note) = $0 { (box, note) } else { nil }
    }
  }
}

/// Lists in lists.
private struct Lists: DescribedLeaf, Equatable {
  var inside: [Lists] = []

  init(_ levels: Int) { if levels > 1 { inside = [Lists(levels - 1)] } }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd { inside.append(try list.decode(Lists.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for value in inside { try list.encode(value) }
  }
}

/// How a record has the next one inside, and the levels between the two.
private enum Form: Int, CaseIterable, Sendable {
  case list = 2, array = 12, dictionary = 22, sorted = 32, keyed = 42, map = 3, twice = 13, knot = 23, lists =
    10

  var levels: Int { rawValue % 10 }
}

private struct State: Reducible, Described, Equatable {
  var box = Box()
  mutating func reduce(_ action: Box) { box = action }
  static func describe(_ field: inout Fields<State>) { field("box", \.box) }
}

extension Box {
  /// A box that makes a state of so many levels; what the innermost has is a list at the last level.
  static func nested(_ form: Form, levels: Int, number: Int = 1) -> Box {
    // The state and the innermost box are one level each.
    let count = form == .lists ? 0 : (levels - 4) / form.levels
    var inner = Box()
    inner.number = number
    inner.bottom = Lists(levels - 2 - count * form.levels)
    return (0..<count).reduce(inner) { $0.inside(form, number: $1) }
  }

  private func inside(_ form: Form, number: Int) -> Box {
    var box = Box()
    box.number = number
    switch form {
    case .list: box.list = [self]
    case .array: box.array = [self]
    case .dictionary: box.dictionary = ["": self]
    case .map: box.map = [1: [self]]
    case .keyed: box.keyed = [Key(): self]
    case .sorted: box.sorted = [1: self]
    case .twice: box.twice = .some([self])
    case .knot: box.knot = .tied(self, note: nil)
    case .lists: break
    }
    return box
  }
}

@Suite("The levels of a value: 128 are written, logged, packed, read and undone, one more is refused")
struct LevelsTests {
  private static let limit = 128

  private struct Difference: Error {
    let place: String
  }

  private func expectSame(_ found: State?, _ wanted: State, _ place: String) throws {
    if found != wanted { throw Difference(place: place) }
  }

  private func open(_ disk: SimulatedDisk) throws -> DurableStore<State> {
    var options = OpeningOptions()
    options.keeping = Keeping(snapshots: 0)
    return try DurableStore(
      at: "/d/state.json",
      undoing: try UndonePart([.undone(\State.box)]),
      startingWith: State(),
      options: options,
      in: disk
    )
  }

  /// Runs work on a small stack; the error is nil where it did not throw.
  private func onStack(_ work: () throws -> Void) throws -> (any Error)? {
    try onSmallStack(unoptimised: 4) { () -> (any Error)? in
      do { try work() } catch { return error }
      return nil
    }
  }

  @Test("At the limit every form is read, written, patched and saved", arguments: Form.allCases)
  private func limit(form: Form) throws {
    let (state, other) = (
      State(box: .nested(form, levels: Self.limit)), State(box: .nested(form, levels: Self.limit, number: 2))
    )
    let failure = try onStack {
      let plain = try PlainValue(of: state)
      if plain.nesting != Self.limit { throw Difference(place: "\(plain.nesting) levels") }
      try expectSame(try plain.value(), state, "plain")
      try expectSame(try State(json: try state.json()), state, "JSON")
      try expectSame(try State(json: plain.json), state, "JSON of the plain value")
      for (old, new) in [(State(), state), (state, State()), (state, other)] {
        let patch = try Patch(from: old, to: new)
        try expectSame(try old.applying(patch), new, "patch")
        try expectSame(try old.applying(try Patch(json: patch.json)), new, "patch of JSON")
        guard patch.isReadablePacked else { throw Difference(place: "packed") }
        let packed = try Patch(packed: patch.packed)
        try expectSame(try old.applying(packed), new, "packed patch")
        try expectSame(try new.applying(packed.inverted), old, "inverted patch")
      }
      var copy = other
      try copy.applyRules()
      try expectSame(copy, other, "rules")
      let file = StateFile<State>(at: "/d/alone.json", in: SimulatedDisk())
      try file.save(state)
      try expectSame(try file.load(), state, "file")
    }
    #expect(failure == nil)
  }

  @Test("At the limit every form is logged, packed, opened again and undone", arguments: Form.allCases)
  private func history(form: Form) throws {
    let states = [
      State(), State(box: .nested(form, levels: Self.limit)),
      State(box: .nested(form, levels: Self.limit, number: 2)), State(box: .nested(form, levels: 9)),
    ]
    let failure = try onStack {
      let disk = SimulatedDisk()
      var durable = try open(disk)
      for state in states.dropFirst() { try durable.store.send(state.box) }
      for isFlushed in [false, true] {
        if isFlushed { try durable.flush() }
        try durable.close()
        durable = try open(disk)
        try expectSame(durable.store.state, states[3], "opened again")
        for state in states.dropLast().reversed() {
          try durable.store.undo()
          try expectSame(durable.store.state, state, "undone")
        }
        for state in states.dropFirst() {
          try durable.store.redo()
          try expectSame(durable.store.state, state, "redone")
        }
        // The present is a state at the limit.
        try durable.store.undo()
        try durable.close()
        durable = try open(disk)
        try expectSame(durable.store.state, states[2], "opened again at the limit")
        try durable.store.redo()
      }
      try durable.close()
    }
    #expect(failure == nil)
  }

  @Test("One level more is refused with one error by all that write", arguments: Form.allCases)
  private func beyond(form: Form) throws {
    let deep = State(box: .nested(form, levels: Self.limit + 1))
    let works: [(String, () throws -> Void)] = [
      ("JSON", { _ = try deep.json() }), ("plain", { _ = try PlainValue(of: deep) }),
      ("patch to", { _ = try Patch(from: State(), to: deep) }),
      ("patch from", { _ = try Patch(from: deep, to: State()) }),
      ("file", { try StateFile<State>(at: "/d/alone.json", in: SimulatedDisk()).save(deep) }),
      (
        "log",
        {
          let disk = SimulatedDisk()
          let durable = try open(disk)
          var inside = Box()
          inside.number = 7
          try durable.store.send(inside)
          defer {
            #expect(durable.store.state.box == inside)
            #expect(throws: Never.self) { try durable.close() }
          }
          try durable.store.send(deep.box)
        }
      ),
    ]
    for (name, work) in works {
      let failure = try onStack(work)
      let reason = (failure as? PatchError).map { $0.reason == .tooDeep(limit: Self.limit) }
      #expect(reason ?? true, "\(name): \(String(describing: failure))")
      #expect("\(failure as Any)".contains("nested deeper than \(Self.limit)"), "\(name): \(failure as Any)")
    }
  }

  @Test("A patch that leads beyond the limit is refused by both of its readers", arguments: Form.allCases)
  private func patches(form: Form) throws {
    let (old, new) = (State(box: .nested(form, levels: 127)), State(box: .nested(form, levels: 128)))
    let patch = try Patch(from: old, to: new)
    // The same patch one level deeper, as part of a larger state.
    for (levels, isRefused) in [(0, false), (1, true)] {
      let root = try #require(patch.root)
      let deeper = (0..<levels).reduce(root) { node, _ in .fields([.init(name: "a", node: node)]) }
      let refusals = [
        try onStack { _ = try Patch(json: Patch(root: deeper).json) },
        try onStack { _ = try Patch(packed: Patch(root: deeper).packed) },
      ]
      for refusal in refusals {
        let reason = (refusal as? PatchError)?.reason
        #expect(reason == (isRefused ? .tooDeep(limit: Self.limit) : nil), "\(refusal as Any)")
      }
      #expect(Patch(root: deeper).isReadablePacked == !isRefused)
    }
  }

  @Test("The record of the file is no level, wherever in it the state stands")
  func envelope() throws {
    for (levels, isRead) in [(Self.limit, true), (Self.limit + 1, false)] {
      for isFirst in [true, false] {
        let disk = SimulatedDisk()
        let file = StateFile<State>(at: "/d/state.json", in: disk)
        try file.save(State(box: .nested(.lists, levels: Self.limit)))
        disk.overwrite("state.json") { bytes in
          let text = String(decoding: bytes, as: UTF8.self)
          let (open, close) = (String(repeating: "[", count: 126), String(repeating: "]", count: 126))
          #expect(text.contains(open + close))
          let lists = levels == Self.limit ? open + close : "[\(open)\(close)]"
          let state = "{\"box\":{\"bottom\":\(lists),\"number\":1}}"
          let head = "\"format\":\"strata-state-1\",\"schema\":1"
          bytes = Array((isFirst ? "{\"state\":\(state),\(head)}" : "{\(head),\"state\":\(state)}").utf8)
        }
        let result = Result { try file.load() }
        if isRead {
          #expect(try result.get() == State(box: .nested(.lists, levels: Self.limit)))
        } else {
          #expect("\(result)".contains("nested deeper than \(Self.limit)"), "\(result)")
        }
      }
    }
  }
}
