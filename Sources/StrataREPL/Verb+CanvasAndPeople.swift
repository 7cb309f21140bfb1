import Workspace

extension Verb {
  static let canvas = [
    Verb("canvas list", "canvas list", "show the annotations") { _ in .show(.canvas) },
    Verb("canvas add", "canvas add \"Look here\" 10 20 red", "make an annotation") { arguments in
      guard let text = arguments.word(), let place = point(&arguments), let color = arguments.tint() else {
        return nil
      }
      return .send(.canvas(.create(text, at: place, color: color)))
    },
    Verb("canvas move", "canvas move 3 15 20", "move an annotation") { arguments in
      guard let id = arguments.number(), let place = point(&arguments) else { return nil }
      return .send(.canvas(.move(id: id, to: place)))
    },
    Verb("canvas edit", "canvas edit 3 \"Look there\"", "change what an annotation says") { arguments in
      guard let id = arguments.number(), let text = arguments.word() else { return nil }
      return .send(.canvas(.edit(id: id, text)))
    },
    Verb("canvas color", "canvas color 3-5 blue", "recolour annotations") { arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let color = arguments.tint() else { return nil }
      return .send(.canvas(.recolor(ids, color)))
    },
    Verb("canvas delete", "canvas delete 3", "delete annotations") { arguments throws(Misunderstood) in
      try arguments.ids().map { .send(.canvas(.delete($0))) }
    },
  ]

  static let people = [
    Verb("people list", "people list", "show everybody") { _ in .show(.people) },
    Verb("people add", "people add Ada", "add somebody") { arguments in
      arguments.word().map { .send(.people(.add(name: $0))) }
    },
    edit("people rename", "people rename 3 \"Ada L.\"", "change somebody's name") { $0.name = $1 },
    edit("people like", "people like 3 tea", "note what somebody likes") { $0.likes.append($1) },
    edit("people dislike", "people dislike 3 noise", "note what somebody does not like") {
      $0.dislikes.append($1)
    },
    Verb("people glasses", "people glasses 3 yes", "say whether somebody wears glasses") {
      arguments throws(Misunderstood) in
      guard var person = try person(&arguments), let answer = arguments.word(),
        ["yes", "no"].contains(answer)
      else { return nil }
      return .send(.people(.edit(person.modify { $0.face.glasses = answer == "yes" })))
    },
    Verb("people move", "people move 3 0", "put somebody elsewhere in the list") { arguments in
      guard let tag = arguments.number(), let position = arguments.number() else { return nil }
      return .send(.people(.move(tag: tag, to: position)))
    },
    Verb("people delete", "people delete 3", "delete people") { arguments throws(Misunderstood) in
      try arguments.ids().map { .send(.people(.delete($0))) }
    },
  ]

  private static func point(_ arguments: inout Arguments) -> Point? {
    guard let x = arguments.coordinate(), let y = arguments.coordinate() else { return nil }
    return Point(x: x, y: y)
  }

  private static func edit(
    _ name: String,
    _ example: String,
    _ summary: String,
    _ change: @escaping @Sendable (inout Person, String) -> Void
  ) -> Verb {
    Verb(name, example, summary) { arguments throws(Misunderstood) in
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
