import Measuring
import Testing

@testable import StrataCore

@Suite("The marks of a page, against a set of places")
struct PageMarksTests {
  @Test("Marks are set, counted and moved as the places in a set", arguments: 1...8 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (marks, places) = (PageMarks(first: 0b1011), Set([0, 1, 3]))
    for _ in 0..<400 {
      let place = random.below(PageMarks.capacity)
      marks[place].toggle()
      if places.remove(place) == nil { places.insert(place) }
      #expect(marks[place] == places.contains(place))
      #expect(marks.count(before: place) == places.count { $0 < place })
    }
    #expect(marks.places == places.sorted() && marks.count == places.count)
    let offset = random.below(40)
    var moved = PageMarks()
    var few = PageMarks()
    for place in places where place + offset < PageMarks.capacity { few[place] = true }
    moved.add(few, at: offset)
    #expect(moved.places == few.places.map { $0 + offset })
    for place in places { marks[place] = false }
    #expect(marks.isEmpty && PageMarks().isEmpty && !few.isEmpty)
  }
}
