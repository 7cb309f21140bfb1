import Workspace

extension Verb {
  static let notes = [
    Verb("note add", "TEXT", "make a note on the page in view", "note add \"It rains\"") { arguments in
      let now = arguments.context.now
      return arguments.word().map { .send(.journal(.note(.add($0, at: now)))) }
    },
    Verb("note show", "ID", "show a note with the numbers of its lines", "note show 7") { arguments in
      arguments.number().map { .show(.note($0)) }
    },
    Verb(
      "note edit",
      "ID [--line NUMBER | --append] TEXT | ID --remove NUMBER",
      "change what a note says, or one of its lines",
      "note edit 7 \"It pours\"",
      "note edit 7 --append \"Then the sun came out\"",
      "note edit 7 --line 2 \"Then it snowed\"",
      "note edit 7 --remove 2"
    ) { arguments in edit(&arguments).map { .send(.journal(.note($0))) } },
    Verb("note time", "ID TIME", "change when a note was made", "note time 7 2026-11-20T18:30") { arguments in
      guard let id = arguments.number(), let time = arguments.time() else { return nil }
      return .send(.journal(.note(.retime(id: id, time))))
    },
    Verb("note delete", "IDS", "delete notes", "note delete 7") { arguments throws(Misunderstood) in
      try arguments.ids().map { .send(.journal(.note(.delete($0)))) }
    },
  ]

  static let categories = [
    Verb("category list", "", "show the categories in their order") { _ in .show(.categories) },
    Verb("category add", "NAME COLOR", "add a category", "category add Work blue") { arguments in
      guard let name = arguments.word(), let color = arguments.tint() else { return nil }
      return .send(.journal(.category(.add(name: name, color: color))))
    },
    Verb("category rename", "CATEGORY NAME", "rename a category", "category rename Work Job") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.category(), let name = arguments.word() else { return nil }
      return .send(.journal(.category(.rename(id: id, name))))
    },
    Verb("category color", "CATEGORY COLOR", "recolour a category", "category color Work red") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.category(), let color = arguments.tint() else { return nil }
      return .send(.journal(.category(.recolor(id: id, color))))
    },
    Verb("category move", "CATEGORY POSITION", "put a category elsewhere", "category move Work 0") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.category(), let position = arguments.number() else { return nil }
      return .send(.journal(.category(.reorder(id: id, to: position))))
    },
    Verb("category delete", "CATEGORY", "delete a category; its todos stay", "category delete Work") {
      arguments throws(Misunderstood) in
      try arguments.category().map { .send(.journal(.category(.delete(id: $0)))) }
    },
  ]

  static let bundles = [
    Verb("bundle list", "", "show the bundles") { _ in .show(.bundles) },
    Verb(
      "bundle create",
      "NAME TITLE… [--migrate]",
      "make a bundle of todos",
      "bundle create Daily Stretch Read --migrate"
    ) {
      arguments in
      content(&arguments).map { .send(.journal(.bundle(.create($0)))) }
    },
    Verb(
      "bundle edit",
      "BUNDLE NAME TITLE… [--migrate]",
      "give a bundle another content",
      "bundle edit Daily \"Every day\" Stretch"
    ) {
      arguments throws(Misunderstood) in
      guard let id = try arguments.bundle(), let content = content(&arguments) else { return nil }
      return .send(.journal(.bundle(.edit(id: id, content))))
    },
    Verb("bundle apply", "BUNDLE", "write a bundle's todos on the newest page", "bundle apply Daily") {
      arguments throws(Misunderstood) in
      try arguments.bundle().map { .send(.journal(.bundle(.apply(id: $0)))) }
    },
    Verb("bundle delete", "BUNDLE", "delete a bundle", "bundle delete Daily") {
      arguments throws(Misunderstood) in
      try arguments.bundle().map { .send(.journal(.bundle(.delete([$0])))) }
    },
  ]

  private static func edit(_ arguments: inout Arguments) -> Note.Action? {
    let (line, removed) = (arguments.option("--line"), arguments.option("--remove"))
    let isAppending = arguments.flag("--append")
    guard [line != nil, removed != nil, isAppending].filter(\.self).count < 2, let id = arguments.number()
    else {
      return nil
    }
    if let removed { return Int(removed).map { .removeLine(id: id, $0) } }
    guard let text = arguments.word() else { return nil }
    if isAppending { return .append(id: id, text) }
    return line.map { Int($0).map { .editLine(id: id, $0, text) } } ?? .edit(id: id, text)
  }

  private static func content(_ arguments: inout Arguments) -> TodoBundle.Content? {
    let shouldMigrate = arguments.flag("--migrate")
    guard let name = arguments.word(), let titles = arguments.allWords() else { return nil }
    return TodoBundle.Content(name: name, todos: titles.map { .init($0) }, shouldMigrate: shouldMigrate)
  }
}
