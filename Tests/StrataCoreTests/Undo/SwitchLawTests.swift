import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// The promises of switches, whatever the walker and the model do: no letter is lost, doubled or comes back, and an order
/// that was seen once never changes.
@Suite("Laws of switches, in random sessions over one text")
struct SwitchLawTests {
  typealias Sheet = SwitchTableTests.Sheet

  /// The letters that a step brought and took.
  struct Letters {
    var come: Set<Character> = []
    var gone: Set<Character> = []
  }

  struct Session {
    let play: Play<Sheet>
    private let base: Set<Character>
    private var letters: [Int: Letters] = [:]
    private var seen: Set<[Character]> = []
    private var count = 0

    init(_ text: String) {
      play = SwitchTableTests.play(PersistentText(text))
      base = Set(text)
    }

    mutating func letter() -> Character {
      count += 1
      return Character(Unicode.Scalar(UInt32(0x100 + count)) ?? "?")
    }

    mutating func edit(_ author: String, at place: Int, removing: Int, inserting: Int) throws {
      let text = Array(String(play.text))
      let new = String((0..<inserting).map { _ in letter() })
      let gone = text[place..<place + removing]
      let moment = try play.edit(author) { sheet in
        let start = sheet.text.index(sheet.text.startIndex, offsetBy: place)
        let end = sheet.text.index(start, offsetBy: removing)
        return Patch(replacing: start..<end, of: sheet.text, with: new).inside(.field("text"))
      }
      letters[moment] = Letters(come: Set(new), gone: Set(gone))
    }

    /// Moves the switches of some steps at once.
    mutating func move(on isOn: Bool, _ isChosen: () -> Bool) throws {
      let moments = letters.keys.sorted().filter { _ in isChosen() }
      if !moments.isEmpty { try play.moveAll(moments, on: isOn) }
    }

    mutating func check(_ note: String) throws {
      let text = Array(String(play.text))
      let on = play.on.compactMap { letters[$0] }
      let wanted = on.reduce(into: base) { $0.formUnion($1.come) }.subtracting(on.flatMap(\.gone))
      try #require(Set(text) == wanted && text.count == wanted.count, "\(note): \(String(text))")
      for (index, letter) in text.enumerated() {
        for next in text[(index + 1)...] {
          try #require(!seen.contains([next, letter]), "\(note): \(letter) stood behind \(next)")
          seen.insert([letter, next])
        }
      }
    }
  }

  @Test("No letter is lost, doubled or comes back, and no order changes", arguments: 0..<4)
  func letters(part: Int) throws {
    for number in 0..<Soak.times(10) {
      let seed = UInt64(part * 1_000_000 + number)
      var random = SplitMix64(seed: seed)
      Soak.count(.session)
      var session = Session(String("abc".prefix(random.below(4))))
      let authors = ["user", "agent", "sync"].prefix(2 + random.below(2))
      for turn in 0..<25 {
        let author = authors[random.below(authors.count)]
        let count = session.play.text.count
        let place = random.below(count + 1)
        do {
          switch random.below(20) {
          case 0..<8:
            let removing = min([0, 0, 0, 1, 2][random.below(5)], count - place)
            try session.edit(author, at: place, removing: removing, inserting: 1 + random.below(2))
          case 8..<11:
            let removing = min(1 + random.below(3), count - place)
            if removing > 0 { try session.edit(author, at: place, removing: removing, inserting: 0) }
          case 11..<15: try session.play.undo(author)
          case 15..<18: try session.play.redo(author)
          default:
            let isOn = random.below(2) == 0
            try session.move(on: isOn) { random.below(3) == 0 }
          }
        } catch is Play<Sheet>.NothingChanges {}
        try session.check("seed \(seed), turn \(turn)")
      }
    }
  }

  /// Each of two authors has a half of the text; between both stands a bar.
  @Test("Two authors undo and redo as if the other one were not there", arguments: 0..<4)
  func halves(part: Int) throws {
    for number in 0..<Soak.times(10) {
      let seed = UInt64(part * 1_000_000 + number)
      var random = SplitMix64(seed: seed)
      Soak.count(.session)
      let play = SwitchTableTests.play("|")
      var (now, undone, redone) = (["", ""], [[String](), []], [[String](), []])
      for turn in 0..<30 {
        let one = random.below(2)
        let author = ["left", "right"][one]
        switch random.below(4) {
        case 0:
          guard let last = undone[one].popLast() else { continue }
          redone[one].append(now[one])
          now[one] = last
          try play.undo(author)
        case 1:
          guard let next = redone[one].popLast() else { continue }
          undone[one].append(now[one])
          now[one] = next
          try play.redo(author)
        default:
          var letters = Array(now[one])
          let place = random.below(letters.count + 1)
          let removing = min(random.below(3), letters.count - place)
          let new = ["a", "b", "ab"][random.below(3)]
          if String(letters[place..<place + removing]) == new { continue }
          let start = place + (one == 0 ? 0 : now[0].count + 1)
          try play.edit(author) { sheet in
            let first = sheet.text.index(sheet.text.startIndex, offsetBy: start)
            let end = sheet.text.index(first, offsetBy: removing)
            return Patch(replacing: first..<end, of: sheet.text, with: new).inside(.field("text"))
          }
          undone[one].append(now[one])
          redone[one] = []
          letters.replaceSubrange(place..<place + removing, with: new)
          now[one] = String(letters)
        }
        try #require(String(play.text) == now[0] + "|" + now[1], "seed \(seed), turn \(turn)")
      }
    }
  }
}
