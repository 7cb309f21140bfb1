import Foundation
import TestSupport
import Testing

@testable import StrataCore

@Suite("Plain values that are nested deep")
struct DeepPlainTests {
  private static let levels = Soak.isOn ? 200_000 : Soak.pick(12_000, more: 50_000)

  /// How a value is inside the next one.
  private enum Way: CaseIterable, Sendable { case list, record, both }

  private static func nested(_ way: Way, around inner: PlainValue, levels: Int = levels) -> PlainValue {
    var value = inner
    for level in 0..<levels {
      switch way {
      case .list: value = .list([value, .integer(1)])
      case .record: value = .record(["a": .integer(1), "b": value])
      case .both: value = level.isMultiple(of: 2) ? .list([value]) : .record(["a": value])
      }
    }
    return value
  }

  @Test(
    "Values of any depth are made, compared, hashed, ordered, printed, packed, changed and released on a small stack",
    arguments: Way.allCases
  )
  private func anyDepth(way: Way) throws {
    let complaints = try onSmallStack { () -> [String] in
      var complaints: [String] = []
      func check(_ isRight: Bool, _ what: String) { if !isRight { complaints.append(what) } }
      do {
        let (value, twin) = (Self.nested(way, around: .null), Self.nested(way, around: .null))
        let other = Self.nested(way, around: .bool(true))
        check(value == twin && value != other && twin.hashValue == value.hashValue, "sameness")
        check(value.precedes(other) && !other.precedes(value) && !value.precedes(twin), "order")
        check(value.nesting == Self.levels, "nesting")
        check("\(value)".utf8.count == value.json.count && value.json.count > Self.levels, "text")
        let patch = Patch(root: .replaced(old: value, new: other))
        check(try value.applying(patch) == other && other.applying(patch.inverted) == twin, "patch")
        check(try patch.followed(by: patch.inverted).isEmpty, "composition")
        check(patch.json.count > value.json.count && patch.packed.count > Self.levels, "patch's text")
        check(!patch.isReadablePacked && patch.changes.count == 1 && !"\(patch)".isEmpty, "patch's changes")
        // Only a part of it is kept.
        var copy = other
        if case .list(let list) = value, let first = list.first { copy = first }
        check(copy != value, "part")
        copy["a"] = .integer(2)
        copy.changeEach { $0 = .null }
      } catch {
        complaints.append("\(error)")
      }
      return complaints
    }
    #expect(complaints == [])
  }

  /// A leaf that is made of lists in lists, as deep as they are.
  private struct Nest: DescribedLeaf {
    init(from decoder: any Decoder) throws {
      var inner = try decoder.unkeyedContainer()
      while !inner.isAtEnd { _ = try inner.decode(Nest.self) }
    }

    func encode(to encoder: any Encoder) {}
  }

  @Test("What is read from such a value, or written for reading, is refused", arguments: Way.allCases)
  private func refused(way: Way) throws {
    let complaints = try onSmallStack { () -> [String] in
      let value = Self.nested(way, around: .null)
      let patch = Patch(root: .replaced(old: .null, new: value))
      let works: [(String, () throws -> Void)] = [
        ("value", { _ = try value.value(as: Nest.self) }), ("json", { _ = try patch.readableJSON() }),
        ("patch", { _ = try Patch(json: patch.json) }), ("packed", { _ = try Patch(packed: patch.packed) }),
        ("text", { _ = try PlainValue(json: value.json) }),
      ]
      return works.compactMap { name, work in
        do {
          try work()
          return "\(name) was taken"
        } catch {
          return error is PatchError || error is JSONError ? nil : "\(name): \(error)"
        }
      }
    }
    #expect(complaints == [])
  }

  @Test("A list is a collection that is changed where it lies, and apart from its copies")
  func list() {
    var list: PlainList = [.integer(1), .integer(2)]
    let copy = list
    list.append(.null)
    list[0] = .bool(true)
    list.insert(.text("x"), at: 1)
    #expect(list == [.bool(true), .text("x"), .integer(2), .null] && copy == [.integer(1), .integer(2)])
    list.removeAll { $0 == .null }
    #expect(list.count == 3 && Set([list, copy, list]).count == 2)
    #expect(
      PlainList().isEmpty && PlainValue.list(PlainList(copy.reversed())) == .list([.integer(2), .integer(1)])
    )
  }

  @Test("Lists and records are in an order of which one is always the first")
  func order() throws {
    let values = try [
      "[]", "[null]", "[null,null]", "[[]]", "[{}]", #"[{},1]"#, "{}", #"{"a":1}"#, #"{"a":1,"b":1}"#,
      #"{"a":2}"#,
      #"{"b":0}"#, #"{"b":[]}"#, #"{"b":[0]}"#, #"{"b":{}}"#,
    ].map { try PlainValue(json: $0.utf8) }
    for (left, first) in values.enumerated() {
      for (right, second) in values.enumerated() {
        #expect(first.precedes(second) == (left < right), "\(first) \(second)")
        #expect((first == second) == (left == right), "\(first) \(second)")
      }
    }
  }

  @Test("How deep a value is nested, and what stays of it where only a part is let go")
  func shallow() {
    let one = PlainValue.record(["a": .integer(1)])
    let (two, three) = (PlainValue.list([one, .null]), PlainValue.record(["b": .list([one]), "c": .null]))
    let values: [PlainValue] = [.null, .list([]), one, two, three, .list([three])]
    #expect(values.map { $0.nesting } == [0, 1, 1, 2, 3, 4])
    var (outer, kept): (PlainValue?, PlainValue) = (.list([three, .list([three])]), three)
    outer = nil
    #expect(outer == nil && kept == .record(["b": .list([one]), "c": .null]))
    kept["b"] = .integer(2)
    #expect(three["b"] == .list([one]))
  }
}
