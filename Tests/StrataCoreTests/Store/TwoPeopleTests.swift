import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Two people at one document, each in a part of it: each of them undoes and redoes as if the other one were not there.
@Suite("Undo and redo of two people, against a stack for each")
struct TwoPeopleTests {
  typealias Sheet = UndoneStepsTests.Sheet

  /// One person's half of the document.
  struct Half: Equatable {
    var text: [Character] = []
    var list: [Int] = []
    var marks: [String: Int] = [:]
  }

  /// One person's half, with the halves to undo and redo to.
  struct Person {
    var half = Half()
    var undone: [Half] = []
    var redone: [Half] = []

    mutating func undo() { if let last = undone.popLast() { (half, redone) = (last, redone + [half]) } }

    mutating func redo() { if let last = redone.popLast() { (half, undone) = (last, undone + [half]) } }

    mutating func make(_ new: Half) { (half, undone, redone) = (new, undone + [half], []) }
  }

  static let people: [Author] = ["left", "right"]

  /// An edit of one's own half, and what the half is then. Between both stands a bar; before that is the left one's half.
  static func edit(
    _ index: Int,
    of people: [Person],
    _ random: inout SplitMix64
  ) -> (action: Sheet.Action, half: Half) {
    var half = people[index].half
    let (textStart, listStart) =
      index == 0 ? (0, 0) : (people[0].half.text.count + 1, people[0].half.list.count + 1)
    switch random.below(7) {
    case 0, 1:
      let place = random.below(half.text.count + 1)
      // Letters and numbers that come again and again are told apart by their places alone.
      let letter: Character = random.below(2) == 0 ? "a" : "b"
      half.text.insert(letter, at: place)
      return (.type(String(letter), at: textStart + place), half)
    case 2 where !half.text.isEmpty:
      let place = random.below(half.text.count)
      let count = 1 + random.below(min(2, half.text.count - place))
      half.text.removeSubrange(place..<place + count)
      return (.delete(at: textStart + place, count: count), half)
    case 3, 4:
      let (place, number) = (random.below(half.list.count + 1), 1 + random.below(2))
      half.list.insert(number, at: place)
      return (.insert(number, at: listStart + place), half)
    case 5 where !half.list.isEmpty:
      let place = random.below(half.list.count)
      half.list.remove(at: place)
      return (.remove(at: listStart + place), half)
    default:
      let (name, number) = ("\(index) \(random.below(2))", random.below(1_000))
      half.marks[name] = number
      return (.mark(name, number), half)
    }
  }

  @Test(
    "undo(by:) and redo(by:) keep each author's half as if that author worked alone",
    arguments: UndoneStepsTests.attics
  )
  func halves(keeping: Keeping) throws {
    var again = 0
    for seed in 0..<UInt64(Soak.times(4)) {
      var random = SplitMix64(seed: seed)
      let start = Sheet(text: "|", list: [0])
      let store =
        seed.isMultiple(of: 2)
        ? Store(start, keeping: keeping) : Store(start, undoing: \.marks, \.list, \.text, keeping: keeping)
      var people = [Person(), Person()]
      var index = 0
      for number in 0..<120 {
        if random.below(3) == 0 { index = 1 - index }
        let author = Self.people[index]
        let note = "seed \(seed), call \(number) by \(author)"
        switch random.below(5) {
        case 0, 1:
          let (action, half) = Self.edit(index, of: people, &random)
          guard half != people[index].half else { continue }
          people[index].make(half)
          try store.send(action, as: author)
        case 2, 3:
          try #require(store.timeline.canUndo(by: author) == !people[index].undone.isEmpty, "\(note)")
          people[index].undo()
          try? store.undo(by: author)
        default:
          try #require(store.timeline.canRedo(by: author) == !people[index].redone.isEmpty, "\(note)")
          people[index].redo()
          try? store.redo(by: author)
          if store.timeline.present.switches.contains(where: \.isOn) { again += 1 }
        }
        let halves = people.map(\.half)
        try #require(
          String(store.state.text) == halves.map { String($0.text) }.joined(separator: "|"),
          "\(note)"
        )
        try #require(store.state.list == halves[0].list + [0] + halves[1].list, "\(note)")
        let marks = halves[0].marks.merging(halves[1].marks) { first, _ in first }
        try #require(Dictionary(uniqueKeysWithValues: store.state.marks.map { ($0, $1) }) == marks, "\(note)")
        try #require(store.timeline.brokenInvariants.isEmpty, "\(note)")
      }
    }
    #expect(again > 5)
  }
}
