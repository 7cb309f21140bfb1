import Workspace

extension Verb {
  static let notes = [
    Verb("note add", "note add \"It rains\"", "make a note on the page in view") { arguments in
      let now = arguments.context.now
      return arguments.word().map { .send(.journal(.note(.add($0, at: now)))) }
    },
    Verb("note edit", "note edit 7 \"It pours\"", "change what a note says") { arguments in
      guard let id = arguments.number(), let text = arguments.word() else { return nil }
      return .send(.journal(.note(.edit(id: id, text))))
    },
    Verb("note time", "note time 7 2026-11-20T18:30", "change when a note was made") { arguments in
      guard let id = arguments.number(), let time = arguments.time() else { return nil }
      return .send(.journal(.note(.retime(id: id, time))))
    },
    Verb("note delete", "note delete 7", "delete notes") { arguments throws(Misunderstood) in
      try arguments.ids().map { .send(.journal(.note(.delete($0)))) }
    },
  ]

  static let categories = [
    Verb("category list", "category list", "show the categories in their order") { _ in .show(.categories) },
    Verb("category add", "category add Work blue", "add a category") { arguments in
      guard let name = arguments.word(), let color = arguments.tint() else { return nil }
      return .send(.journal(.category(.add(name: name, color: color))))
    },
    Verb("category rename", "category rename Work Job", "rename a category") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.category(), let name = arguments.word() else { return nil }
      return .send(.journal(.category(.rename(id: id, name))))
    },
    Verb("category color", "category color Work red", "recolour a category") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.category(), let color = arguments.tint() else { return nil }
      return .send(.journal(.category(.recolor(id: id, color))))
    },
    Verb("category move", "category move Work 0", "put a category elsewhere") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.category(), let position = arguments.number() else { return nil }
      return .send(.journal(.category(.reorder(id: id, to: position))))
    },
    Verb("category delete", "category delete Work", "delete a category; its todos stay") {
      arguments throws(Misunderstood) in
      try arguments.category().map { .send(.journal(.category(.delete(id: $0)))) }
    },
  ]

  static let bundles = [
    Verb("bundle list", "bundle list", "show the bundles") { _ in .show(.bundles) },
    Verb("bundle create", "bundle create Daily Stretch Read --migrate", "make a bundle of todos") {
      arguments in
      content(&arguments).map { .send(.journal(.bundle(.create($0)))) }
    },
    Verb("bundle edit", "bundle edit Daily \"Every day\" Stretch", "give a bundle another content") {
      arguments throws(Misunderstood) in
      guard let id = try arguments.bundle(), let content = content(&arguments) else { return nil }
      return .send(.journal(.bundle(.edit(id: id, content))))
    },
    Verb("bundle apply", "bundle apply Daily", "write a bundle's todos on the newest page") {
      arguments throws(Misunderstood) in
      try arguments.bundle().map { .send(.journal(.bundle(.apply(id: $0)))) }
    },
    Verb("bundle delete", "bundle delete Daily", "delete a bundle") { arguments throws(Misunderstood) in
      try arguments.bundle().map { .send(.journal(.bundle(.delete([$0])))) }
    },
  ]

  private static func content(_ arguments: inout Arguments) -> TodoBundle.Content? {
    let shouldMigrate = arguments.flag("--migrate")
    guard let name = arguments.word(), let titles = arguments.allWords() else { return nil }
    return TodoBundle.Content(name: name, todos: titles.map { .init($0) }, shouldMigrate: shouldMigrate)
  }
}
