import Testing

@testable import StrataREPL
@testable import Workspace

@Suite("What is wrong with a line is said of its word")
struct MistakeTests {
  /// A workspace with category Work, bundle Daily, and the todos 4 Milk and 5 Oats.
  static let context: Context = {
    var context = CommandTests.context
    for line in ["start today", "add Milk", "add Oats"] {
      guard case .send(let action)? = try? Command.parse(line, in: context) else {
        Issue.record("\(line) is no action")
        continue
      }
      do { try context.state.reduce(action) } catch { Issue.record("\(line) was refused: \(error)") }
    }
    return context
  }()

  static func mistake(_ line: String) -> Misunderstood? {
    do throws(Misunderstood) {
      _ = try Command.parse(line, in: context)
      return nil
    } catch {
      return error
    }
  }

  static let names: [(String, String, String)] = [
    ("dance", "dance", "There is no command 'dance'. Try: help"),
    ("lsit", "lsit", "There is no command 'lsit'. Did you mean list?"),
    ("lists", "lists", "There is no command 'lists'. Did you mean list?"),
    ("abandn 1", "abandn", "There is no command 'abandn'. Did you mean abandon?"),
    ("nte add x", "nte", "There is no command 'nte'. Did you mean note add?"),
    ("note x", "x", "'x' does not go on with 'note'. Write add, show, edit, time or delete behind it."),
    ("note shw 7", "shw", "'shw' does not go on with 'note'. Did you mean note show?"),
    (
      "canvas", "canvas",
      "'canvas' alone is no command. Write list, add, move, edit, color or delete behind it."
    ),
    ("e", "e", "'e' can be ended or export. Write a little more of it."),
    ("note x y", "x", "'x' does not go on with 'note'. Write add, show, edit, time or delete behind it."),
    ("category r", "", ""), ("people d 1", "d", "'d' can be dislike or delete. Write a little more of it."),
    ("help dnoe", "dnoe", "There is no command 'dnoe'. Did you mean done?"),
    ("help note x", "x", "'x' does not go on with 'note'. Write add, show, edit, time or delete behind it."),
  ].filter { !$0.2.isEmpty }

  static let texts: [(String, String, String)] = [
    ("list all", "all", "'all' is too much: nothing more stands behind 'list'. Leave it out."),
    ("undo 3 4", "4", "'4' is too much: nothing more stands behind '3'. Leave it out."),
    (
      "add", "",
      "Behind 'add' a title is missing. Write what is to be done."
    ),
    (
      "rename 4", "",
      "Behind '4' a title is missing. Write what is to be done."
    ),
    (
      "move 4", "", "Behind '4' a day is missing. Write today, tomorrow, yesterday or one such as 2026-11-20."
    ),
    ("start", "", "Behind 'start' one more word is missing. Write today."),
    ("start tomorrow", "tomorrow", "'tomorrow' does not fit here. Write today."),
    ("people glasses 3 maybe", "maybe", "'maybe' does not fit here. Write yes or no."),
    (
      #"add "open"#, "\"",
      #"The quotation that begins here has no end. Write another quotation mark behind the text, or \" for the mark itself."#
    ),
    (
      #"add \"#, #"\"#,
      #"The backslash at the end of the line has nothing to stand before. Write \\ for the character itself."#
    ),
    (
      "export a.txt", "a.txt",
      "'a.txt' does not end as a kind of file does that can be written. Write one that ends in .md, .html or .json."
    ),
    (#"source """#, "", "'' names no file. Write the name of a file."),
    ("import \"a\0b\"", "a\0b", #"'a\u{0}b' names no file. Write the name of a file."#),
  ]

  static let kinds: [(String, String, String)] = [
    ("undo abc", "abc", "'abc' is not a number of steps. Write one such as 3."),
    ("undo 0", "0", "'0' is too small a number. The least is 1."),
    ("history x", "x", "'x' is not a whole number. Write one such as 3."),
    (
      "add x --on someday", "someday",
      "'someday' is not a day. Write today, tomorrow, yesterday or one such as 2026-11-20."
    ),
    (
      "bundle repeat Daily fortnightly", "fortnightly",
      "'fortnightly' does not fit here. Write daily, weekdays, weekly, monthly, yearly, every or never."
    ),
    (
      "bundle repeat Daily weekly mun", "mun",
      "'mun' is not a day of the week. Write one such as monday or fri."
    ),
    ("bundle repeat Daily weekly mondy", "mondy", "'mondy' is not a day of the week. Did you mean monday?"),
    (
      "bundle repeat Daily monthly 32", "32",
      "'32' is not a day of the month. Write one such as 1, 15 or last."
    ),
    (
      "bundle repeat Daily yearly 02-30", "02-30",
      "'02-30' is not a day of the year. Write month and day, such as 12-24."
    ),
    ("bundle repeat Daily every 0 days", "0", "'0' is too small a number. The least is 1."),
    ("bundle repeat Daily every 600 weeks", "600", "'600' is too large a number. The most is 522."),
    (
      "page someday", "someday",
      "'someday' is not a day. Write today, tomorrow, yesterday or one such as 2026-11-20."
    ),
    ("move 4 tomorow", "tomorow", "'tomorow' is not a day. Did you mean tomorrow?"),
    ("jump savd", "savd", "'savd' is not a moment. Did you mean saved?"),
    ("back \"To id\"", "To id", "'To id' is not a moment. Did you mean \"To it\"?"),
    (
      "jump -1", "-1",
      "'-1' is not a moment. Write present, saved, oldest, the name of a checkpoint or a number that history shows."
    ),
    ("ended 4 noon", "noon", "'noon' is not a time. Write one such as 2026-11-20T18:30."),
    ("category add Home gren", "gren", "'gren' is not a color. Did you mean green?"),
    (
      "category color Work mauve", "mauve",
      "'mauve' is not a color. Write blue, red, green, orange, purple, pink, teal or yellow."
    ),
    ("canvas add Hi nan 2 red", "nan", "'nan' is not a coordinate. Write one such as 10 or -2.5."),
    ("canvas move 3 1 1e400", "1e400", "'1e400' is not a coordinate. Write one such as 10 or -2.5."),
    (
      "search \" \" --all", " ", "' ' is not a word to look for. Write what a title or a note has in it."
    ), ("canvas add Hi 1 red", "red", "'red' is not a coordinate. Write one such as 10 or -2.5."),
    ("people move 3 -1", "-1", "'-1' is too small a number. The least is 0."),
    (
      "category move Work first", "first",
      "'first' is not a position. Write one such as 0, which is the first."
    ),
    ("note edit 7 --line two x", "two", "'two' is not the number of a line. Write one such as 2."),
    ("note show Rain", "Rain", "'Rain' is not the number of a note. Write one such as 7."),
    ("done one", "one", "'one' is not the number of a todo. Write numbers and ranges such as 1 3-5."),
    ("done milk", "milk", "'milk' is not the number of a todo. Did you mean 4 (Milk)?"),
    ("done 4 x", "x", "'x' is not the number of a todo. Write numbers and ranges such as 1 3-5."),
    (
      "done -9223372036854775808", "-9223372036854775808",
      "'-9223372036854775808' is not the number of a todo. Write numbers and ranges such as 1 3-5."
    ),
    ("done 5-3", "5-3", "'5-3' runs backwards. Did you mean 3-5?"),
    ("done 1-100001", "1-100001", "'1-100001' is too long a range. Write at most 100,000 numbers."),
    ("add x --category Wrok", "Wrok", "There is no category 'Wrok'. Did you mean Work?"),
    ("file 4 Play", "Play", "There is no category 'Play'. See: category list"),
    ("bundle apply daly", "daly", "There is no bundle 'daly'. Did you mean Daily?"),
    ("people like 9 tea", "9", "There is no person '9'. See: people list"),
  ]

  static let options: [(String, String, String)] = [
    (
      "add Buy milk --onn today", "--onn",
      "There is no option '--onn' for 'add'. Did you mean --on?"
    ),
    (
      "add x --categroy Work", "--categroy",
      "There is no option '--categroy' for 'add'. Did you mean --category?"
    ),
    (
      "add x --on=tomorrow", "--on=tomorrow",
      "There is no option '--on=tomorrow' for 'add'. Did you mean --on tomorrow?"
    ),
    (
      "add --foo", "--foo",
      "There is no option '--foo' for 'add'. Between quotation marks it would be a text. See: help add"
    ),
    (
      "list --all", "--all",
      "There is no option '--all' for 'list'. Between quotation marks it would be a text. See: help list"
    ),
    (
      "add x --on", "",
      "Behind '--on' a day is missing. Write today, tomorrow, yesterday or one such as 2026-11-20."
    ),
    (
      "add x --on --url y", "",
      "Behind '--on' a day is missing. Write today, tomorrow, yesterday or one such as 2026-11-20."
    ),
    ("add x --on today --on tomorrow", "--on", "'--on' stands there twice. Leave one out."),
    ("note edit 7 --line 2 --append x", "--append", "'--append' does not go with '--line'. Leave one out."),
    ("note edit 7 --remove 2 x", "x", "'x' is too much: nothing more stands behind '7'. Leave it out."),
  ]

  @Test("Every mistake has a sentence of its own, about a word", arguments: names + texts + kinds + options)
  func sentence(line: String, word: String, sentence: String) throws {
    let error = try #require(Self.mistake(line))
    #expect(error.description == sentence)
    let place = try #require(error.place)
    let scalars = Array(line.unicodeScalars)[place].filter { $0 != "\"" || word == "\"" }
    #expect(String(String.UnicodeScalarView(scalars)) == word)
  }

  @Test("Mistakes of different kinds do not share a sentence")
  func different() {
    let all = Self.names + Self.texts + Self.kinds + Self.options
    let shapes = Set(all.map { $0.2.replacing(/'[^']*'/, with: "'…'").replacing(/Did you mean.*/, with: "") })
    #expect(shapes.count > 40)
  }

  @Test("With every command: what is missing, too much, or no option of it, is named, and how it is written")
  func everyCommand() throws {
    let endingInText: Set = [
      "add", "rename", "note add", "note edit", "checkpoint", "category rename", "canvas edit", "people add",
      "people rename",
      "people like", "people dislike",
    ]
    for verb in Verb.all {
      if !verb.form.isEmpty && !verb.form.hasPrefix("[") {
        let error = try #require(Self.mistake(verb.name), "\(verb.name)")
        #expect(error.description.hasPrefix("Behind '\(verb.words.last ?? "")' "), "\(error)")
        #expect(error.usage == verb.usage)
      }
      for example in verb.examples {
        let wrong = try #require(Self.mistake(example + " --nonsense"), "\(example)")
        #expect(wrong.description.contains("'--nonsense'"), "\(wrong)")
        let much = Self.mistake(example + " word \"another word\"")
        if endingInText.contains(verb.name), !example.contains("--remove") {
          #expect(much == nil, "\(example)")
        } else if !verb.form.contains("…") && !verb.form.contains("COMMAND") {
          #expect(much?.place != nil && much?.description.contains("'") == true)
          // What goes on with other words, as note does, has no usage of its own.
          let isBegun =
            Verb.all.contains { $0.words.count > 1 && $0.words[0] == verb.name } && verb.form.isEmpty
          #expect(much?.usage == (isBegun ? nil : verb.usage))
        }
      }
    }
  }

  @Test("A guess of what was meant can be typed")
  func guesses() throws {
    for (line, _, sentence) in Self.texts where sentence.contains("Did you mean") {
      for guess in try #require(Self.mistake(line)).guesses where guess != "steps" {
        #expect(Self.mistake(guess) == nil, "\(guess)")
      }
    }
  }

  @Test("A quoted word is a text, whatever it looks like")
  func quotedOptions() throws {
    #expect(try Command.parse(#"add "--on""#, in: Self.context) == CommandTests.journal(.add(title: "--on")))
    #expect(try Command.parse(#"add \--on"#, in: Self.context) == CommandTests.journal(.add(title: "--on")))
    for text in ["a b", "--on", "a\"b", "a\\b", "", "#x", "é"] {
      #expect(try words(of: quoted(text)).map(\.text) == [text])
      #expect(
        try Command.parse("add \(quoted(text))", in: Self.context) == CommandTests.journal(.add(title: text))
      )
    }
  }

  @Test("A guess of a name that several things have stands there once")
  func namesakes() {
    #expect(near("dayly", among: ["Daily", "Daily", "Dayli"]) == ["Daily", "Dayli"])
  }
}
