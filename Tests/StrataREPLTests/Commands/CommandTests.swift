import Testing

@testable import StrataREPL
@testable import Workspace

@Suite("A line becomes a command")
struct CommandTests {
  static let now = time("2026-11-21T09:30:00")

  /// A workspace with category 1, bundle 2, person 3, and two checkpoints.
  static let context: Context = {
    var state = AppState()
    let actions: [AppState.Action] = [
      .journal(.category(.add(name: "Work", color: .blue))),
      .journal(.bundle(.create(.init(name: "Daily", todos: [.init("Stretch")])))), .people(.add(name: "Ada")),
    ]
    for action in actions {
      do { try state.reduce(action) } catch { Issue.record("\(action) was refused: \(error)") }
    }
    return Context(state: state, now: now, checkpoints: ["To it", "Before the trip"])
  }()

  static func journal(_ action: Journal.Action) -> Command { .send(.journal(action)) }

  static func repeating(_ days: Rhythm.Days, _ start: String) -> Command {
    journal(.bundle(.schedule(id: 2, Rhythm(days, from: day(start)))))
  }

  static let todoLines: [(String, Command)] = [
    ("start today", journal(.startPage(day("2026-11-21")))),
    ("add Milk", journal(.add(title: "Milk"))), ("add \"Buy milk\"", journal(.add(title: "Buy milk"))),
    ("add Buy milk", journal(.add(title: "Buy milk"))),
    ("add  Buy \"oat  milk\" now", journal(.add(title: "Buy oat  milk now"))),
    ("add Don't forget", journal(.add(title: "Don't forget"))),
    ("add -- --no-migrate -- is an option", journal(.add(title: "--no-migrate -- is an option"))),
    ("add Call Ann --on tomorrow", journal(.add([NewTodo("Call Ann", start: now.day.next)]))),
    ("rename 4 12 eggs", journal(.rename([4], "12 eggs"))),
    ("back Before the trip", .back(.checkpoint("Before the trip"))),
    (#"add "A \"quote\" \\""#, journal(.add(title: #"A "quote" \"#))),
    // A backslash that could stand before nothing else is one.
    (#"add "C:\new \o/ \\\"""#, journal(.add(title: #"C:\new \o/ \""#))),
    ("add Buy\\ milk", journal(.add(title: "Buy milk"))),
    ("add \"\"", journal(.add(title: ""))),
    ("add \"\u{64f} a\u{301} b\"", journal(.add(title: "\u{64f} a\u{301} b"))),
    (
      "add Run --category Work --on tomorrow --url https://x.y --no-migrate",
      journal(
        .add([NewTodo("Run", category: 1, url: "https://x.y", shouldMigrate: false, start: day("2026-11-22"))]
        )
      )
    ),
    ("add --on 2026-12-24 Run", journal(.add([NewTodo("Run", start: day("2026-12-24"))]))),
    ("  done   12 ", journal(.complete([12], at: now))),
    ("done 1 3-5 9", journal(.complete([1, 3, 4, 5, 9], at: now))),
    ("done 1,3-5, 9", journal(.complete([1, 3, 4, 5, 9], at: now))),
    ("undone 1", journal(.uncomplete([1]))), ("abandon 1-2", journal(.abandon([1, 2], at: now))),
    ("pending 1", journal(.markPending([1]))), ("delete 3-3", journal(.delete([3]))),
    ("rename 1 2 \"New title\"", journal(.rename([1, 2], "New title"))),
    ("rename 1 1984", journal(.rename([1], "1984"))), ("file 2 1", journal(.setCategory([2], 1))),
    ("move 1 yesterday", journal(.send([1], to: day("2026-11-20")))),
    ("file 1 Work", journal(.setCategory([1], 1))), ("file 1 none", journal(.setCategory([1], nil))),
    ("link 1 https://x.y", journal(.setURL([1], "https://x.y"))), ("link 1 none", journal(.setURL([1], nil))),
    ("ended 1 2026-11-20T18:30", journal(.setEnding([1], at: time("2026-11-20T18:30:00")))),
  ]

  static let otherLines: [(String, Command)] = [
    ("page 2026-11-20", .send(.session(.show(day("2026-11-20"))))), ("page", .send(.session(.show(nil)))),
    ("note add Rain", journal(.note(.add("Rain", at: now)))),
    ("note edit 7 Sun", journal(.note(.edit(id: 7, "Sun")))),
    ("note edit 7 --line 2 Sun", journal(.note(.editLine(id: 7, 2, "Sun")))),
    ("note edit --append 7 Sun", journal(.note(.append(id: 7, "Sun")))),
    ("note edit 7 --remove 2", journal(.note(.removeLine(id: 7, 2)))), ("note show 7", .show(.note(7))),
    ("note", .compose(note: nil)), ("note edit 7", .compose(note: 7)),
    ("note time 7 2026-11-20T18:30", journal(.note(.retime(id: 7, time("2026-11-20T18:30:00"))))),
    ("note delete 7-8", journal(.note(.delete([7, 8])))),
    ("category add Home red", journal(.category(.add(name: "Home", color: .red)))),
    ("category rename Work Job", journal(.category(.rename(id: 1, "Job")))),
    ("category rename 1 Job", journal(.category(.rename(id: 1, "Job")))),
    ("category color Work teal", journal(.category(.recolor(id: 1, .teal)))),
    ("category move Work 0", journal(.category(.reorder(id: 1, to: 0)))),
    ("category delete Work", journal(.category(.delete(id: 1)))),
    (
      "bundle create Weekly Wash Iron --migrate",
      journal(
        .bundle(.create(.init(name: "Weekly", todos: [.init("Wash"), .init("Iron")], shouldMigrate: true)))
      )
    ),
    (
      "bundle edit Daily Daily Run",
      journal(.bundle(.edit(id: 2, .init(name: "Daily", todos: [.init("Run")]))))
    ),
    ("bundle repeat Daily daily", repeating(.every(1), "2026-11-21")),
    (
      "bundle repeat 2 weekdays --from tomorrow", repeating(Rhythm.weekdays(from: now.day).days, "2026-11-22")
    ),
    ("bundle repeat Daily weekly mon THURSDAY", repeating(.weekly([.monday, .thursday]), "2026-11-21")),
    ("bundle repeat Daily monthly last", repeating(.monthly(31), "2026-11-21")),
    ("bundle repeat Daily monthly 15", repeating(.monthly(15), "2026-11-21")),
    ("bundle repeat Daily yearly 02-29", repeating(.yearly(month: 2, day: 29), "2026-11-21")),
    ("bundle repeat --from 2026-01-01 Daily every 10 days", repeating(.every(10), "2026-01-01")),
    ("bundle repeat Daily every 1 week", repeating(.every(7), "2026-11-21")),
    ("bundle repeat Daily never", journal(.bundle(.schedule(id: 2, nil)))),
    ("bundle apply Daily", journal(.bundle(.apply(id: 2)))),
    ("bundle apply 2", journal(.bundle(.apply(id: 2)))),
    ("bundle delete Daily", journal(.bundle(.delete([2])))),
    ("canvas add Hi 1 -2.5 red", .send(.canvas(.create("Hi", at: Point(x: 1, y: -2.5), color: .red)))),
    ("canvas move 3 1 2", .send(.canvas(.move(id: 3, to: Point(x: 1, y: 2))))),
    ("canvas edit 3 Hello", .send(.canvas(.edit(id: 3, "Hello")))),
    ("canvas color 3-4 blue", .send(.canvas(.recolor([3, 4], .blue)))),
    ("canvas delete 3", .send(.canvas(.delete([3])))),
    ("people add Ben", .send(.people(.add(name: "Ben")))),
    ("people move 3 0", .send(.people(.move(tag: 3, to: 0)))),
    ("people delete 3", .send(.people(.delete([3])))),
    ("search Milk", .show(.search("Milk", pending: false, all: false))),
    ("search --all oat \"soy milk\" --pending", .show(.search("oat soy milk", pending: true, all: true))),
    ("list", .show(.page)), ("future", .show(.future)), ("category list", .show(.categories)),
    ("bundle list", .show(.bundles)), ("canvas list", .show(.canvas)), ("people list", .show(.people)),
    ("export markdown", .show(.exported(.markdown))), ("export html", .show(.exported(.html))),
    ("export json", .show(.exported(.json))),
    ("help", .show(.help(nil))), ("help note add", .show(.help("note add"))), ("quit", .quit),
  ]

  static let historyLines: [(String, Command)] = [
    ("undo", .undo(1)), ("undo 3", .undo(3)),
    ("undo only 3", .undoOnly(.number(3), anyway: false)),
    ("undo only saved --anyway", .undoOnly(.saved, anyway: true)), ("redo 2", .redo(2)),
    ("undo by agent", .undoBy("agent", anyway: false)), ("redo by me --anyway", .redoBy("me", anyway: true)),
    ("redo only 3", .redoOnly(.number(3), anyway: false)), ("as agent undo 2", .acting("agent", .undo(2))),
    ("as a as b redo", .acting("a", .acting("b", .redo(1)))), ("as a quit", .quit),
    ("merge 3", .merge(.number(3), nil)), ("merge 3 --mine", .merge(.number(3), .mine)),
    ("merge --theirs 3", .merge(.number(3), .theirs)), ("checkpoint Here", .checkpoint("Here")),
    ("back 3", .back(.number(3))), ("back \"To it\"", .back(.checkpoint("To it"))),
    ("diff \"To it\" 3", .show(.differences(from: .checkpoint("To it"), to: .number(3)))),
    ("jump \"To it\"", .jump(.checkpoint("To it"))),
    ("review since \"To it\"", .review(since: .checkpoint("To it"), by: nil)),
    ("review", .review(since: nil, by: nil)), ("review by me", .review(since: nil, by: "me")),
    ("review since saved by me", .review(since: .saved, by: "me")),
    ("reject 1 3-4", .reject([1, 3, 4], nil)),
    ("reject --anyway 2", .reject([2], .mine)), ("reject 1 2 --rest", .reject([1, 2], .theirs)),
    ("history", .show(.history(nil))),
    ("history 20", .show(.history(20))), ("branches", .show(.branches)), ("jump 4", .jump(.number(4))),
    ("jump saved", .jump(.saved)), ("jump oldest", .jump(.oldest)), ("jump present", .jump(.present)),
    ("diff", .show(.differences(from: nil, to: .present))),
    ("diff 3", .show(.differences(from: .number(3), to: .present))),
    ("diff 3 saved", .show(.differences(from: .number(3), to: .saved))), ("memory", .show(.memory)),
  ]

  static let fileLines: [(String, Command)] = [
    ("save", .save),
    ("import \"my file\"", .importDocument(path: "my file")),
    ("export a.md", .export(.markdown, path: "a.md", isReplacing: false)),
    ("export a.html --replace", .export(.html, path: "a.html", isReplacing: true)),
    ("export A.HTML", .export(.html, path: "A.HTML", isReplacing: false)),
    ("export --replace a.json", .export(.json, path: "a.json", isReplacing: true)),
    ("source a.txt", .source(path: "a.txt")),
  ]

  @Test("Lines that ask for something", arguments: todoLines + otherLines + historyLines + fileLines)
  func understood(line: String, command: Command) throws {
    #expect(try Command.parse(line, in: Self.context) == command)
  }

  @Test(
    "A name may be cut short where no other begins so",
    arguments: [("lis", "list"), ("cat l", "category list"), ("ab 1", "abandon 1"), ("n a x", "note add x")]
  )
  func prefixes(short: String, full: String) throws {
    #expect(try Command.parse(short, in: Self.context) == Command.parse(full, in: Self.context))
  }

  @Test("Edits of people change what they say, and nothing else")
  func people() throws {
    var ada = try #require(Self.context.state.document.people[3])
    let edits: [(String, (inout Person) -> Void)] = [
      ("people rename 3 \"Ada L.\"", { $0.name = "Ada L." }), ("people like 3 tea", { $0.likes = ["tea"] }),
      ("people dislike 3 noise", { $0.dislikes = ["noise"] }),
      ("people glasses 3 yes", { $0.face.glasses = true }),
    ]
    for (line, change) in edits {
      let original = ada
      let difference = ada.modify(change)
      ada = original
      #expect(try Command.parse(line, in: Self.context) == .send(.people(.edit(difference))))
    }
  }

  @Test("Lines that ask for nothing", arguments: ["", "   ", "# a remark", "#"])
  func nothing(line: String) throws {
    #expect(try Command.parse(line, in: Self.context) == nil)
  }

  @Test("Every command's examples are understood, and no two commands have the same name")
  func examples() throws {
    for verb in Verb.all {
      for example in verb.examples {
        #expect(try Command.parse(example, in: Self.context) != nil, "\(example)")
        #expect(example.hasPrefix(verb.name))
      }
    }
    #expect(Set(Verb.all.map(\.name)).count == Verb.all.count)
  }
}

/// Reads a day that a test writes, which is a day of the calendar.
func day(_ text: String) -> Day { Day(text)! }

/// Reads a time that a test writes, which clocks show.
func time(_ text: String) -> WallTime { WallTime(text)! }
