import Measuring
import PersistentCollections
import Strata
import TestSupport
import Testing

@testable import Workspace

@Suite("Scenario E, people: value types, modify, and differences")
struct PeopleScenario {
  func prepared() throws -> Desk {
    let desk = Desk()
    var face = Face()
    face.hairColor = .black
    face.hairLength = .long
    face.eyes = .green
    face.facialHair = .beard
    face.glasses = true
    try desk.people(
      .add(name: "Ada", face: face, likes: ["engines"], dislikes: ["noise"]),
      .add(name: "Ben"),
      .add(name: "Cem")
    )
    return desk
  }

  @Test("A list of people with name, face, likes, dislikes and tag")
  func list() throws {
    let desk = try prepared()
    #expect(desk.people.list.map(\.tag) == [1, 2, 3])
    let ada = try #require(desk.people[1])
    #expect(ada.name == "Ada" && ada.likes == ["engines"] && ada.dislikes == ["noise"])
    #expect(ada.face.hairColor == .black && ada.face.hairLength == .long && ada.face.eyes == .green)
    #expect(ada.face.facialHair == .beard && ada.face.glasses)
    #expect(desk.people[4] == nil)
  }

  @Test("One entry point changes a person: modify yields a difference with from, to and hasChanges")
  func modify() throws {
    let desk = try prepared()
    let before = try #require(desk.people[1])
    let difference = try desk.store.modifyPerson(1) { person in
      person.name = "Ada L."
      person.likes.append("poems")
    }
    #expect(difference.from == before)
    #expect(difference.to == desk.people[1])
    #expect(difference.hasChanges)
    #expect(desk.people[1]?.name == "Ada L." && desk.people[1]?.likes == ["engines", "poems"])
    #expect(desk.steps.first == "Edit Person" && desk.steps.count == 4)
    try desk.store.undo()
    #expect(desk.people[1] == before)
  }

  @Test("No change, no step")
  func unchanged() throws {
    let desk = try prepared()
    try desk.store.undo()
    let difference = try desk.store.modifyPerson(1) { $0.name = "Ada" }
    #expect(!difference.hasChanges && difference.from == difference.to)
    #expect(desk.steps.count == 2)
    #expect(desk.store.canRedo)
  }

  @Test("A modify that throws, empties the name or names no person changes nothing")
  func refused() throws {
    struct Refused: Error {}
    let desk = try prepared()
    let before = desk.state
    #expect(throws: PeopleError.noPerson(4)) { try desk.store.modifyPerson(4) { $0.name = "Dan" } }
    #expect(throws: PeopleError.emptyName) { try desk.store.modifyPerson(1) { $0.name = " " } }
    #expect(throws: Refused.self) {
      try desk.store.modifyPerson(1) { person in
        person.name = "Dan"
        throw Refused()
      }
    }
    #expect(desk.state == before)
  }

  @Test(
    "A person who is modified alone keeps what they were when the change throws, and their tag in any case"
  )
  func valueAlone() throws {
    struct Refused: Error {}
    var person = try #require(try prepared().people[2])
    let before = person
    #expect(throws: Refused.self) {
      _ = try person.modify { person throws(Refused) in
        person.name = "Dan"
        throw Refused()
      }
    }
    #expect(person == before)
    var stranger = before
    stranger.tag = 99
    stranger.name = "Dan"
    let difference = person.modify { $0 = stranger }
    #expect(difference.to.tag == 2 && person.tag == 2 && person.name == "Dan")
  }

  @Test("Edits in a detail screen reach the list as one step")
  func detailScreen() throws {
    let desk = try prepared()
    let original = try #require(desk.people[1])
    var edited = original
    _ = edited.modify { $0.name = "Ada L." }
    _ = edited.modify { $0.face.glasses = false }
    _ = edited.modify { $0.dislikes = [] }
    try desk.people(.edit(PersonDifference(from: original, to: edited)))
    #expect(desk.people[1] == edited)
    #expect(desk.steps.count == 4)
    try desk.store.undo()
    #expect(desk.people[1] == original)
  }

  @Test("An edit that began with a stale copy changes what it changed and nothing else, field by field")
  func stale() throws {
    let edits: [@Sendable (inout Person) -> Void] = [
      { $0.name = "New" }, { $0.face.hairColor = .white }, { $0.face.hairLength = .bald },
      { $0.face.eyes = .blue },
      { $0.face.facialHair = .moustache }, { $0.face.glasses = false }, { $0.likes = ["tea"] },
      { $0.dislikes = ["tea"] },
    ]
    for (index, mine) in edits.enumerated() {
      for (other, theirs) in edits.enumerated() where other != index {
        let desk = try prepared()
        let original = try #require(desk.people[1])
        var edited = original
        let difference = edited.modify(mine)
        #expect(difference.hasChanges)
        try desk.store.modifyPerson(1, theirs)
        try desk.people(.edit(difference))
        var both = original
        mine(&both)
        theirs(&both)
        #expect(desk.people[1] == both)
      }
    }
  }

  @Test("People are moved and deleted; what does not fit is refused in words")
  func movingAndDeleting() throws {
    let desk = try prepared()
    try desk.people(.move(tag: 3, to: 0))
    #expect(desk.people.list.map(\.name) == ["Cem", "Ada", "Ben"])
    let before = desk.state
    #expect(throws: PeopleError.noPosition(3, of: 3)) { try desk.people(.move(tag: 3, to: 3)) }
    #expect(throws: PeopleError.noPerson(4)) { try desk.people(.delete([1, 4])) }
    #expect(throws: PeopleError.noPerson(4)) { try desk.people(.move(tag: 4, to: 0)) }
    #expect(throws: PeopleError.emptyName) { try desk.people(.add(name: "")) }
    #expect(desk.state == before)
    #expect("\(PeopleError.noPerson(4))" == "There is no person 4.")
    #expect("\(PeopleError.emptyName)" == "A person wants a name.")
    #expect(
      "\(PeopleError.noPosition(3, of: 3))" == "There is no position 3: the 3 people stand at 0 to 2."
    )
    #expect("\(PeopleError.noPosition(3, of: 1))" == "There is no position 3: the only person stands at 0.")
    #expect(
      "\(JournalError.noPosition(3, of: 1))" == "There is no position 3: the only category stands at 0."
    )
    try desk.people(.delete([1, 3]))
    #expect(desk.people.list.map(\.name) == ["Ben"])
    #expect(Array(desk.steps.prefix(2)) == ["Delete 2 People", "Move Person"])
    try desk.store.undo()
    try desk.store.undo()
    #expect(desk.people.list.map(\.name) == ["Ada", "Ben", "Cem"])
  }

  @Test("Tags are never used twice")
  func tags() throws {
    let desk = try prepared()
    try desk.people(.delete([3]), .add(name: "Dan"))
    #expect(desk.people.list.map(\.tag) == [1, 2, 4])
    try desk.store.undo()
    try desk.people(.add(name: "Eva"))
    #expect(desk.people.list.map(\.tag) == [1, 2, 5])
  }

  @Test("The difference of two lists says inserted, removed, updated, moved, with positions for a table view")
  func differences() throws {
    let desk = try prepared()
    try desk.people(.add(name: "Dan"), .add(name: "Eva"))
    let before = desk.people.list
    try desk.store.transaction("Rearrange") { draft in
      try draft.send(.people(.delete([2])))
      try draft.send(.people(.move(tag: 5, to: 0)))
      try draft.send(.people(.add(name: "Fay")))
      var ada = try #require(draft.state.document.people[1])
      try draft.send(.people(.edit(ada.modify { $0.face.glasses = false })))
    }
    let after = desk.people.list
    let difference = ListDifference(from: before, to: after)
    #expect(difference.removed == [1])
    #expect(difference.inserted.map(\.position) == [4] && difference.inserted.map(\.element.name) == ["Fay"])
    #expect(difference.moved.map(\.from) == [4] && difference.moved.map(\.to) == [0])
    #expect(difference.updated.map(\.to) == [1] && difference.updated.map(\.old.face.glasses) == [true])
    #expect(difference.applied(to: before) == Array(after))
    try desk.store.undo()
    #expect(ListDifference(from: after, to: desk.people.list).applied(to: after) == Array(before))
  }

  @Test(
    "Applying the difference to the old list gives the new one, for any number of changes, for seeded lists"
  )
  func seededDifferences() throws {
    var random = SplitMix64(seed: 5)
    let desk = Desk()
    for number in 0..<8 { try desk.people(.add(name: "Person \(number)")) }
    for round in 0..<Soak.times(200) {
      let before = desk.people.list
      for _ in 0..<random.below(8) {
        let tag = before.isEmpty ? 0 : before[random.below(before.count)].tag
        switch random.below(4) {
        case 0: try desk.people(.add(name: "Person \(random.below(100))"))
        case 1: if desk.people[tag] != nil { try desk.people(.delete([tag])) }
        case 2:
          if desk.people[tag] != nil {
            try desk.people(.move(tag: tag, to: random.below(desk.people.list.count)))
          }
        default: if desk.people[tag] != nil { try desk.store.modifyPerson(tag) { $0.name += "!" } }
        }
      }
      let after = desk.people.list
      #expect(ListDifference(from: before, to: after).applied(to: before) == Array(after), "round \(round)")
      #expect(ListDifference(from: after, to: before).applied(to: after) == Array(before), "round \(round)")
    }
  }

  @Test("Duplicates included: a list with the same identity several times is led to any other")
  func duplicates() {
    var random = SplitMix64(seed: 6)
    for round in 0..<Soak.times(500) {
      let old = (0..<random.below(9)).map { _ in random.below(4) }
      let new = (0..<random.below(9)).map { _ in random.below(4) }
      let difference = ListDifference(from: old, to: new, identifiedBy: { $0 % 2 })
      #expect(difference.applied(to: old) == new, "round \(round): \(old) to \(new)")
    }
  }
}
