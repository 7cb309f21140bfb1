import PersistentCollections
import Strata
import Testing

@Described
struct Shop: Equatable {
  var name = "Corner shop"
  var items: PersistentMap<Int, Product> = [:]
}

@Described
struct Product: Equatable {
  var title = ""
  var price = Price.free
}

@Described
enum Price: Equatable {
  case free
  case cents(Int)
}

struct Dot: Described, Equatable {
  var mark = Mark.dot(x: 0, y: 0)
  var size = 1.0

  static func describe(_ field: inout Fields<Dot>) {
    field("mark", \.mark)
    field("size", \.size)
  }
}

enum Mark: DescribedCases, Equatable {
  case dot(x: Double, y: Double)

  static func describe(_ oneOf: inout Cases<Mark>) {
    oneOf("dot", "x", "y", as: Mark.dot(x:y:)) { if case .dot(let x, let y) = $0 { (x, y) } else { nil } }
  }
}

struct Interval: DescribedByInitializer, Equatable {
  let start: Int
  let end: Int

  init(start: Int, end: Int) throws {
    guard start <= end else { throw NotAnInterval() }
    (self.start, self.end) = (start, end)
  }

  init(_ fields: FieldValues<Interval>) throws {
    try self.init(start: fields[\.start], end: fields[\.end])
  }

  static func describe(_ field: inout Fields<Interval>) {
    field("start", \.start)
    field("end", \.end)
  }
}

@Described
struct Leaflet: Equatable {
  var body: PersistentText = ""
  @Field(merging: .greatest) var visits = 0
  @Field(merging: .union) var tags: PersistentSet<String> = []
}

struct NotAnInterval: Error {}
struct NotAnItem: Error {}

@Described(removed: "colour")
struct Member: Equatable {
  @Field(formerly: "nick") var name = ""
  @Field(missing: 3) var priority = 0
}

extension Shop: Validated {
  mutating func validate() throws {
    if name.isEmpty { name = "Corner shop" }
    guard items.keys.allSatisfy({ $0 > 0 }) else { throw NotAnItem() }
  }
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
    let json = patch.json  // the bytes of {"fields":{"items":{"entries":[…]}}}
    let same = try Patch(packed: packed) == Patch(json: json)  // true
    #expect(same && packed.count < 40)

    var theirs = before
    theirs.items[42]?.price = .cents(250)
    theirs.items[7] = Product(title: "Milk", price: .cents(90))

    let merge = try Merge(base: before, mine: after, theirs: theirs)
    print(merge.merged.items[42]?.title ?? "")  // Green tea, for 250 cents; and there is milk
    print(merge.conflicts.isEmpty)  // true
    #expect(merge.conflicts.isEmpty && merge.merged.items.count == 2)
    #expect(merge.merged.items[42] == Product(title: "Green tea", price: .cents(250)))

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

  @Test("An edit that was told is taken back where it was made")
  func told() throws {
    let leaflet = Leaflet(body: "a")
    let start = leaflet.body.startIndex
    let typed = Patch(replacing: start..<start, of: leaflet.body, with: "a").inside(.field("body"))

    let twice = try leaflet.applying(typed)
    let middle = twice.body.index(after: twice.body.startIndex)
    let between = Patch(replacing: middle..<middle, of: twice.body, with: "b").inside(.field("body"))

    let now = try twice.applying(between)  // aba
    let rest = try now.applying(typed.inverted.rebased(over: between))
    print(rest.body)  // ba: the first a is the one that was typed
    #expect(now.body == "aba" && rest.body == "ba")
  }

  @Test("Fields say how they merge")
  func merging() throws {
    let leaflet = Leaflet(body: "a")
    var (here, there) = (leaflet, leaflet)
    (here.visits, there.visits) = (7, 5)
    (here.tags, there.tags) = (["tea"], ["milk"])
    let united = try Merge(base: leaflet, mine: here, theirs: there).merged
    print(united.visits, united.tags.count)  // 7 2
    #expect(united.visits == 7 && united.tags.count == 2)
  }

  @Test("A file of an older version is read")
  func older() throws {
    let old = #"{"colour":"red","nick":"Ada"}"#
    let member = try Member(json: old.utf8)  // named Ada, with priority 3
    #expect(member == Member(name: "Ada", priority: 3))
  }

  @Test("An initialiser has the last word")
  func interval() throws {
    #expect(try Interval(json: #"{"end":2,"start":1}"#.utf8) == Interval(start: 1, end: 2))
    #expect(throws: PatchError.self) { try Interval(json: #"{"end":1,"start":2}"#.utf8) }
  }

  @Test("Rules repair or refuse")
  func rules() throws {
    #expect(try Shop(json: #"{"items":{},"name":""}"#.utf8).name == "Corner shop")
    #expect(throws: PatchError.self) { try Shop(json: #"{"items":{"0":{"title":"x"}}}"#.utf8) }
  }
}
