import Workspace

extension Verb {
  static let canvas = [
    Verb("canvas list", "", "show the annotations") { _ in .show(.canvas) },
    Verb("canvas add", "TEXT X Y COLOR", "make an annotation", "canvas add \"Look here\" 10 20 red") {
      arguments in
      guard let text = arguments.word(), let place = point(&arguments), let color = arguments.tint() else {
        return nil
      }
      return .send(.canvas(.create(text, at: place, color: color)))
    },
    Verb("canvas move", "ID X Y", "move an annotation", "canvas move 3 15 20") { arguments in
      guard let id = arguments.number(), let place = point(&arguments) else { return nil }
      return .send(.canvas(.move(id: id, to: place)))
    },
    Verb("canvas edit", "ID TEXT", "change what an annotation says", "canvas edit 3 \"Look there\"") {
      arguments in
      guard let id = arguments.number(), let text = arguments.word() else { return nil }
      return .send(.canvas(.edit(id: id, text)))
    },
    Verb("canvas color", "IDS COLOR", "recolour annotations", "canvas color 3-5 blue") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let color = arguments.tint() else { return nil }
      return .send(.canvas(.recolor(ids, color)))
    },
    Verb("canvas delete", "IDS", "delete annotations", "canvas delete 3") { arguments throws(Misunderstood) in
      try arguments.ids().map { .send(.canvas(.delete($0))) }
    },
  ]

  static let people = [
    Verb("people list", "", "show everybody") { _ in .show(.people) },
    Verb("people add", "NAME", "add somebody", "people add Ada") { arguments in
      arguments.word().map { .send(.people(.add(name: $0))) }
    },
    edit("people rename", "ID NAME", "change somebody's name", "people rename 3 \"Ada L.\"") { $0.name = $1 },
    edit("people like", "ID THING", "note what somebody likes", "people like 3 tea") { $0.likes.append($1) },
    edit("people dislike", "ID THING", "note what somebody does not like", "people dislike 3 noise") {
      $0.dislikes.append($1)
    },
    Verb("people glasses", "ID yes|no", "say whether somebody wears glasses", "people glasses 3 yes") {
      arguments throws(Misunderstood) in
      guard var person = try person(&arguments), let answer = arguments.word(),
        ["yes", "no"].contains(answer)
      else { return nil }
      return .send(.people(.edit(person.modify { $0.face.glasses = answer == "yes" })))
    },
    Verb("people move", "ID POSITION", "put somebody elsewhere in the list", "people move 3 0") { arguments in
      guard let tag = arguments.number(), let position = arguments.number() else { return nil }
      return .send(.people(.move(tag: tag, to: position)))
    },
    Verb("people delete", "IDS", "delete people", "people delete 3") { arguments throws(Misunderstood) in
      try arguments.ids().map { .send(.people(.delete($0))) }
    },
  ]

  private static func point(_ arguments: inout Arguments) -> Point? {
    guard let x = arguments.coordinate(), let y = arguments.coordinate() else { return nil }
    return Point(x: x, y: y)
  }

  private static func edit(
    _ name: String,
    _ form: String,
    _ summary: String,
    _ example: String,
    _ change: @escaping @Sendable (inout Person, String) -> Void
  ) -> Verb {
    Verb(name, form, summary, example) { arguments throws(Misunderstood) in
      guard var person = try person(&arguments), let text = arguments.word() else { return nil }
      return .send(.people(.edit(person.modify { change(&$0, text) })))
    }
  }

  private static func person(_ arguments: inout Arguments) throws(Misunderstood) -> Person? {
    guard let tag = arguments.number() else { return nil }
    guard let person = arguments.context.state.document.people[tag] else { throw .noPerson(tag) }
    return person
  }
}
