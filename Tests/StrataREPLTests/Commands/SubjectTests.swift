import Strata
import Testing
import Workspace

@testable import StrataREPL

@Suite("What was refused is pointed at")
struct SubjectTests {
  /// The word that an error is about, in a line.
  private func word(_ line: String, _ error: any Error) -> String? {
    guard let pointed = PointedComplaint(of: error, in: line, MistakeTests.context), let place = pointed.place
    else {
      return nil
    }
    let scalars = Array(line.unicodeScalars)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[place])
    return String(text)
  }

  static let cases: [(String, any Error, String?)] = [
    ("done 99", JournalError.noTodo(99), "99"), ("done 1 3-5 9", JournalError.alreadyDone(4), "3-5"),
    ("done 1,3-5,9 7", JournalError.notEnded(4), "1,3-5,9"), ("done 1 2", JournalError.noTodo(99), nil),
    ("rename 4 \" \"", JournalError.emptyTitle, "\" \""), ("add \"\"", JournalError.emptyTitle, "\"\""),
    ("link 4 nowhere", JournalError.notAURL("nowhere"), "nowhere"),
    ("page yesterday", JournalError.noSuchPage(Day("2026-11-20")!), "yesterday"),  // A day of the calendar.
    ("start today", JournalError.pageExists(Day("2026-11-21")!), "today"),  // A day of the calendar.
    ("add x", JournalError.noPage, nil),
    ("note edit 7 --line 7 x", JournalError.noLine(7, note: 7, of: 2), "7"),
    ("category move 1 1", JournalError.noPosition(1, of: 1), "1"),
    ("category add Work red", JournalError.categoryExists("Work"), "Work"),
    ("canvas move 3 1 2", CanvasError.noAnnotation(3), "3"),
    ("canvas add x nan 2 red", CanvasError.notAPlace, nil),
    ("people move 3 9", PeopleError.noPosition(9, of: 1), "9"),
    ("jump 77", NoMoment(name: .number(77)), "77"),
    ("back Home", NoMoment(name: .checkpoint("Home")), "Home"),
    ("diff saved", NoMoment(name: .saved), "saved"),
    ("import \"a b.json\"", NoFile(path: "a b.json"), "\"a b.json\""),
    ("export \"no/a b.md\"", NoFolder(path: "no/a b.md"), "\"no/a b.md\""),
    ("reject 3", NothingReviewed(number: 3), "3"),
    ("as agent done 99", JournalError.noTodo(99), "99"), ("undo", StoreError.nothingToUndo, nil),
    ("done -9223372036854775808", JournalError.noTodo(.min), nil), ("done \"9", JournalError.noTodo(9), nil),
  ]

  @Test("The word is the one that the error is about; where there is none, none", arguments: cases.indices)
  func words(index: Int) {
    let (line, error, expected) = Self.cases[index]
    #expect(word(line, error) == expected, "\(line)")
  }

  @Test("Of two numbers that are the same, it is the one that is meant")
  func twice() throws {
    func place(_ line: String, _ error: JournalError) -> Int? {
      PointedComplaint(of: error, in: line, MistakeTests.context)?.place?.lowerBound
    }
    #expect(place("note edit 7 --line 7 x", .noLine(7, note: 7, of: 2)) == 19)
    #expect(place("note edit 7 --line 7 x", .noNote(7)) == 10)
    #expect(place("category move 1 1", .noPosition(1, of: 1)) == 16)
  }

  static let nextSteps: [(any Error, String)] = [
    (JournalError.noTodo(99), "There is no todo 99. The numbers on this page are 4-5. See: list"),
    (
      JournalError.noNote(99),
      "There is no note 99. There is none on this page yet. To make one: note add TEXT"
    ),
    (
      JournalError.alreadyDone(4),
      "Todo 4 is done already. To say that it is not done after all: undone 4"
    ),
    (JournalError.noCategory(8), "There is no category 8. See: category list"),
    (
      CanvasError.noAnnotation(8),
      "There is no annotation 8. There is none yet. To make one: canvas add TEXT X Y COLOR"
    ),
    (PeopleError.noPerson(8), "There is no person 8. The only number is 3. See: people list"),
    (StoreError.nothingToUndo, "There is nothing to undo. See: history"),
    (JournalError.noPage, "There is no page to write on yet. Start one with: start today"),
  ]

  @Test("An error names the numbers that there are, or what to type next", arguments: nextSteps.indices)
  func nextStep(index: Int) throws {
    let (error, expected) = Self.nextSteps[index]
    #expect(told(error, in: MistakeTests.context) == expected)
  }

  @Test("Numbers are named in runs, and of many runs the first and the last")
  func runs() throws {
    var context = MistakeTests.context
    for _ in 0..<20 { try context.state.reduce(.journal(.add(title: "Todo"))) }
    try context.state.reduce(.journal(.delete([5, 8])))
    let few = "The numbers on this page are 4, 6-7 and 9-25. See: list"
    #expect(told(JournalError.noTodo(5), in: context) == "There is no todo 5. \(few)")
    try context.state.reduce(.journal(.delete([10, 12, 14, 16])))
    let many = "The numbers on this page go from 4 to 25. See: list"
    #expect(told(JournalError.noTodo(5), in: context) == "There is no todo 5. \(many)")
  }

  @Test("A person sees the caret below what they typed; a pipe has one line")
  func shown() throws {
    let program = try Program()
    let none = "There is none on this page yet. To make one: add TITLE"
    #expect(try program.run("start today", "done 99").errors == "line 2: There is no todo 99. \(none)\n")
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("done 99\n")
    #expect(
      typist.sees("strata> ")?.hasSuffix("             ^~\nThere is no todo 99. \(none)\nstrata> ") == true
    )
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }
}
