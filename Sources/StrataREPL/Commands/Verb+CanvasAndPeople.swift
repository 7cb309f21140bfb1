import Workspace

extension Verb {
  static let canvas = [
    Verb("canvas list", "", "show the annotations") { _ in .show(.canvas) },
    Verb("canvas add", "TEXT X Y COLOR", "make an annotation", "canvas add \"Look here\" 10 20 red") {
      arguments throws(Misunderstood) in
      let (text, place) = (try arguments.text(.text), try arguments.point())
      return .send(.canvas(.create(text, at: place, color: try arguments.tint())))
    },
    Verb("canvas move", "ID X Y", "move an annotation", "canvas move 3 15 20") {
      arguments throws(Misunderstood) in
      .send(.canvas(.move(id: try arguments.id(of: .annotation), to: try arguments.point())))
    },
    Verb("canvas edit", "ID TEXT", "change what an annotation says", "canvas edit 3 Look there") {
      arguments throws(Misunderstood) in
      .send(.canvas(.edit(id: try arguments.id(of: .annotation), try arguments.endingText(.text))))
    },
    Verb("canvas color", "IDS COLOR", "recolour annotations", "canvas color 3-5 blue") {
      arguments throws(Misunderstood) in
      .send(.canvas(.recolor(try arguments.ids(of: .annotation), try arguments.tint())))
    },
    Verb("canvas delete", "IDS", "delete annotations", "canvas delete 3") { arguments throws(Misunderstood) in
      .send(.canvas(.delete(try arguments.ids(of: .annotation))))
    },
  ]

  static let people = [
    Verb("people list", "", "show all people") { _ in .show(.people) },
    Verb("people add", "NAME", "add a person", "people add Ada") { arguments throws(Misunderstood) in
      .send(.people(.add(name: try arguments.endingText(.name))))
    },
    edit("people rename", "ID NAME", .name, "change a person's name", "people rename 3 Ada L.") {
      $0.name = $1
    },
    edit("people like", "ID THING", .thing, "note what a person likes", "people like 3 tea") {
      $0.likes.append($1)
    },
    edit("people dislike", "ID THING", .thing, "note what a person does not like", "people dislike 3 noise") {
      $0.dislikes.append($1)
    },
    Verb("people glasses", "ID yes|no", "say whether a person wears glasses", "people glasses 3 yes") {
      arguments throws(Misunderstood) in
      var person = try arguments.person()
      let answer = try arguments.word(of: "yes", "no")
      return .send(.people(.edit(person.modify { $0.face.glasses = answer == "yes" })))
    },
    Verb("people move", "ID POSITION", "put a person elsewhere in the list", "people move 3 0") {
      arguments throws(Misunderstood) in
      let tag = try arguments.id(of: .person)
      return .send(.people(.move(tag: tag, to: try arguments.number(.position, from: 0))))
    },
    Verb("people delete", "IDS", "delete people", "people delete 3") { arguments throws(Misunderstood) in
      .send(.people(.delete(try arguments.ids(of: .person))))
    },
  ]

  private static func edit(
    _ name: String,
    _ form: String,
    _ kind: Placeholder,
    _ summary: String,
    _ example: String,
    _ change: @escaping @Sendable (inout Person, String) -> Void
  ) -> Verb {
    Verb(name, form, summary, example) { arguments throws(Misunderstood) in
      var person = try arguments.person()
      let text = try arguments.endingText(kind)
      return .send(.people(.edit(person.modify { change(&$0, text) })))
    }
  }
}
