import Foundation
import Measuring
import PersistentCollections
import StrataCore
import StrataStorage
import TestSupport
import Testing

/// A described state of all the shapes that there are, one inside the other.
struct Catalog: Described, Equatable {
  enum Colour: String, DescribedLeaf { case red, green }
  enum Ending: DescribedLeaf, Equatable {
    case open
    case done(at: Int, by: String)
  }

  struct Item: Described, Equatable {
    var id = 0
    var title = ""
    var weight = 0.0
    var colour: Colour?
    var ending = Ending.open
    var tags: Set<String> = []
    var parts: [Item] = []

    static func describe(_ field: inout Fields<Item>) {
      field("id", \.id)
      field("title", \.title)
      field("weight", \.weight)
      field("colour", \.colour)
      field("ending", \.ending)
      field("tags", \.tags)
      field("parts", \.parts)
    }
  }

  var items: PersistentSortedMap<Int, Item> = [:]
  var byName: PersistentMap<String, Item> = [:]
  var order: PersistentArray<UInt64> = []
  var small: [Int8?] = []
  var words: [String: [Bool]] = [:]
  var pairs: PersistentSortedMap<Double, Float> = [:]

  static func describe(_ field: inout Fields<Catalog>) {
    field("items", \.items)
    field("byName", \.byName)
    field("order", \.order)
    field("small", \.small)
    field("words", \.words)
    field("pairs", \.pairs)
  }
}

@Suite("A described state as JSON")
struct CodingTests {
  let coding = StateCoding<Catalog>()

  static let texts = [
    "", "a", "é", "e\u{301}", "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}", "日本語", "👩‍👩‍👧", "\u{2028}", "a/b", "42",
    "\u{FFFF}",
  ]
  static let weights = [
    0, -0.0, 1, -1.5, 1e-7, 1e21, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, 0.1,
    9_007_199_254_740_992, 785_000_000.125,
  ]

  func item(_ random: inout SplitMix64, depth: Int = 0) -> Catalog.Item {
    Catalog.Item(
      id: Int(bitPattern: UInt(random.next())) >> random.below(64),
      title: Self.texts[random.below(Self.texts.count)],
      weight: Self.weights[random.below(Self.weights.count)],
      colour: [nil, .red, .green][random.below(3)],
      ending: random.below(2) == 0 ? .open : .done(at: random.below(100), by: Self.texts[random.below(11)]),
      tags: Set((0..<random.below(4)).map { _ in Self.texts[random.below(Self.texts.count)] }),
      parts: depth < 3 ? (0..<random.below(3)).map { _ in item(&random, depth: depth + 1) } : []
    )
  }

  func catalog(_ random: inout SplitMix64) -> Catalog {
    var catalog = Catalog()
    for _ in 0..<random.below(20) {
      catalog.items[Int(bitPattern: UInt(random.next())) >> random.below(64)] = item(&random)
      catalog.byName[Self.texts[random.below(Self.texts.count)]] = item(&random)
      catalog.order.append(random.next())
      catalog.small.append(random.below(3) == 0 ? nil : Int8(truncatingIfNeeded: random.next()))
      catalog.words[Self.texts[random.below(Self.texts.count)]] = (0..<random.below(4)).map { $0 % 2 == 0 }
      catalog.pairs[Self.weights[random.below(Self.weights.count)]] = Float(random.below(1_000)) / 7
    }
    return catalog
  }

  func decoded(_ bytes: [UInt8]) throws -> Catalog {
    try bytes.withBytes { text in
      var json = try JSONReader(text)
      let catalog = try coding.read(&json)
      try json.finish()
      return catalog
    }
  }

  /// Whether two states are the same to the representation, which `==` does not ask for.
  func written(_ catalog: Catalog) throws -> [UInt8] { try coding.encode(catalog).bytes }

  @Test(
    "Foundation reads what is written as the same state, and what Foundation writes is read as the same state"
  )
  func asFoundation() throws {
    var random = SplitMix64(seed: 23)
    for round in 0..<Soak.times(30) {
      let catalog = catalog(&random)
      let bytes = try written(catalog)
      #expect(try decoded(bytes) == catalog, "round \(round)")
      let foundation = try JSONDecoder().decode(Catalog.self, from: Data(bytes))
      #expect(foundation == catalog, "round \(round)")
      #expect(try written(foundation) == bytes, "round \(round)")
      #expect(try written(decoded(bytes)) == bytes, "round \(round)")
      let theirs = Array(try JSONEncoder().encode(catalog))
      #expect(try decoded(theirs) == catalog, "round \(round)")
      #expect(try written(decoded(theirs)) == bytes, "round \(round)")
    }
  }

  @Test("The same state is the same bytes, however it came about")
  func sameBytes() throws {
    var random = SplitMix64(seed: 29)
    for _ in 0..<20 {
      let one = catalog(&random)
      var other = Catalog()
      for (name, item) in one.byName.reversed() { other.byName[name] = item }
      for (id, item) in one.items.reversed() { other.items[id] = item }
      for (weight, number) in one.pairs.reversed() { other.pairs[weight] = number }
      for (word, flags) in one.words.shuffled(using: &random) { other.words[word] = flags }
      (other.order, other.small) = (one.order, one.small)
      #expect(try written(one) == written(other))
    }
  }

  @Test(
    "Numbers that JSON has no word for come back, wherever they are",
    arguments: [Double.nan, .infinity, -.infinity]
  )
  func unspeakable(weight: Double) throws {
    var random = SplitMix64(seed: 31)
    var item = item(&random)
    item.weight = weight
    var catalog = Catalog()
    catalog.items[1] = item
    #expect(try decoded(written(catalog)).isWritten(as: catalog))
  }

  @Test("A key that stands twice in two spellings is an error, and one that is no number too")
  func keys() throws {
    for items in [#"{"1":ITEM,"01":ITEM}"#, #"{"one":ITEM}"#, #"{"1":ITEM,"+1":ITEM}"#] {
      var random = SplitMix64(seed: 37)
      let item = String(decoding: try JSONEncoder().encode(item(&random)), as: UTF8.self)
      let items = items.replacingOccurrences(of: "ITEM", with: item)
      let json = #"{"byName":{},"items":\#(items),"order":[],"pairs":[],"small":[],"words":{}}"#
      #expect(throws: PatchError.self) { try decoded(Array(json.utf8)) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Catalog.self, from: Data(json.utf8)) }
    }
  }

  @Test("A record with very many members is read in any order, in time")
  func manyMembers() throws {
    let names = (0..<5_000).map { "name \($0)" }
    var random = SplitMix64(seed: 41)
    let members = names.shuffled(using: &random).map { "\"\($0)\":[true]" }.joined(separator: ",")
    let json = #"{"byName":{},"items":{},"order":[],"pairs":[],"small":[],"words":{\#(members)}}"#
    #expect(try decoded(Array(json.utf8)).words.count == 5_000)
  }
}
