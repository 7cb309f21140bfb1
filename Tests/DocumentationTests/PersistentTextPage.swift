import PersistentCollections
import Strata
import Testing

@Described
struct Chapter: Equatable {
  var title = ""
  var body: PersistentText = ""
}

@Suite("The examples on the page of persistent texts")
struct PersistentTextPageTests {
  @Test("A text and its older version")
  func versions() {
    var text: PersistentText = "Buy milk\nWrite the report\n"
    let before = text
    text.insert(contentsOf: "two ", at: text.index(text.startIndex, offsetBy: 4))

    print(text.lines[0].elementsEqual("Buy two milk"), before.lines.count)  // true 3
    print(text.changes(from: before))  // one change: "two " at bytes 4..<8
    #expect(String(text.lines[0]) == "Buy two milk" && before.lines.count == 3)
    #expect(text.changes(from: before) == [TextChange(from: "", at: 4, to: "two ", at: 4)])
  }

  @Test("Places by their numbers")
  func places() {
    let text: PersistentText = "let a = 1\nlet é = 2\n"
    let place = text.index(of: .init(line: 1, column: 5))  // nil where there is no such place
    let range = text.range(utf16Offsets: 14..<15)  // the range of an NSRange
    let scalars = text.unicodeScalars.distance(from: text.startIndex, to: text.endIndex)  // O(log n)
    #expect(place.map { text[$0] } == " ")
    #expect(range.map { String(text[$0]) } == "é")
    #expect(scalars == 20)
  }

  @Test("Lines that changed")
  func lines() {
    var text: PersistentText = "Monday: rain\nTuesday: sun\n"
    let before = text
    text.edit(to: "Monday: rain\nTuesday: snow\nWednesday: sun\n")

    for change in text.lineChanges(from: before) {
      print(before.lines[change.old].map(String.init), text.lines[change.new].map(String.init))
      // ["Tuesday: sun"] ["Tuesday: snow", "Wednesday: sun"]
    }
    #expect(text.lineChanges(from: before) == [.init(old: 1..<2, new: 1..<3)])
  }

  @Test("A place that outlives edits")
  func anchors() {
    var text: PersistentText = "Dear Ann, thank you."
    let cursor = text.anchor(at: text.index(text.startIndex, offsetBy: 8), beside: .after)
    text.insert(contentsOf: "My ", at: text.startIndex)
    text.replaceSubrange(text.index(of: cursor)..<text.endIndex, with: "!")  // My Dear Ann!
    #expect(text == "My Dear Ann!")
  }

  @Test("A text in a state")
  func described() throws {
    var chapter = Chapter(title: "One", body: PersistentText(String(repeating: "So it goes. ", count: 1_000)))
    let before = chapter
    chapter.body.append(contentsOf: "The end.")

    print(try Patch(from: before, to: chapter))  // body: + "The end." at byte 12000
    #expect(try Patch(from: before, to: chapter).description == "body: + \"The end.\" at byte 12000")
    #expect(chapter.heapFootprint(notIn: [before]).bytes < 1_000)
  }

  @Test("Regular expressions, line by line")
  func regularExpressions() {
    let log: PersistentText = "ok\nerror 7\nok\nerror 12\n"
    let numbers = log.lines.compactMap { String($0).firstMatch(of: /error (\d+)/)?.1 }  // 7, 12
    #expect(numbers == ["7", "12"])
  }
}
