import PersistentCollections
import StrataCore
import StrataTesting
import Testing

@Suite("Complete descriptions")
struct CompleteDescriptionTests {
  struct Whole: Described {
    var parts: PersistentArray<Part> = [Part(isDone: true, note: nil)]
    var count = 1
    var sum = 0

    static func describe(_ field: inout Fields<Whole>) {
      field("parts", \.parts)
      field("count", \.count)
      field.derived("sum")
    }
  }

  struct Part: Described {
    var isDone = false
    var note: String?

    static func describe(_ field: inout Fields<Part>) {
      field("done", \.isDone)
      field("note", \.note)
    }
  }

  @Test("A description that tells everything, or that it is derived, is complete")
  func complete() throws {
    try expectCompleteDescription(of: Whole())
  }

  struct Forgetful: Described {
    var title = ""
    var inner: PersistentMap<Int, Inner> = [1: Inner()]
    var cache = 0

    struct Inner: Described {
      var x = 0
      var y = 0

      static func describe(_ field: inout Fields<Inner>) { field("x", \.x) }
    }

    static func describe(_ field: inout Fields<Forgetful>) {
      field("title", \.title)
      field("inner", \.inner)
    }
  }

  @Test("A forgotten field is named, with what to do, also in a record deep inside")
  func forgotten() {
    #expect {
      try expectCompleteDescription(of: Forgetful())
    } throws: {
      let text = "\($0)"
      return text.contains(#"Inner does not describe 'y': add field("y", \.y), or field.derived("y")"#)
        && text.contains(#"Forgetful does not describe 'cache'"#)
    }
  }

  struct Misnamed: Described {
    var isDone = false
    var again = 0

    static func describe(_ field: inout Fields<Misnamed>) {
      field("done", \.isDone)
      field("again", \.again)
      field("again", \.again)
    }
  }

  @Test("A name that is told twice is found")
  func misnamed() {
    #expect(
      throws: DescriptionError(problems: [
        .twice(name: "again", type: "Misnamed"), .describedTwice(property: "again", type: "Misnamed"),
      ])
    ) {
      try expectCompleteDescription(of: Misnamed())
    }
  }

  struct Swapped: Described {
    var a = 1
    var b = 2

    static func describe(_ field: inout Fields<Swapped>) {
      field("b", \.a)
      field("a", \.b)
    }
  }

  @Test("Two fields that are told under each other's names are found")
  func swapped() {
    let problems: [DescriptionError.Problem] = [
      .swapped(name: "a", property: "b", type: "Swapped"),
      .swapped(name: "b", property: "a", type: "Swapped"),
    ]
    let error = #expect(throws: DescriptionError.self) { try expectCompleteDescription(of: Swapped()) }
    #expect(Set(error?.problems ?? []) == Set(problems))
  }

  struct Lossy: DescribedLeaf, Equatable {
    var kept = 0
    var lost = 0

    enum CodingKeys: CodingKey { case kept }
  }

  struct Holder: Described {
    var leaf = Lossy()

    static func describe(_ field: inout Fields<Holder>) { field("leaf", \.leaf) }
  }

  @Test("A leaf that does not come back is found in the value that shows it")
  func lossy() throws {
    try expectCompleteDescription(of: Holder())
    #expect(throws: DescriptionError.self) {
      try expectCompleteDescription(of: Holder(leaf: Lossy(kept: 1, lost: 2)))
    }
  }
}
