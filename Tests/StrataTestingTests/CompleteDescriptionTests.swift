import PersistentCollections
import Strata
import StrataTesting
import Testing

@Suite("Complete descriptions")
struct CompleteDescriptionTests {
  struct Whole: Codable, Described {
    var parts: PersistentArray<Part> = [Part(isDone: true, note: nil)]
    var count = 1

    static func describe<Visitor: FieldVisitor<Whole>>(_ field: inout Visitor) {
      field("parts", \.parts)
      field("count", \.count)
    }
  }

  struct Part: Codable, Described {
    var isDone: Bool
    var note: String?

    enum CodingKeys: String, CodingKey { case isDone = "done", note }

    static func describe<Visitor: FieldVisitor<Part>>(_ field: inout Visitor) {
      field("done", \.isDone)
      field("note", \.note)
    }
  }

  @Test("A description that tells everything under its coded name is complete")
  func complete() throws {
    try expectCompleteDescription(of: Whole())
  }

  struct Forgetful: Codable, Described {
    var title = ""
    var inner: PersistentMap<Int, Inner> = [1: Inner()]
    var cache = 0

    struct Inner: Codable, Described {
      var x = 0
      var y = 0

      static func describe<Visitor: FieldVisitor<Inner>>(_ field: inout Visitor) { field("x", \.x) }
    }

    enum CodingKeys: CodingKey { case title, inner }

    static func describe<Visitor: FieldVisitor<Forgetful>>(_ field: inout Visitor) {
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
      return text.contains(
        #"Inner does not describe 'y': add field("y", \.y), or name it as an exception."#
      ) && text.contains(#"Forgetful does not describe 'cache'"#)
        && text.contains("Inner writes 'y' by Codable")
    }
    #expect(throws: Never.self) { try expectCompleteDescription(of: Forgetful(), except: ["cache", "y"]) }
  }

  struct Misnamed: Codable, Described {
    var isDone = false
    var again = 0

    static func describe<Visitor: FieldVisitor<Misnamed>>(_ field: inout Visitor) {
      field("done", \.isDone)
      field("again", \.again)
      field("again", \.again)
    }
  }

  @Test("A name that Codable does not use, and one that is used twice, are told")
  func misnamed() {
    #expect {
      try expectCompleteDescription(of: Misnamed())
    } throws: {
      ($0 as? IncompleteDescription)?.problems == [
        .twice(name: "again", type: "Misnamed"), .notCoded(name: "done", type: "Misnamed"),
        .onlyCoded(name: "isDone", type: "Misnamed"),
      ]
    }
  }
}
