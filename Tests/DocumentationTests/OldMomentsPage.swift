import Strata
import Testing

@Suite("The examples on the page about old moments")
struct OldMomentsPageTests {
  fileprivate struct Notebook: Reducible {
    var notes = Notes()

    @Described
    struct Notes: Equatable {
      var lines: [String] = []
    }

    mutating func reduce(_ line: String) { notes.lines.append(line) }
  }

  @Test("A limit in bytes is kept, and what a history keeps is told")
  func bytes() throws {
    let frugal = Store(Notebook(), undoing: \.notes, keeping: .bytes(20_000))
    print(frugal.historyBytes ?? 0)
    try frugal.keep(bytes: 5_000)
    try frugal.keep(steps: 200)
    for number in 1...100 { try frugal.send("Line \(number)") }
    let bytes = try #require(frugal.historyBytes)
    #expect(bytes <= 5_000 && frugal.canUndo)
    try frugal.forgetHistory()
    #expect(frugal.historyBytes == 0)
  }

  @Test("A limit keeps so many steps, and an attic keeps all of them")
  func runs() throws {
    let long = Store(Notebook(), undoing: \.notes, keeping: Keeping(snapshots: 64))
    let alone = Store(Notebook(), undoing: \.notes, keeping: .unpacked)  // snapshots alone
    let brief = Store(Notebook(), undoing: \.notes, keeping: .steps(100))
    #expect(alone.keeping == .unpacked)
    let pictures = brief.observeEvictions { gone in
      for moment in gone { print("Moment \(moment) is gone") }
    }
    defer { pictures.cancel() }
    for number in 1...300 {
      try brief.send("Line \(number)")
      try long.send("Line \(number)")
    }
    while brief.canUndo { try brief.undo() }
    while long.canUndo { try long.undo() }
    #expect(brief.state.notes.lines.count == 200)
    #expect(long.state.notes.lines.isEmpty)
  }
}
