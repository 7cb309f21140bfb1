import Workspace

extension Verb {
  static let notes = [
    Verb("note", "", "write a note in your editor, which VISUAL or EDITOR names", "note") { _ in
      .compose(note: nil)
    },
    Verb("note add", "TEXT", "make a note on the page in view", "note add It rains") {
      arguments throws(Misunderstood) in
      .send(.journal(.note(.add(try arguments.endingText(.text), at: arguments.context.now))))
    },
    Verb("note show", "ID", "show a note with the numbers of its lines", "note show 7") {
      arguments throws(Misunderstood) in .show(.note(try arguments.id(of: .note)))
    },
    Verb(
      "note edit",
      "ID [--line LINE | --append] [TEXT] | ID --remove LINE",
      "change what a note says, or one of its lines; without TEXT, in your editor",
      "note edit 7",
      "note edit 7 It pours",
      "note edit 7 --append Then the sun came out",
      "note edit 7 --line 2 Then it snowed",
      "note edit 7 --remove 2"
    ) { arguments throws(Misunderstood) in try edit(&arguments) },
    Verb("note time", "ID TIME", "change when a note was made", "note time 7 2026-11-20T18:30") {
      arguments throws(Misunderstood) in
      .send(.journal(.note(.retime(id: try arguments.id(of: .note), try arguments.time()))))
    },
    Verb("note delete", "IDS", "delete notes", "note delete 7") { arguments throws(Misunderstood) in
      .send(.journal(.note(.delete(try arguments.ids(of: .note)))))
    },
  ]

  static let categories = [
    Verb("category list", "", "show the categories in their order") { _ in .show(.categories) },
    Verb("category add", "NAME COLOR", "add a category", "category add Work blue") {
      arguments throws(Misunderstood) in
      .send(.journal(.category(.add(name: try arguments.text(.name), color: try arguments.tint()))))
    },
    Verb("category rename", "CATEGORY NAME", "rename a category", "category rename Work Job") {
      arguments throws(Misunderstood) in
      .send(.journal(.category(.rename(id: try arguments.category(), try arguments.endingText(.name)))))
    },
    Verb("category color", "CATEGORY COLOR", "recolour a category", "category color Work red") {
      arguments throws(Misunderstood) in
      .send(.journal(.category(.recolor(id: try arguments.category(), try arguments.tint()))))
    },
    Verb("category move", "CATEGORY POSITION", "put a category elsewhere", "category move Work 0") {
      arguments throws(Misunderstood) in
      let id = try arguments.category()
      return .send(.journal(.category(.reorder(id: id, to: try arguments.number(.position, from: 0)))))
    },
    Verb("category delete", "CATEGORY", "delete a category; its todos stay", "category delete Work") {
      arguments throws(Misunderstood) in
      .send(.journal(.category(.delete(id: try arguments.category()))))
    },
  ]

  static let bundles = [
    Verb("bundle list", "", "show the bundles") { _ in .show(.bundles) },
    Verb(
      "bundle create",
      "NAME TITLE… [--migrate]",
      "make a bundle of todos",
      "bundle create Daily Stretch Read --migrate"
    ) { arguments throws(Misunderstood) in
      .send(.journal(.bundle(.create(try content(&arguments)))))
    },
    Verb(
      "bundle edit",
      "BUNDLE NAME TITLE… [--migrate]",
      "give a bundle another content",
      "bundle edit Daily \"Every day\" Stretch"
    ) { arguments throws(Misunderstood) in
      let id = try arguments.bundle()
      return .send(.journal(.bundle(.edit(id: id, try content(&arguments)))))
    },
    Verb("bundle apply", "BUNDLE", "write a bundle's todos on the newest page", "bundle apply Daily") {
      arguments throws(Misunderstood) in
      .send(.journal(.bundle(.apply(id: try arguments.bundle()))))
    },
    Verb(
      "bundle repeat",
      "BUNDLE daily|weekdays|weekly|monthly|yearly|every|never [WHEN…] [--from DAY]",
      "have start today write a bundle's todos by itself on the days that it is due",
      "bundle repeat Daily daily",
      "bundle repeat Daily weekly monday thursday",
      "bundle repeat Daily monthly last",
      "bundle repeat Daily yearly 12-24",
      "bundle repeat Daily every 2 weeks --from 2026-11-30",
      "bundle repeat Daily never"
    ) { arguments throws(Misunderstood) in
      let start = try arguments.option("--from") { value throws(Misunderstood) in try value.day() }
      let id = try arguments.bundle()
      let days = try arguments.rhythm()
      let first = start ?? arguments.context.now.day
      return .send(.journal(.bundle(.schedule(id: id, days.flatMap { Rhythm($0, from: first) }))))
    },
    Verb("bundle delete", "BUNDLE", "delete a bundle", "bundle delete Daily") {
      arguments throws(Misunderstood) in
      .send(.journal(.bundle(.delete([try arguments.bundle()]))))
    },
  ]

  private static func edit(_ arguments: inout Arguments) throws(Misunderstood) -> Command {
    try arguments.exclude("--line", with: "--append", "--remove")
    let line = try arguments.option("--line") { value throws(Misunderstood) in
      try value.number(.line, from: 1)
    }
    let removed = try arguments.option("--remove") { value throws(Misunderstood) in
      try value.number(.line, from: 1)
    }
    let isAppending = arguments.flag("--append")
    let id = try arguments.id(of: .note)
    if let removed { return .send(.journal(.note(.removeLine(id: id, removed)))) }
    if arguments.isEmpty && !isAppending && line == nil { return .compose(note: id) }
    let text = try arguments.endingText(.text)
    if isAppending { return .send(.journal(.note(.append(id: id, text)))) }
    return .send(.journal(.note(line.map { .editLine(id: id, $0, text) } ?? .edit(id: id, text))))
  }

  private static func content(_ arguments: inout Arguments) throws(Misunderstood) -> TodoBundle.Content {
    let shouldMigrate = arguments.flag("--migrate")
    let (name, titles) = (try arguments.text(.name), try arguments.texts(.title))
    return TodoBundle.Content(name: name, todos: titles.map { .init($0) }, shouldMigrate: shouldMigrate)
  }
}
