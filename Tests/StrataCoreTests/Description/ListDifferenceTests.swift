import Measuring
import StrataCore
import TestSupport
import Testing

@Suite("The difference of two lists")
struct ListDifferenceTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var text = ""
  }

  /// The rows of a table view after a difference: it takes rows away and puts rows in, moved ones too, and
  /// then shows the updated ones anew.
  func shown(_ old: [Row], _ difference: ListDifference<Row>, _ new: [Row]) -> [Row] {
    var rows = old
    for position in (difference.removed + difference.moved.map(\.from)).sorted(by: >) {
      rows.remove(at: position)
    }
    let arrivals =
      difference.inserted.map { ($0.position, $0.element) } + difference.moved.map { ($0.to, old[$0.from]) }
    for (position, row) in arrivals.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: position) }
    for update in difference.updated { rows[update.to] = new[update.to] }
    return rows
  }

  @Test("Inserted, removed, updated and moved rows have the positions that a table view uses")
  func words() {
    let old = [Row(id: 1), Row(id: 2), Row(id: 3), Row(id: 4)]
    let new = [Row(id: 4), Row(id: 2, text: "two"), Row(id: 5), Row(id: 3)]
    let difference = ListDifference(from: old, to: new)
    #expect(difference.removed == [0])
    #expect(difference.inserted == [.init(position: 2, element: Row(id: 5))])
    #expect(difference.moved == [.init(from: 3, to: 0)])
    #expect(difference.updated == [.init(from: 1, to: 1, old: Row(id: 2), new: Row(id: 2, text: "two"))])
    #expect(difference.applied(to: old) == new)
    #expect(ListDifference(from: old, to: old).isEmpty)
  }

  @Test("Any two lists, duplicates included: a table view and applying both end at the new one")
  func random() {
    var random = SplitMix64(seed: 31)
    for round in 0..<Soak.times(3_000) {
      func list() -> [Row] {
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          Row(
            id: Int.random(in: 0..<9, using: &random),
            text: ["a", "b"][Int.random(in: 0..<2, using: &random)]
          )
        }
      }
      let (old, new) = (list(), list())
      let difference = ListDifference(from: old, to: new)
      #expect(shown(old, difference, new) == new, "round \(round): \(old) to \(new)")
      #expect(difference.applied(to: old) == new, "round \(round): \(old) to \(new)")
      #expect(difference.isEmpty == (old == new))
    }
  }

  @Test("No fewer rows are moved than have to be: all orders of six rows")
  func fewestMoves() {
    func orders(_ rest: [Int]) -> [[Int]] {
      rest.isEmpty ? [[]] : rest.flatMap { first in orders(rest.filter { $0 != first }).map { [first] + $0 } }
    }
    func longestAscent(_ numbers: [Int]) -> Int {
      (0..<(1 << numbers.count)).map { choice in
        let chosen = numbers.indices.filter { choice >> $0 & 1 == 1 }.map { numbers[$0] }
        return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : 0
      }.max() ?? 0
    }
    for order in orders(Array(0..<6)) {
      let difference = ListDifference(from: (0..<6).map { Row(id: $0) }, to: order.map { Row(id: $0) })
      #expect(difference.moved.count == 6 - longestAscent(order), "\(order)")
    }
  }

  @Test("A difference that does not fit the list gives nothing")
  func misfit() {
    let difference = ListDifference(from: [Row(id: 1), Row(id: 2)], to: [Row(id: 2), Row(id: 1)])
    #expect(difference.applied(to: []) == nil)
    #expect(difference.applied(to: [Row(id: 9)]) == nil)
  }
}

@Suite("Undo and redo steps of one entity")
struct UndoRedoStepTests {
  @Test("A step created, updated, deleted or left alone, and flipping it twice gives it back")
  func kinds() {
    let steps: [(UndoRedoStep<Int>, UndoRedoKind, UndoRedoKind)] = [
      (UndoRedoStep(old: nil, new: 1), .created, .deleted),
      (UndoRedoStep(old: 1, new: nil), .deleted, .created),
      (UndoRedoStep(old: 1, new: 2), .updated, .updated),
      (UndoRedoStep(old: 1, new: 1), .unchanged, .unchanged),
      (UndoRedoStep(old: nil, new: nil), .unchanged, .unchanged),
    ]
    for (step, kind, flipped) in steps {
      #expect(step.kind == kind)
      #expect(step.flipped().kind == flipped)
      #expect(step.flipped().flipped() == step)
      var again = step
      again.flip()
      #expect(again == step.flipped())
    }
  }

  @Test("The steps between two versions of a map are those of the entities that changed")
  func maps() {
    var sample = Sample()
    for id in 1...3 { sample.items[id] = Item(id: id) }
    var after = sample
    after.items[1] = nil
    after.items[2]?.title = "two"
    after.items[4] = Item(id: 4)
    let changes = after.items.changes(from: sample.items).sorted { $0.key < $1.key }
    #expect(changes.map(\.key) == [1, 2, 4])
    #expect(changes.map { UndoRedoStep($0).kind } == [.deleted, .updated, .created])
  }
}
