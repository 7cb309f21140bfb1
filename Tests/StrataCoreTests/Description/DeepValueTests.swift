import Foundation
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// A record that has records of its own kind, in every way in which it can.
private struct Tree: Described, Equatable, Validated {
  var number = 0
  var list: [Tree] = []
  var array: PersistentArray<Tree> = []
  var dictionary: [String: Tree] = [:]
  var map: PersistentMap<Int, Tree> = [:]
  var sorted: PersistentSortedMap<Int, Tree> = [:]
  var knot = Knot.end

  mutating func validate() { number = max(0, number) }

  static func describe(_ field: inout Fields<Tree>) {
    field("number", \.number)
    field("list", \.list)
    field("array", \.array)
    field("dictionary", \.dictionary)
    field("map", \.map)
    field("sorted", \.sorted)
    field("knot", \.knot)
  }
}

private indirect enum Knot: DescribedCases, Equatable {
  case end
  case tied(Tree, note: String?)

  static func describe(_ oneOf: inout Cases<Knot>) {
    oneOf("end", .end)
    oneOf("tied", "_0", "note", as: Knot.tied) {
      if case .tied(let tree, let note) = $0 { (tree, note) } else { nil }
    }
  }
}

/// How a record has one of its own kind.
private enum Way: CaseIterable, Sendable { case list, array, dictionary, map, sorted, knot }

extension Tree {
  static func nested(_ depth: Int, by way: Way, around inner: Tree = Tree()) -> Tree {
    (0..<depth).reduce(inner) { $0.inside(way, number: $1) }
  }

  private func inside(_ way: Way, number: Int) -> Tree {
    var tree = Tree()
    tree.number = number
    switch way {
    case .list: tree.list = [self]
    case .array: tree.array = [self]
    case .dictionary: tree.dictionary = ["": self]
    case .map: tree.map = [0: self]
    case .sorted: tree.sorted = [0: self]
    case .knot: tree.knot = .tied(self, note: nil)
    }
    return tree
  }

  private var inner: Tree? {
    if let tree = list.first ?? array.first ?? dictionary[""] ?? map[0] ?? sorted[0] { return tree }
    if case .tied(let tree, _) = knot { return tree }
    return nil
  }

  /// Releases it level by level, which Swift itself would do one inside the other.
  mutating func takeApart() { while let inner { self = inner } }
}

private struct Grove: Reducible, Described {
  var tree = Tree()
  mutating func reduce(_ action: Tree) { tree = action }
  static func describe(_ field: inout Fields<Grove>) { field("tree", \.tree) }
}

/// A leaf that is nested, which only its own `Codable` knows.
private indirect enum Onion: DescribedLeaf, Equatable {
  case core
  case skin(Onion)
}

@Suite("Values that are nested deep")
struct DeepValueTests {
  private static let levels = Soak.isOn ? 50_000 : 20_000
  private static let refusal = PatchError.Reason.tooDeep(limit: 128)

  /// The works that were not refused as too deep.
  private func taken(_ works: [(String, () throws -> Void)]) -> [String] {
    works.compactMap { name, work in
      do {
        try work()
        return "\(name) was taken"
      } catch {
        return (error as? PatchError)?.reason == Self.refusal ? nil : "\(name): \(error)"
      }
    }
  }

  @Test(
    "Tens of thousands of levels are refused with an error by all that would go through them, on a small stack",
    arguments: Way.allCases
  )
  private func refused(way: Way) throws {
    var deep = Tree.nested(Self.levels, by: way)
    var other = Tree.nested(Self.levels, by: way, around: Tree.nested(1, by: way))
    defer {
      deep.takeApart()
      other.takeApart()
    }
    let (flat, held, twin) = (Tree(), deep, other)
    let complaints = try onSmallStack(unoptimised: 3) { () -> [String] in
      let store = Store(Grove(), undoing: \.tree, keeping: Keeping(snapshots: 0))
      var complaints = taken([
        ("json", { _ = try held.json() }),
        ("plain value", { _ = try PlainValue(of: held) }),
        ("patch to it", { _ = try Patch(from: flat, to: held) }),
        ("patch from it", { _ = try Patch(from: held, to: flat) }),
        ("patch between", { _ = try Patch(from: held, to: twin) }),
        (
          "rules",
          {
            var copy = held; try copy.applyRules()
          }
        ),
      ])
      if held.isWritten(as: twin) { complaints.append("two of them are the same") }
      if way != .knot && held.heapFootprint.bytes == 0 { complaints.append("nothing is counted") }
      _ = held.footprintByField
      _ = twin.heapExchange(from: held)
      // A store in memory alone does not read what it is sent; undo reads the way back.
      do {
        try store.send(held)
        try store.send(flat)
        try store.undo()
        try store.redo()
        try store.undo()
        try store.undo()
      } catch {
        complaints.append("store: \(error)")
      }
      if store.state != Grove() { complaints.append("the store has it") }
      return complaints
    }
    #expect(complaints == [])
    // On a stack of its own size: what Foundation puts on it for each level is more than all of ours.
    #expect(taken([("encoding", { _ = try JSONEncoder().encode(held) })]) == [])
  }

  @Test("A patch beside what is too deep is applied; one that has to look into it is refused")
  func beside() throws {
    var deep = Tree.nested(Self.levels, by: .list)
    defer { deep.takeApart() }
    let held = deep
    let complaints = try onSmallStack(unoptimised: 3) { () -> [String] in
      var complaints: [String] = []
      do {
        var changed = Tree()
        changed.number = 7
        var start = Tree()
        start.number = held.number
        let reached = try held.applying(Patch(from: start, to: changed))
        if reached.number != 7 || reached.list.count != 1 { complaints.append("another value") }
        let whole = Patch(root: .replaced(old: .record([:]), new: .record(["number": .integer(1)])))
        complaints += taken([("replacing", { _ = try held.applying(whole) })])
      } catch {
        complaints.append("\(error)")
      }
      return complaints
    }
    #expect(complaints == [])
  }

  @Test(
    "A value at the depth limit is encoded, patched, counted and released on a small stack",
    arguments: Way.allCases
  )
  private func allowed(way: Way) throws {
    // A record and its list are two levels, a record and its case three. The innermost record has a case inside, too, and the
    // other tree is one record deeper.
    let depth = way == .knot ? 40 : 61
    let complaint = try onSmallStack(unoptimised: 3) { () -> String? in
      do {
        let tree = Tree.nested(depth, by: way)
        let other = Tree.nested(depth, by: way, around: Tree.nested(1, by: way))
        guard try Tree(json: tree.json()).isWritten(as: tree) else { return "another value" }
        guard try PlainValue(of: other).value(as: Tree.self) == other else { return "another plain value" }
        let patch = try Patch(from: tree, to: other)
        guard try tree.applying(patch).isWritten(as: other) else { return "another patch" }
        guard try other.applying(patch.inverted).isWritten(as: tree) else { return "another way back" }
        var copy = other
        try copy.applyRules()
        return copy.heapFootprint == other.heapFootprint && copy != tree ? nil : "another count"
      } catch {
        return "\(error)"
      }
    }
    #expect(complaint == nil)
  }

  private struct Sack: Described, Equatable {
    var sacks: [Sack] = []
    var marks: Set<[Int]> = []
    static func describe(_ field: inout Fields<Sack>) {
      field("sacks", \.sacks)
      field("marks", \.marks)
    }
  }

  @Test("Elements of a set count into the depth of the set")
  func sets() throws {
    for depth in 58...68 {
      let sack = (0..<depth).reduce(Sack(marks: [[1]])) { inner, _ in Sack(sacks: [inner]) }
      if depth <= 62 {
        #expect(try Sack(json: sack.json()) == sack)
      } else {
        #expect(throws: PatchError(.tooDeep(limit: 128)), "\(depth)") { try sack.json() }
      }
    }
  }

  @Test("So is a leaf that is nested too deep")
  func leaves() throws {
    var onion = (0..<Self.levels).reduce(Onion.core) { inner, _ in .skin(inner) }
    defer { while case .skin(let inner) = onion { onion = inner } }
    let held = onion
    let complaints = try onSmallStack(unoptimised: 3) {
      _ = held.heapFootprint
      return taken([
        ("json", { _ = try [held].json() }),
        ("plain value", { _ = try PlainValue(of: held) }),
        ("patch", { _ = try Patch(from: .core, to: held) }),
      ])
    }
    #expect(complaints == [])
    let short = (0..<20).reduce(Onion.core) { inner, _ in .skin(inner) }
    #expect(try [Onion](json: [short].json()) == [short])
  }
}
