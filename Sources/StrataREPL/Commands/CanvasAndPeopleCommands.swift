import Strata
import Workspace

extension WorkspaceSession {
  static let canvasCommands: [Command<WorkspaceSession>] = [
    Command("canvas list", "", "show the annotations") { _ in
      { .list("canvas", $0.state.document.canvas.annotations.values) }
    },
    Command("canvas add", "TEXT X Y COLOR", "make an annotation", "canvas add \"Look here\" 10 20 red") {
      arguments in
      let (text, place, color) = (try arguments.text(.text), try arguments.point(), try arguments.color())
      return { try $0.send(.canvas(.create(text, at: place, color: color))) }
    },
    Command("canvas move", "ID X Y", "move an annotation", "canvas move 3 15 20") { arguments in
      let (id, place) = (try arguments.id(), try arguments.point())
      return { try $0.send(.canvas(.move(id: id, to: place))) }
    },
    Command("canvas edit", "ID TEXT…", "rewrite an annotation", "canvas edit 3 Look there") { arguments in
      let (id, text) = (try arguments.id(), try arguments.ending(.text))
      return { try $0.send(.canvas(.edit(id: id, text))) }
    },
    Command("canvas delete", "IDS", "delete annotations", "canvas delete 3") { arguments in
      let ids = try arguments.ids()
      return { try $0.send(.canvas(.delete(ids))) }
    },
  ]

  static let peopleCommands: [Command<WorkspaceSession>] = [
    Command("people list", "", "show all people") { _ in
      { .list("people", $0.state.document.people.list) }
    },
    Command("people add", "NAME…", "add a person", "people add Ada") { arguments in
      let name = try arguments.ending(.name)
      return { try $0.send(.people(.add(name: name))) }
    },
    Command("people like", "ID TEXT…", "note what a person likes", "people like 3 tea") { arguments in
      let (tag, text) = (try arguments.id(), try arguments.ending(.text))
      return { session in
        guard var person = session.state.document.people[tag] else { throw PeopleError.noPerson(tag) }
        return try session.send(.people(.edit(person.modify { $0.likes.append(text) })))
      }
    },
    Command("people delete", "IDS", "delete people", "people delete 3") { arguments in
      let ids = try arguments.ids()
      return { try $0.send(.people(.delete(ids))) }
    },
  ]
}
