import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import Strata

/// A state with a large collection of every kind.
private struct Library: Described, Equatable {
  var numbered: PersistentSortedMap<Int, Item> = [:]
  var hashed: PersistentMap<Int, Item> = [:]
  var named: PersistentMap<String, Item> = [:]
  var alphabetic: PersistentSortedMap<String, Int> = [:]
  var placed: PersistentSortedMap<Place, Item> = [:]
  var weights: PersistentMap<Double, Int> = [:]
  var tags: PersistentSet<String> = []
  var list: PersistentArray<Item> = []
  var plainNumbered: [Int: String] = [:]
  var plainNamed: [String: Int] = [:]
  var plainList: [String] = []
  var plainSet: Set<Int> = []
  var shelf = Shelf()
  var other: Shelf?

  struct Shelf: Described, Equatable {
    var books: PersistentSortedMap<Int, String> = [:]
    var ratings: PersistentSortedMap<Int, Double> = [:]

    static func describe<Visitor: FieldVisitor<Shelf>>(_ field: inout Visitor) {
      field("books", \.books)
      field("ratings", \.ratings)
    }
  }

  static func describe<Visitor: FieldVisitor<Library>>(_ field: inout Visitor) {
    field("numbered", \.numbered)
    field("hashed", \.hashed)
    field("named", \.named)
    field("alphabetic", \.alphabetic)
    field("placed", \.placed)
    field("weights", \.weights)
    field("tags", \.tags)
    field("list", \.list)
    field("plainNumbered", \.plainNumbered)
    field("plainNamed", \.plainNamed)
    field("plainList", \.plainList)
    field("plainSet", \.plainSet)
    field("shelf", \.shelf)
    field("other", \.other)
  }

  /// Changes one thing, mostly a small one.
  mutating func edit(using random: inout SplitMix64) {
    let key = random.below(120)
    let item = Item.random(using: &random)
    let isThere = random.below(3) > 0
    // One name in two spellings is one key, and two texts.
    let name = random.below(4) == 0 ? ["\u{e9}", "e\u{301}"][key % 2] + "\(key / 40)" : "name \(key)"
    switch random.below(22) {
    case 0: numbered[key - 60] = isThere ? item : nil
    case 1: numbered[key - 60]?.title = "title \(random.below(1_000))"
    case 2: hashed[key] = isThere ? item : nil
    case 3: named[name] = isThere ? item : nil
    case 4:
      named[name] = nil
      named[name] = item
    case 5: alphabetic[name] = isThere ? key : nil
    case 6:
      alphabetic[name] = nil
      alphabetic[name] = random.below(1_000)
    case 7: placed[Place(row: key / 10, column: key % 10)] = isThere ? item : nil
    case 8:
      let weight = [0.0, -0.0, Double(key), Double(key) / 7, .pi][key % 5]
      weights[weight] = nil
      weights[weight] = isThere ? key : nil
    case 9: if tags.remove(name) == nil { tags.insert(name) }
    case 10: list.insert(item, at: random.below(list.count + 1))
    case 11: if !list.isEmpty { list.remove(at: random.below(list.count)) }
    case 12: if !list.isEmpty { list[random.below(list.count)].title = name }
    case 13: list.append(item)
    case 14: plainNumbered[key] = isThere ? name : nil
    case 15: plainNamed[name] = isThere ? key : nil
    case 16: if plainList.count > key { plainList.remove(at: key) } else { plainList.append(name) }
    case 17: if plainSet.remove(key) == nil { plainSet.insert(key) }
    case 18: shelf.books[key] = isThere ? name : nil
    case 19: shelf.ratings[key] = isThere ? Double(random.below(1_000)) / 8 : nil
    case 20: other?.books[key] = name
    default: editMuch(using: &random)
    }
  }

  private mutating func editMuch(using random: inout SplitMix64) {
    switch random.below(30) {
    case 0: list = PersistentArray(list.reversed())
    case 1:
      numbered = PersistentSortedMap(uniqueKeysWithValues: numbered.suffix(40).map { ($0.key, $0.value) })
    case 2: shelf = Shelf()
    case 3: other = other == nil ? shelf : nil
    case 4: tags = PersistentSet(tags.prefix(10))
    case 5: if list.count > 20 { list.removeSubrange(5..<list.count - 5) }
    case 6: for key in 200..<400 { numbered[key] = Item(id: key) }
    case 7: for key in 200..<400 { numbered[key] = nil }
    case 8: list.append(contentsOf: list.prefix(50))
    default: shelf.books[random.below(500) - 250] = "book"
    }
  }
}

/// A leaf that counts how often one is written.
private struct Counted: DescribedLeaf, Equatable {
  static let count = Guarded(0)
  var number: Int

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

  func encode(to encoder: any Encoder) throws {
    Self.count.withLock { $0 += 1 }
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

private struct Counting: Described {
  var items: PersistentSortedMap<Int, Counted>
  var list: PersistentArray<Counted>

  static func describe<Visitor: FieldVisitor<Counting>>(_ field: inout Visitor) {
    field("items", \.items)
    field("list", \.list)
  }
}

extension Described {
  fileprivate func json(remembering memory: TextMemory) throws -> [UInt8] {
    var json = JSONWriter()
    try write(to: &json, remembering: memory)
    return json.finish().bytes
  }
}

@Suite("JSON of which the last version is remembered")
struct RememberedTextTests {
  @Test(
    "After any edits, what is remembered and what is written anew are the same bytes",
    arguments: [(1, 40, 1), (2, 200, 4), (3, 700, 10), (4, 16 << 10, 1)]
  )
  func randomEdits(seed: UInt64, chunkSize: Int, smallestCount: Int) throws {
    var random = SplitMix64(seed: seed)
    let memory = TextMemory(chunkSize: chunkSize, smallestCount: smallestCount)
    var library = Library()
    var older: [Library] = []
    for step in 0..<(Soak.isOn ? 2_000 : 80) {
      let edits = [0, 1, 1, 1, 2, 5, 30][random.below(7)]
      for _ in 0..<edits { library.edit(using: &random) }
      // As after an undo, or a jump.
      if random.below(20) == 0, let version = older.randomElement(using: &random) { library = version }
      if random.below(10) == 0 { older.append(library) }
      if older.count > 10 { older.removeFirst() }
      try #require(try library.json(remembering: memory) == library.json(), "seed \(seed), step \(step)")
    }
    let read = try JSONDecoder().decode(Library.self, from: Data(library.json(remembering: memory)))
    #expect(try read.json() == library.json())
  }

  @Test("After one change, one element is written, however many there are")
  func onlyChanges() throws {
    let memory = TextMemory()
    var state = Counting(
      items: PersistentSortedMap(uniqueKeysWithValues: (0..<5_000).map { ($0, Counted($0)) }),
      list: PersistentArray((0..<5_000).map(Counted.init))
    )
    func countWritten() throws -> Int {
      Counted.count.withLock { $0 = 0 }
      _ = try state.json(remembering: memory)
      return Counted.count.withLock { $0 }
    }
    #expect(try countWritten() == 10_000)
    #expect(try countWritten() == 0)
    state.items[2_500] = Counted(-1)
    #expect(try countWritten() == 1)
    state.items[2_500] = nil
    #expect(try countWritten() == 0)
    // The elements of a changed leaf are compared before they are written: no more than those of a few leaves.
    state.list.insert(Counted(-2), at: 17)
    #expect(try countWritten() < 300)
    #expect(try state.json(remembering: memory) == state.json())
  }

  @Test("A number that JSON does not have is an error as long as it is there, whatever else changes")
  func unspeakable() throws {
    let memory = TextMemory(chunkSize: 100, smallestCount: 1)
    var library = Library()
    for key in 0..<50 { library.shelf.ratings[key] = Double(key) / 4 }
    _ = try library.json(remembering: memory)
    for _ in 0..<2 {
      library.shelf.ratings[7] = .nan
      for key in 20..<23 {
        library.shelf.ratings[key] = 1
        #expect { try library.json(remembering: memory) } throws: { "\($0)".contains("shelf / ratings / 7") }
      }
      library.shelf.ratings[7] = 0.5
      #expect(try library.json(remembering: memory) == library.json())
    }
  }

  @Test("A map by number is in the order of the numbers, whatever kind of map it is")
  func numberedOrder() throws {
    var library = Library()
    for key in [10, 9, -1, 100] {
      library.plainNumbered[key] = "value \(key)"
      library.hashed[key] = Item(id: key)
      library.shelf.books[key] = "book \(key)"
    }
    let text = String(decoding: try library.json(), as: UTF8.self)
    #expect(
      text.contains(#""plainNumbered":{"-1":"value -1","9":"value 9","10":"value 10","100":"value 100"}"#)
    )
    #expect(text.contains(#""books":{"-1":"book -1","9":"book 9","10":"book 10","100":"book 100"}"#))
    let hashed = [-1, 9, 10, 100].map { #""\#($0)":{"id":\#($0),"marks":[],"title":""}"# }
    #expect(text.contains("\"hashed\":{" + hashed.joined(separator: ",") + "}"))
  }
}
