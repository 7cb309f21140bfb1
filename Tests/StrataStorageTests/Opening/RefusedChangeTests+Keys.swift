import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

// Keys and members of the app's own types: whether they are found again depends on what the app says of them.

/// Of the same minute, two are neither before each other nor equal.
private struct Appointment: Described, Hashable, Comparable {
  var minute = 0
  var person = ""

  static func < (left: Appointment, right: Appointment) -> Bool { left.minute < right.minute }

  static func describe(_ field: inout Fields<Appointment>) {
    field("minute", \.minute)
    field("person", \.person)
  }
}

/// Not equal to anything.
private struct Lonely: Described, Hashable {
  var number = 0

  static func == (left: Lonely, right: Lonely) -> Bool { false }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
  static func describe(_ field: inout Fields<Lonely>) { field("number", \.number) }
}

/// Two words can differ in the derived length, which no file contains.
private struct Counted: Described, Hashable {
  var word = ""
  var length = 0

  init() {}
  init(_ word: String) { (self.word, length) = (word, word.count) }

  static func describe(_ field: inout Fields<Counted>) {
    field("word", \.word)
    field.derived("length")
  }
}

extension RefusedChangeTests {
  @Test("A key or a member of the app's own that is not found where it is, or not when it is read again")
  func ownKeys() throws {
    let (ada, tom) = (Appointment(minute: 5, person: "Ada"), Appointment(minute: 5, person: "Tom"))
    let words = ["Appointment", "not found", "let ==, hash(into:) and < agree"]
    try check([ada: 1] as PersistentSortedMap, refused: [ada: 1, tom: 2], saying: words)
    let later = Appointment(minute: 9, person: "Eve")
    try check([ada: 1, later: 2] as PersistentSortedMap, refused: [tom: 1, ada: 0, later: 2], saying: words)
    let (none, lonely) = (Set<Lonely>(), Lonely(number: 1))
    let strange = ["Lonely", "not equal to what is read"]
    try check(none, refused: [lonely], saying: strange)
    try check(none, refused: [lonely, lonely], saying: strange)
    try check([:] as PersistentMap<Lonely, Int>, refused: [lonely: 1], saying: strange)
    try check([:] as [Lonely: Int], refused: [lonely: 1], saying: strange)
    try check([] as PersistentSet<Lonely>, refused: [lonely], saying: strange)
    let counted = ["Counted", "not equal to what is read"]
    try check([Counted("")] as PersistentSet, refused: [Counted("tea")], saying: counted)
    try check([Counted(""): 1] as [Counted: Int], refused: [Counted("tea"): 1], saying: counted)
  }
}
