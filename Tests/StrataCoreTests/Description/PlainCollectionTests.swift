import Measuring
import TestSupport
import Testing

@testable import StrataCore

/// The standard library's arrays, sets and dictionaries share nothing between two versions: what changed is found by looking.
@Suite("Differences of long arrays, sets and dictionaries")
struct PlainCollectionTests {
  /// It has bytes between its fields, which are other ones in each copy.
  struct Row: Described, Hashable {
    var isDone = false
    var number = 0
    var mark: UInt8 = 0
    var text = ""

    init() {}
    init(_ number: Int) { (self.number, text) = (number, "The text of a row that is long, \(number)") }

    static func describe(_ field: inout Fields<Row>) {
      field("isDone", \.isDone)
      field("number", \.number)
      field("mark", \.mark)
      field("text", \.text)
    }
  }

  /// Changes a list as people and programs do: a row here and there, a few that come and go, or one that moves.
  private func edit(_ rows: inout [Row], _ random: inout SplitMix64, _ number: Int) {
    for _ in 0...random.below(3) {
      let place = random.below(rows.count)
      switch random.below(10) {
      case 0: rows.insert(Row(number), at: place)
      case 1: rows.remove(at: place)
      case 2: rows.append(rows.remove(at: place))
      case 3: rows.swapAt(place, random.below(rows.count))
      case 4: rows[place] = rows[random.below(rows.count)]
      case 8: rows.insert(rows.remove(at: place), at: min(rows.count - 1, place + 150 + random.below(100)))
      case 5: rows[0].mark &+= 1
      case 6: rows[rows.count - 1].isDone.toggle()
      default: rows[place].text = "Another text of a row, which is long as well, \(number)"
      }
    }
  }

  @Test("Of a long array a difference has the edits and little else", arguments: 1...4 as ClosedRange<UInt64>)
  func arrays(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var rows = (0..<2_000 + random.below(500)).map(Row.init)
    for number in 0..<Soak.times(40) {
      let old = rows
      edit(&rows, &random, 10_000 + number)
      let patch = try Patch(from: old, to: rows)
      #expect(try old.applying(patch) == rows)
      #expect(try rows.applying(patch.inverted) == old)
      // Four edits at most, each of which removes a row and inserts one, or changes its fields.
      #expect(patch.changes.count <= 16, "\(patch)")
    }
  }

  @Test(
    "Of a dictionary and a set a difference has just the entries that changed",
    arguments: [1, 2, 3] as [UInt64]
  )
  func tables(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var rows = Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, Row($0)) })
    var names = Set((0..<500).map { "The name of number \($0)" })
    for number in 0..<Soak.times(60) {
      let (oldRows, oldNames) = (rows, names)
      for _ in 0...random.below(4) {
        let key = random.below(600)
        if random.below(2) == 0 {
          rows[key] = rows[key] == nil ? Row(number) : nil
          if names.remove("The name of number \(key)") == nil { names.insert("The name of number \(key)") }
        } else {
          rows[key]?.text = "Another text of a row, which is long as well, \(number)"
        }
        // A table that grows or is made anew has its entries in another order.
        if random.below(8) == 0 {
          rows = Dictionary(uniqueKeysWithValues: rows.sorted { $0.key > $1.key })
          names = Set(names.sorted())
        }
      }
      let changed = Set(rows.keys).union(oldRows.keys).count { rows[$0] != oldRows[$0] }
      let patch = try Patch(from: oldRows, to: rows)
      #expect(patch.changes.count == changed)
      #expect(try oldRows.applying(patch) == rows)
      #expect(try rows.applying(patch.inverted) == oldRows)
      let naming = try Patch(from: oldNames, to: names)
      #expect(naming.changes.count == names.symmetricDifference(oldNames).count)
      #expect(try oldNames.applying(naming) == names)
    }
  }

  struct Thing: Identifiable, Described, Equatable {
    var id = AskedKey()
    var isDone = false
    var title = ""

    static func describe(_ field: inout Fields<Thing>) {
      field("id", \.id)
      field("isDone", \.isDone)
      field("title", \.title)
    }
  }

  @Test("An edit of a long list asks only the things that changed who they are")
  func asked() throws {
    let old = (0..<5_000).map {
      Thing(id: AskedKey(number: $0), title: "A title that is long enough, \($0)")
    }
    let edits: [(String, (inout [Thing]) -> Void)] = [
      ("change", { $0[2_500].title = "another" }),
      ("changes at both ends", { ($0[1].title, $0[4_998].isDone) = ("first", true) }),
      ("others at both ends", { ($0[1].id.number, $0[4_998].id.number) = (-1, -2) }),
      ("insert", { $0.insert(Thing(id: AskedKey(number: -1)), at: 2_500) }),
      ("remove", { $0.remove(at: 2_500) }),
    ]
    for (name, edit) in edits {
      var new = old
      edit(&new)
      var patch: Patch?
      let asked = try AskedKey.asked { patch = try Patch(from: old, to: new) }
      #expect(asked < 300, "\(name)")
      #expect(try old.applying(#require(patch)) == new)
    }
  }

  @Test("Bytes between the fields of a value say nothing about it")
  func padding() throws {
    let bytes = Row._shape.solidBytes
    var (row, other) = (Row(1), Row(1))
    other.text = row.text
    withUnsafeMutableBytes(of: &row) { row in
      withUnsafeMutableBytes(of: &other) { other in
        guard let left = row.baseAddress.map({ ValuePlace(untyped: $0) }),
          let right = other.baseAddress.map({ ValuePlace(untyped: $0) })
        else { return }
        other[1] = 0xff
        #expect(bytes.areSame(left, right))
        #expect(bytes.hash(left) == bytes.hash(right))
        other[0] = 1
        #expect(!bytes.areSame(left, right))
        other[0] = 0
        other[1] = 0
      }
    }
    #expect(row == other)
  }
}
