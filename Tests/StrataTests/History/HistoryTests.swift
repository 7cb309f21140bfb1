import Measuring
import Strata
import Testing

@Suite("A history of values")
struct HistoryTests {
  @Test("A new history has nothing on either side")
  func new() {
    let history = History("a")
    #expect(!history.canMove(.back) && !history.canMove(.forward))
    #expect(history.present == "a")
  }

  @Test("Moving at either end says so and changes nothing", arguments: [HistorySide.back, .forward])
  func ends(side: HistorySide) {
    var history = History(1)
    let before = history
    let moved = history.move(side)
    #expect(!moved)
    #expect(history == before)
  }

  @Test("An equal moment is no step and leaves what can be redone")
  func equalMoment() {
    var history = History(1)
    history.record(2)
    _ = history.move(.back)
    history.record(1)
    #expect(history.canMove(.forward))
    #expect(!history.canMove(.back))
  }

  @Test("A copy of a history does not move when the original does")
  func hiddenCopy() {
    var history = History(1)
    history.record(2)
    let copy = history
    history.record(3)
    _ = history.move(.back)
    _ = history.move(.back)
    #expect(copy.present == 2)
    #expect(copy.canMove(.back) && !copy.canMove(.forward))
  }

  @Test("Random steps agree with a list and a place in it", arguments: [1, 2, 3] as [UInt64])
  func model(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    var history = History(0)
    var (list, place) = ([0], 0)
    for step in 0..<10_000 {
      switch numbers.below(4) {
      case 0, 1:
        let value = numbers.below(5)
        history.record(value)
        if value != list[place] {
          list = list[...place] + [value]
          place += 1
        }
      case 2:
        let moved = history.move(.back)
        #expect(moved == (place > 0), "seed \(seed), step \(step)")
        place = max(0, place - 1)
      default:
        let moved = history.move(.forward)
        #expect(moved == (place + 1 < list.count), "seed \(seed), step \(step)")
        place = min(list.count - 1, place + 1)
      }
      #expect(history.present == list[place], "seed \(seed), step \(step)")
      #expect(history.canMove(.back) == (place > 0), "seed \(seed), step \(step)")
      #expect(history.canMove(.forward) == (place + 1 < list.count), "seed \(seed), step \(step)")
    }
  }
}
