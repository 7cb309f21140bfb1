import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("The storage that two versions of a described value exchange")
struct ExchangeTests {
  private func exchange<Value: Described>(from old: Value, to new: Value) -> FootprintExchange {
    new.heapExchange(from: old)
  }

  /// Changes a thing; every text is one of its own.
  ///
  /// - Returns: whether it was the list that changed.
  private func edit(_ sample: inout Sample, _ random: inout SplitMix64, _ number: Int) -> Bool {
    let (key, text) = (random.below(12), "A title of more than fifteen bytes, \(number)")
    let item = Item(id: key, title: text, note: number % 3 == 0 ? text + "!" : nil, marks: [1, 2, 3])
    let place = Place(row: key / 3, column: key % 3)
    let kind = random.below(20)
    switch kind {
    case 0: sample.text = text
    case 1: sample.note = sample.note == nil ? text : nil
    case 2: sample.inner.title = text
    case 3: sample.maybe = sample.maybe == nil ? Inner(title: text) : nil
    case 4: sample.maybe?.title = text
    case 5: sample.items[key] = sample.items[key] == nil ? item : nil
    case 6: sample.items[key]?.title = text
    case 7: sample.items[key]?.marks.append(number)
    case 8: sample.named[text + " as a name"] = item
    case 9: sample.named = sample.named.filter { $0.value.id != key }
    case 10: sample.sorted[place] = sample.sorted[place] == nil ? item : nil
    case 11: sample.sorted[place]?.note = text
    case 12: sample.numbered[key] = sample.numbered[key] == nil ? text : nil
    case 13: sample.list.insert(item, at: random.below(sample.list.count + 1))
    case 14: if !sample.list.isEmpty { sample.list.remove(at: random.below(sample.list.count)) }
    case 15: if !sample.list.isEmpty { sample.list[random.below(sample.list.count)].title = text }
    case 16: sample.tags.insert(text)
    case 17: sample.tags = sample.tags.filter { _ in random.below(2) == 0 }
    case 18: if sample.places.remove(place) == nil { sample.places.insert(place) }
    default: sample.number = number
    }
    return (13...15).contains(kind)
  }

  @Test("It is what either keeps and the other does not", arguments: 1...8 as ClosedRange<UInt64>)
  func exact(seed: UInt64) {
    var (sample, random) = (Sample(), SplitMix64(seed: seed))
    for number in 0..<Soak.times(60) {
      let old = sample
      let listEdits = (0...random.below(3)).count { edit(&sample, &random, number * 10 + $0) }
      let exchange = exchange(from: old, to: sample)
      let made = exchange.added - sample.heapFootprint(notIn: [old])
      let replaced = exchange.released - old.heapFootprint(notIn: [sample])
      #expect(made == replaced, "seed \(seed), edit \(number)")
      // An element that changed beside one that came or went looks as if it had gone, and come anew.
      if listEdits < 2 { #expect(made == Footprint(), "seed \(seed), edit \(number)") }
      #expect(made.bytes >= 0)
    }
  }

  @Test("Collections of the standard library are exchanged as a whole")
  func standard() {
    var old = Sample()
    old.plainList = ["A title of more than fifteen bytes", "Short"]
    old.plainSet = [1, 2, 3]
    old.plainMap = ["A name of more than fifteen bytes": 1]
    old.ending = .abandoned(reason: "A reason of more than fifteen bytes")
    var new = old
    #expect(exchange(from: old, to: new) == FootprintExchange())
    new.plainList.append("Another title of more than fifteen bytes")
    new.plainSet.insert(4)
    new.plainMap["Another name of more than fifteen bytes"] = 2
    new.ending = .open
    let exchange = exchange(from: old, to: new)
    #expect(exchange.added - exchange.released == new.heapFootprint - old.heapFootprint)
    #expect(exchange.released.nodes == 4, "three blocks, and the reason")
    #expect(exchange.added.nodes == 5, "three blocks, a title and a name")
  }

  /// A record with an index that follows from its rows, and a cache that lies nowhere in particular.
  private struct Indexed: Described, DerivedStorage {
    var rows: PersistentSortedMap<Int, String> = [:]
    var index: PersistentMap<String, Int> = [:]
    var cached = 0

    enum CodingKeys: String, CodingKey { case rows }

    static func describe(_ field: inout Fields<Indexed>) { field("rows", \.rows) }

    func addDerivedFootprint(to meter: inout FootprintMeter) {
      if !index.isEmpty { meter.add(index) }
      if cached > 0 { meter.countBlock(size: cached) }
    }

    mutating func set(_ row: Int, _ name: String) {
      rows[row] = name
      index[name] = row
    }
  }

  @Test("The exchange counts derived storage")
  func derived() {
    var new = Indexed()
    for row in 0..<200 {
      let old = new
      new.set(row, "n\(row)")
      if row % 10 == 9 { new.cached = 100 * row }
      let exchange = exchange(from: old, to: new)
      #expect(exchange.added - exchange.released == new.heapFootprint - old.heapFootprint)
      if row % 10 == 5 { #expect(exchange.added == new.heapFootprint(notIn: [old]) - cache(of: new)) }
      if old.cached == new.cached {
        #expect(exchange.released == old.heapFootprint(notIn: [new]) - cache(of: old))
      }
    }
    let exchange = exchange(from: new, to: Indexed())
    #expect(exchange.added == Footprint() && exchange.released == new.heapFootprint)
  }

  /// The cache is a block without an address, which is new to every meter.
  private func cache(of indexed: Indexed) -> Footprint {
    var meter = FootprintMeter()
    if indexed.cached > 0 { meter.countBlock(size: indexed.cached) }
    return meter.total
  }
}
