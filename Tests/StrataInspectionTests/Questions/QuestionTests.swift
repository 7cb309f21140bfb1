import Foundation
import StrataCore
import StrataStorage
import Testing

@testable import StrataInspection

@Suite("Questions about a history")
struct QuestionTests {
  let store: Store<Kitchen>

  init() throws {
    let now = Ticks()
    store = Store(Kitchen(), undoing: \.self, clock: { now.next() })
    try store.send(.buy(1, "Milk"))  // 1
    try store.send(.buy(2, "Bread"))  // 2
    try store.send(.buy(3, "Apples"), as: "agent")  // 3
    try store.send(.sort)  // 4
    try store.send(.buy(1, "Oat milk"))  // 5
    try store.send(.note(0, 0, "one\ntwo\nthree"))  // 6
    try store.send(.bought(2))  // 7
  }

  func id(_ number: Int) throws -> Moment.ID { try #require(Moment.ID(number: number)) }

  @Test("A value that was added, removed, changed or moved is reported with its place, and a text by lines")
  func differences() throws {
    let inspection = try Inspection(of: store)
    let sorted = try inspection.differences(from: id(3), to: id(4))
    #expect(sorted.count == 1 || sorted.count == 2)
    #expect(sorted.allSatisfy { if case .moved = $0.kind { true } else { false } }, "\(sorted)")
    #expect(
      try inspection.differences(from: id(4), to: id(5)) == [
        Difference(path: "shopping[2].name", kind: .changed(from: .text("Milk"), to: .text("Oat milk")))
      ]
    )
    #expect(
      try inspection.differences(from: id(5), to: id(4), at: "shopping") == [
        Difference(path: "shopping[2].name", kind: .changed(from: .text("Oat milk"), to: .text("Milk")))
      ]
    )
    #expect(try inspection.differences(from: id(4), to: id(5), at: "notes") == [])
    #expect(
      try inspection.differences(from: id(6), to: id(7)) == [
        Difference(path: "shopping[1]", kind: .removed(["id": .integer(2), "name": .text("Bread")]))
      ]
    )
    try store.send(.note(4, 3, "2"))
    let later = try Inspection(of: store)
    #expect(
      try later.differences(from: id(7), to: later.present) == [
        Difference(
          path: "notes",
          kind: .text([.kept(["one"]), .removed(["two"]), .added(["2"]), .kept(["three"])])
        )
      ]
    )
  }

  @Test("A difference leads over the branch point, and is none of a moment from itself")
  func acrossBranches() throws {
    try store.jump(to: id(4))
    try store.send(.tag(7))
    let inspection = try Inspection(of: store)
    let found = try inspection.differences(from: id(7), to: inspection.present)
    #expect(found.contains(Difference(path: "tags", kind: .added(.integer(7)))))
    #expect(found.contains { $0.path == "shopping[2].name" || $0.path == "shopping[1].name" })
    #expect(try inspection.differences(from: id(7), to: id(7)) == [])
  }

  @Test("Blame follows an element through its list, where others came and went, and where it was moved")
  func blame() throws {
    let inspection = try Inspection(of: store)
    let name = try inspection.blame("shopping[1].name")
    #expect(name.map(\.moment.id.number) == [5, 1])
    #expect(name.map(\.value) == [.text("Oat milk"), .text("Milk")])
    #expect(name.map(\.path) == ["shopping[2].name", "shopping[0].name"])
    let element = try inspection.blame("shopping[0]")
    #expect(element.last?.moment.id.number == 3 && element.last?.moment.author == "agent")
    #expect(try inspection.blame("shopping").map(\.moment.id.number) == [7, 5, 4, 3, 2, 1])
    #expect(throws: InspectionError.noValue("none")) { try inspection.blame("none") }
  }

  @Test("A text is found where it came and went, in labels and in authors' names, whatever its capitals")
  func finding() throws {
    let inspection = try Inspection(of: store)
    #expect(inspection.moments(touching: "BREAD").map(\.moment.id.number).contains(7))
    #expect(inspection.moments(touching: "oat").map(\.paths) == [["shopping[2].name"]])
    #expect(inspection.moments(touching: "agent").map(\.moment.id.number) == [3])
    #expect(inspection.moments(touching: "sort").first?.isInWords == true)
    #expect(inspection.moments(touching: "nowhere") == [])
  }

  @Test("The moment at a time is the newest that was made by then")
  func times() throws {
    let inspection = try Inspection(of: store)
    let third = try #require(inspection[id(3)])
    #expect(inspection.moment(at: third.time) == third)
    #expect(inspection.moment(at: third.time.advanced(by: .milliseconds(1))) == third)
    #expect(inspection.moment(at: Timestamp(nanosecondsSince1970: -1)) == nil)
  }

  @Test("A value that is left out is in no state, no change and no label; other values stay")
  func omitting() throws {
    try store.checkpoint("Oat milk again")
    let whole = try Inspection(of: store)
    let inspection = whole.omitting(["shopping[*].name", "notes"])
    for moment in inspection.moments {
      let said = try "\(inspection.state(at: moment.id)) \(inspection.step(to: moment.id)) \(moment)"
      for secret in ["Milk", "Oat", "Bread", "Apples", "two"] { #expect(!said.contains(secret), "\(said)") }
      let shopping = try inspection.value(at: "shopping", at: moment.id)
      let all = try whole.value(at: "shopping", at: moment.id)
      if case .list(let left) = shopping, case .list(let whole) = all {
        #expect(left.map { $0["id"] } == whole.map { $0["id"] })
      }
    }
    #expect(inspection.moments.map(\.label).filter { $0 == "Left out" }.count >= 5)
    #expect(whole.omitting([], labels: .all).moments.allSatisfy { $0.label == "Left out" })
    #expect(try whole.omitting([.whole]).state(at: whole.present) == .null)
  }

  @Test("An alert shows the sentence of an error")
  func localized() {
    let error: any Error = InspectionError.noMoment("12")
    #expect(error.localizedDescription == "\(error)")
  }
}

/// A clock that goes on by a second each time it is looked at.
final class Ticks: Sendable {
  private let now = Guarded(Int64(0))
  func next() -> Timestamp {
    Timestamp(
      nanosecondsSince1970: now.withLock { now in
        now += 2_000_000_000
        return now
      }
    )
  }
}
