import Measuring
import PersistentCollections
import StrataCore

/// A state with a field of every kind that can be described.
struct Sample: Codable, Equatable, Described {
  var number = 0
  var small: UInt8 = 0
  var large: UInt64 = 0
  var text = ""
  var isOn = false
  var ratio = 0.0
  var single: Float = 0
  var note: String?
  var inner = Inner()
  var maybe: Inner?
  var colour = Colour.red
  var ending = Ending.open
  var fate = Fate.open
  var time = Timestamp(nanosecondsSince1970: 0)
  var items: PersistentMap<Int, Item> = [:]
  var named: PersistentMap<String, Item> = [:]
  var sorted: PersistentSortedMap<Place, Item> = [:]
  var numbered: PersistentSortedMap<Int, String> = [:]
  var list: PersistentArray<Item> = []
  var tags: PersistentSet<String> = []
  var places: PersistentSet<Place> = []
  var plainList: [String] = []
  var plainSet: Set<Int> = []
  var plainMap: [String: Int] = [:]
  /// None in an optional, in a map, and in a record whose initialiser has the last word.
  var layers: Int??
  var gaps: PersistentMap<String, Int?> = [:]
  var both = Both<Double?>(left: nil, right: nil)
  /// A record in a record of its own kind, many times.
  var twig = Twig()

  enum CodingKeys: String, CodingKey {
    case number, small, large, text, isOn, ratio, single, note, inner, maybe, colour, ending, fate, time,
      items, named
    case sorted, numbered, list, tags, places, plainList, plainSet, plainMap, layers, gaps, both, twig
  }

  static func describe(_ field: inout Fields<Sample>) {
    field("number", \.number)
    field("small", \.small)
    field("large", \.large)
    field("text", \.text)
    field("isOn", \.isOn)
    field("ratio", \.ratio)
    field("single", \.single)
    field("note", \.note)
    field("inner", \.inner)
    field("maybe", \.maybe)
    field("colour", \.colour)
    field("ending", \.ending)
    field("fate", \.fate)
    field("time", \.time)
    field("items", \.items)
    field("named", \.named)
    field("sorted", \.sorted)
    field("numbered", \.numbered)
    field("list", \.list)
    field("tags", \.tags)
    field("places", \.places)
    field("plainList", \.plainList)
    field("plainSet", \.plainSet)
    field("plainMap", \.plainMap)
    field("layers", \.layers)
    field("gaps", \.gaps)
    field("both", \.both)
    field("twig", \.twig)
  }
}

/// A record in a record.
struct Inner: Codable, Equatable, Described {
  var x = 0
  var title = ""

  static func describe(_ field: inout Fields<Inner>) {
    field("x", \.x)
    field("title", \.title)
    field.removed("y")
  }
}

/// An entity in a collection, with a collection of its own.
struct Item: Codable, Equatable, Described, Identifiable {
  var id = 0
  var title = ""
  var note: String?
  var marks: PersistentArray<Int> = []

  static func describe(_ field: inout Fields<Item>) {
    field("id", \.id)
    field("title", \.title)
    field("note", \.note)
    field("marks", \.marks)
    field.removed("colour")
  }
}

/// Two values of any kind, which only an initialiser makes.
struct Both<Value: DescribedValue & Equatable>: DescribedByInitializer, Equatable {
  let left: Value
  let right: Value

  init(left: Value, right: Value) { (self.left, self.right) = (left, right) }
  init(_ fields: FieldValues<Both>) throws { try self.init(left: fields[\.left], right: fields[\.right]) }

  static func describe(_ field: inout Fields<Both>) {
    field("left", \.left)
    field("right", \.right)
  }
}

/// A record that has records of its own kind.
struct Twig: Described, Equatable {
  var name = ""
  var twigs: [Twig] = []

  static func describe(_ field: inout Fields<Twig>) {
    field("name", \.name)
    field("twigs", \.twigs)
  }

  private var depth: Int { 1 + (twigs.first?.depth ?? 0) }

  /// Grows at its end, or changes somewhere on the way there.
  mutating func edit(using random: inout SplitMix64) {
    let key = Int.random(in: 0..<8, using: &random)
    switch key {
    case 1... where !twigs.isEmpty: twigs[0].edit(using: &random)
    case 0...3: name = Sample.texts[key]
    case 4: twigs = []
    default: twigs.insert((0..<key).reduce(Twig()) { Twig(name: "\($1)", twigs: [$0]) }, at: 0)
    }
    if depth > 14 { twigs = [] }
  }
}

/// A leaf that stands for a text.
enum Colour: String, CaseIterable, DescribedLeaf {
  case red, green, blue
}

/// A leaf with payloads.
enum Ending: DescribedLeaf, Equatable {
  case open
  case done(at: Int)
  case abandoned(reason: String)
}

/// Cases that carry a record, a collection, an optional, a number of either zero, and themselves.
indirect enum Fate: DescribedCases, Equatable {
  case open
  case done(at: Double, marks: PersistentArray<Int>)
  case given(Inner, note: String?)
  case after(Fate, days: Int)

  static func describe(_ oneOf: inout Cases<Fate>) {
    oneOf("open", .open)
    oneOf("done", "at", "marks", as: Fate.done) {
      if case .done(let at, let marks) = $0 { (at, marks) } else { nil }
    }
    oneOf("given", "_0", "note", as: Fate.given) {
      if case .given(let inner, let note) = $0 { (inner, note) } else { nil }
    }
    oneOf("after", "_0", "days", as: Fate.after) {
      if case .after(let fate, let days) = $0 { (fate, days) } else { nil }
    }
    oneOf.removed("lost", as: .open)
  }

  /// Changes what is carried, or the case.
  mutating func edit(using random: inout SplitMix64) {
    let key = Int.random(in: 0..<8, using: &random)
    switch (self, key) {
    case (.done(let at, var marks), 0...5):
      marks.insert(key, at: Int.random(in: 0...marks.count, using: &random))
      self = .done(at: key < 2 ? -at : Sample.ratios[key], marks: marks)
    case (.given(var inner, let note), 0...5):
      inner.x += key
      self = .given(inner, note: key < 3 ? note : key == 3 ? nil : Sample.texts[key])
    case (.after(var fate, let days), 0...4):
      fate.edit(using: &random)
      self = .after(fate, days: days + key / 3)
    case (_, 0...2): self = .done(at: Sample.ratios[key], marks: [key])
    case (_, 3...4): self = .given(Inner(x: key), note: nil)
    case (_, 5...6): if depth < 5 { self = .after(self, days: key) } else { self = .open }
    default: self = .open
    }
  }

  private var depth: Int { if case .after(let fate, _) = self { 1 + fate.depth } else { 0 } }
}

/// A leaf that is a key, and no name in JSON.
struct Place: DescribedLeaf, Hashable, Comparable {
  var row: Int
  var column: Int

  static func < (left: Place, right: Place) -> Bool { (left.row, left.column) < (right.row, right.column) }
}

extension Sample {
  /// Texts that are equal and not the same, long and short, and such as JSON has to escape.
  static let texts = [
    "", "a", "Write the report for Monday", "\u{e9}", "e\u{301}", "\"quoted\" \\ / \n\t\u{1}", "🧵🪡",
    "$number", "null",
  ]

  /// Numbers that are equal and not the same, or not equal and the same.
  static let ratios: [Double] = [
    0, -0.0, 1, 0.1, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
    Double(nan: 7, signaling: false),
  ]

  /// Changes a few things at random.
  mutating func edit(using random: inout SplitMix64, times: Int = 1) {
    for _ in 0..<times { editOnce(using: &random) }
  }

  private mutating func editOnce(using random: inout SplitMix64) {
    let key = Int.random(in: 0..<8, using: &random)
    let text = Self.texts.randomElement(using: &random) ?? ""
    let item = Item.random(using: &random)
    let place = Place(row: key / 3, column: key % 3)
    switch Int.random(in: 0..<34, using: &random) {
    case 0: number = [0, -1, .max, .min, 42][key % 5]
    case 1: small = UInt8(key)
    case 2: large = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max][key % 5]
    case 3: self.text = text
    case 4: isOn.toggle()
    case 5: ratio = Self.ratios.randomElement(using: &random) ?? 0
    case 6:
      single =
        [0, -0.0, 1.5, .nan, Float(bitPattern: 0x7FA0_0001), -.infinity, .leastNonzeroMagnitude, 3][key]
    case 7: note = Bool.random(using: &random) ? text : nil
    case 8: inner.title = text
    case 9: maybe = maybe == nil ? Inner(x: key, title: text) : nil
    case 10: maybe?.x = key
    case 11: colour = Colour.allCases[key % 3]
    case 12: ending = [.open, .done(at: key), .abandoned(reason: text)][key % 3]
    case 13: time = Timestamp(nanosecondsSince1970: Int64(key))
    case 14: items[key] = Bool.random(using: &random) ? item : nil
    case 15: items[key]?.title = text
    case 16: named[text] = Bool.random(using: &random) ? item : nil
    case 17: sorted[place] = Bool.random(using: &random) ? item : nil
    case 18: sorted[place]?.marks.append(key)
    case 19: numbered[key - 4] = Bool.random(using: &random) ? text : nil
    case 20: list.insert(item, at: Int.random(in: 0...list.count, using: &random))
    case 21: if !list.isEmpty { list.remove(at: Int.random(in: 0..<list.count, using: &random)) }
    case 22: if !list.isEmpty { list[Int.random(in: 0..<list.count, using: &random)].title = text }
    case 23: if tags.remove(text) == nil { tags.insert(text) }
    case 24: if places.remove(place) == nil { places.insert(place) }
    case 25: if plainList.count > key { plainList.remove(at: key) } else { plainList.append(text) }
    case 27, 28: fate.edit(using: &random)
    case 30: layers = [nil, .some(nil), key][key % 3]
    case 31: if gaps.removeValue(forKey: text) == nil { gaps[text] = .some(key < 4 ? nil : key) }
    case 32:
      let ratio = Self.ratios[key % 6]
      both = Both(left: key < 3 ? nil : ratio, right: key == 5 ? nil : both.left)
    case 33: twig.edit(using: &random)
    case 26: if plainSet.remove(key) == nil { plainSet.insert(key) }
    default: plainMap[text] = plainMap[text] == nil ? key : nil
    }
  }
}

extension Item {
  static func random(using random: inout SplitMix64) -> Item {
    var item = Item(id: Int.random(in: 0..<1000, using: &random))
    item.title = Sample.texts.randomElement(using: &random) ?? ""
    item.note = Bool.random(using: &random) ? item.title : nil
    item.marks = PersistentArray(0..<Int.random(in: 0..<5, using: &random))
    return item
  }
}
