import PersistentCollections
import Strata
import Testing

struct Shop: Codable, Equatable, Described {
  var name = "Corner shop"
  var items: PersistentMap<Int, Product> = [:]

  static func describe<Visitor: FieldVisitor<Shop>>(_ field: inout Visitor) {
    field("name", \.name)
    field("items", \.items)
  }
}

struct Product: Codable, Equatable, Described {
  var title: String
  var price: Price

  static func describe<Visitor: FieldVisitor<Product>>(_ field: inout Visitor) {
    field("title", \.title)
    field("price", \.price)
  }
}

enum Price: DescribedLeaf, Equatable {
  case free
  case cents(Int)
}

@Suite("The examples on the page about describing a state")
struct DescribingPageTests {
  @Test("They print what they say")
  func runs() throws {
    var before = Shop()
    before.items[42] = Product(title: "Tea", price: .cents(300))
    var after = before
    after.items[42]?.title = "Green tea"

    let patch = try Patch(from: before, to: after)
    print(patch)  // items / 42 / title: "Tea" → "Green tea"

    let again = try before.applying(patch)  // after
    let back = try after.applying(patch.inverted)  // before
    #expect(patch.description == #"items / 42 / title: "Tea" → "Green tea""#)
    #expect(again == after && back == before)

    let both = try patch.followed(by: patch.inverted)
    print(both.isEmpty)  // true
    #expect(both.isEmpty)

    let packed = patch.packed  // some 30 bytes
    let text = patch.json  // {"fields":{"items":{"entries":[…]}}}
    let same = try Patch(packed: packed) == Patch(json: text)  // true
    #expect(same && packed.count < 40)

    let report = after.footprintByField
    print(report["items"]?.total.bytes ?? 0)  // what the items take on the heap
    let alone = after.heapFootprint(notIn: [before])  // what only the newer value keeps alive
    let together = [before, after].combinedHeapFootprint  // what is shared counted once
    #expect(together == before.heapFootprint + alone)

    let plain = try PlainValue(of: before)
    let replayed = try plain.applying(patch)  // the plain form of `after`
    let expected = try PlainValue(of: after)
    #expect(replayed == expected)
  }
}
