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

  @Test("A person sees the caret below what they typed; a pipe has one line")
  func shown() throws {
    let program = try Program()
    #expect(try program.run("start today", "done 99").errors == "line 2: There is no todo 99.\n")
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("done 99\n")
    #expect(typist.sees("strata> ")?.hasSuffix("             ^~\nThere is no todo 99.\nstrata> ") == true)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }
}
