import Measuring
import Testing

@testable import StrataCore

@Suite("A timeline")
struct TimelineTests {
  var timeline = Timeline(label: "Start", at: second(0))

  static func second(_ number: Int) -> Timestamp {
    Timestamp(nanosecondsSince1970: Int64(number) * 1_000_000_000)
  }

  mutating func step(_ label: String, at time: Int = 0) {
    _ = timeline.record(Step(label: label), at: Self.second(time))
  }

  mutating func type(_ label: String, key: String = "title", at time: Int) -> Timeline.Recorded {
    timeline.record(Step(label: label, merge: (key, .seconds(2))), at: Self.second(time))
  }

  mutating func undo(_ count: Int = 1) {
    for _ in 0..<count { timeline.move(.step(.back)) }
  }

  mutating func redo() { timeline.move(.step(.forward)) }
  func id(_ number: Int) -> Moment.ID { Moment.ID(raw: UInt32(number)) }

  @Test("The tree is drawn with its branches, the present and what was saved")
  mutating func drawing() {
    step("Add Todo")
    step("Rename Todo")
    timeline.markSaved()
    step("Delete Todo")
    undo(2)
    step("Complete Todo")
    step("Add Note")
    undo()
    #expect(
      timeline.description == """
        0  Start
        1  Add Todo
          2  Rename Todo  ← saved
          3  Delete Todo
        4  Complete Todo  ← present
        5  Add Note
        """
    )
  }

  @Test("An edit after an undo loses nothing: what was ahead stays as a branch, and redo can find it again")
  mutating func branches() {
    step("A")
    step("B")
    undo(2)
    step("C")
    #expect(timeline.branches(after: id(0)).map(\.label) == ["C", "A"])
    timeline.move(.jump(id(2)))
    #expect(timeline.present.label == "B")
    undo(2)
    #expect(timeline.redoPath.map(\.label) == ["A", "B"], "redo leads back to where it was jumped to")
    timeline.move(.jump(id(3)))
    undo()
    #expect(timeline.redoPath.map(\.label) == ["C"])
  }

  @Test("Redo goes on to the newest child where the line ends")
  mutating func newestChild() {
    step("A")
    undo()
    step("B")
    timeline.move(.jump(id(0)))
    #expect(timeline.redoPath.map(\.label) == ["B"])
  }

  @Test("Steps with one key merge within their window, and keep the last label and time")
  mutating func merging() {
    #expect(type("Type A", at: 1) == .appended)
    #expect(type("Type AB", at: 3) == .merged)
    #expect(type("Type ABC", at: 5) == .merged)
    #expect(timeline.undoPath.map(\.label) == ["Type ABC"])
    #expect(timeline.present.time == Self.second(5))
    #expect(type("Later", at: 8) == .appended)
    #expect(type("Elsewhere", key: "note", at: 8) == .appended)
    step("Step", at: 8)
    #expect(type("After a step", at: 8) == .appended)
  }

  @Test("A clock that goes backward ends a merge")
  mutating func backward() {
    #expect(type("A", at: 5) == .appended)
    #expect(type("B", at: 4) == .appended)
    #expect(type("C", at: 5) == .merged)
  }

  @Test("A moment that was saved, or arrived at, is sealed")
  mutating func sealing() {
    #expect(type("A", at: 1) == .appended)
    timeline.markSaved()
    #expect(type("B", at: 1) == .appended)
    undo()
    redo()
    #expect(type("C", at: 1) == .appended)
    timeline.move(.jump(timeline.presentID))
    #expect(type("D", at: 1) == .appended)
    #expect(timeline.undoPath.map(\.label) == ["D", "C", "B", "A"])
  }

  @Test("A limit of N steps means N undos", arguments: [0, 1, 2, 3, 10])
  mutating func limit(count: Int) {
    for number in 0..<20 {
      step("\(number)")
      _ = timeline.trim(toSteps: count)
    }
    #expect(timeline.undoPath.count == count)
    #expect(timeline.count == count + 1)
    #expect(timeline.present.label == "19")
    #expect(timeline.brokenInvariants == [])
  }

  @Test("Other branches go before the line does, the oldest first and from their tips")
  mutating func evictionOrder() {
    step("A")
    step("B")
    undo(2)
    step("C")
    undo()
    step("D")
    step("E")
    #expect(timeline.trim(toSteps: 4) == [id(2)])
    #expect(timeline.trim(toSteps: 3) == [id(1)])
    #expect(timeline.trim(toSteps: 2) == [id(3)])
    #expect(timeline.trim(toSteps: 1) == [id(0)])
    #expect(timeline.undoPath.map(\.label) == ["E"])
    #expect(timeline.trim(toSteps: 0) == [id(4)])
    #expect(timeline.brokenInvariants == [])
  }

  @Test("When only what can be redone is left, it goes from its far end, and the present stays")
  mutating func evictionAhead() {
    for label in ["A", "B", "C"] { step(label) }
    undo(3)
    #expect(timeline.trim(toSteps: 1) == [id(3), id(2)])
    #expect(timeline.redoPath.map(\.label) == ["A"])
    #expect(timeline.present.label == "Start")
  }

  @Test("A saved moment that is evicted leaves unsaved changes behind")
  mutating func evictedSaved() {
    step("A")
    timeline.markSaved()
    step("B")
    #expect(timeline.hasUnsavedChanges)
    _ = timeline.trim(toSteps: 0)
    #expect(timeline.saved == nil)
    #expect(timeline.hasUnsavedChanges)
  }

  @Test("The dirty dot is about the moment, and right across undo and branches")
  mutating func dirty() {
    #expect(!timeline.hasUnsavedChanges)
    step("A")
    #expect(timeline.hasUnsavedChanges)
    timeline.markSaved()
    #expect(!timeline.hasUnsavedChanges)
    undo()
    #expect(timeline.hasUnsavedChanges)
    redo()
    #expect(!timeline.hasUnsavedChanges)
    undo()
    step("B")
    #expect(timeline.hasUnsavedChanges)
    timeline.move(.jump(id(1)))
    #expect(!timeline.hasUnsavedChanges)
  }

  @Test("Time travel finds what was last made by then, on any branch")
  mutating func timeTravel() {
    step("A", at: 10)
    step("B", at: 20)
    undo(2)
    step("C", at: 30)
    #expect(timeline.moment(at: Self.second(30))?.id == id(3))
    #expect(timeline.moment(at: Self.second(29))?.id == id(2))
    #expect(timeline.moment(at: Self.second(15))?.label == "A")
    #expect(timeline.moment(at: Self.second(-5)) == nil, "nothing is as old")
  }

  @Test("Every ancestor is found, however far up, with and without eviction", arguments: [0, 100])
  mutating func ancestors(limit: Int) {
    for number in 0..<400 { step("\(number)") }
    if limit > 0 { _ = timeline.trim(toSteps: limit) }
    let oldest = limit == 0 ? 0 : 400 - limit
    for deep in stride(from: 400, through: oldest, by: -37) {
      for high in 0...410 {
        let expected = high >= oldest && high <= deep ? id(high) : nil
        #expect(timeline.tree.ancestor(of: id(deep), at: UInt32(high)) == expected)
      }
    }
  }

  @Test("Paths are collections, empty at their ends")
  mutating func paths() {
    #expect(timeline.undoPath.isEmpty && timeline.redoPath.isEmpty)
    for label in ["A", "B", "C"] { step(label) }
    undo()
    #expect(Array(timeline.undoPath).map(\.label) == ["B", "A"])
    #expect(timeline.redoPath.first?.label == "C")
    #expect(timeline.undoPath.prefix(1).map(\.label) == ["B"])
    #expect(timeline.undoPath.indices.count == 2)
    #expect(timeline.undoPath.count == 2 && timeline.redoPath.count == 1)
  }

  @Test("The moments are a sequence, on all branches in the order of their making", arguments: [0, 7, 70])
  mutating func sequence(limit: Int) {
    #expect(timeline.map(\.id) == [id(0)])
    for number in 0..<90 {
      step("\(number)")
      if number % 5 == 0 { undo(2) }
    }
    if limit > 0 { _ = timeline.trim(toSteps: limit) }
    #expect(timeline.map(\.id) == timeline.ids)
    #expect(Array(timeline) == timeline.ids.compactMap { timeline[$0] })
    #expect(timeline.first { $0.label == "89" }?.label == "89")
  }

  @Test("Times and durations add up, to the ends of time")
  func durations() {
    let (first, last) = (Timestamp(nanosecondsSince1970: .min), Timestamp(nanosecondsSince1970: .max))
    #expect(last - first == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(
      Self.second(5) - Self.second(3) == .seconds(2)
        && Self.second(3).duration(to: Self.second(1)) == .seconds(-2)
    )
    #expect(
      Self.second(5) + .milliseconds(1) - .milliseconds(1) == Self.second(5)
        && first.advanced(by: .seconds(-1)) == first
    )
  }

  @Test("Timestamps stop at the ends of time instead of trapping")
  func timestamps() {
    let second = Duration.seconds(1)
    #expect(Timestamp(nanosecondsSince1970: 5).advanced(by: second).nanosecondsSince1970 == 1_000_000_005)
    #expect(Timestamp(nanosecondsSince1970: .max).advanced(by: second).nanosecondsSince1970 == .max)
    #expect(Timestamp(nanosecondsSince1970: .min).advanced(by: .zero - second).nanosecondsSince1970 == .min)
    #expect(Timestamp(nanosecondsSince1970: 0).advanced(by: .seconds(Int64.max)).nanosecondsSince1970 == .max)
    #expect(Timestamp(nanosecondsSince1970: 0).advanced(by: .seconds(Int64.min)).nanosecondsSince1970 == .min)
    #expect(Timestamp(secondsSince1970: 1.5).nanosecondsSince1970 == 1_500_000_000)
    #expect(Timestamp(secondsSince1970: .infinity).nanosecondsSince1970 == .max)
    #expect(Timestamp(secondsSince1970: -1e300).nanosecondsSince1970 == .min)
  }
}
