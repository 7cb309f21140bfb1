import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Fields that say how they merge.
@Suite("A field says how it merges")
struct FieldMergeTests {
  struct Book: Described, Identifiable, Equatable {
    var id = 0
    var title = ""
    var readers = 0
    var rating = 0.0
    var tags: PersistentSet<String> = []
    var shelves: Set<Int> = []

    static func describe(_ field: inout Fields<Book>) {
      field("id", \.id)
      field("title", \.title)
      field("readers", \.readers, missing: 1, merging: .greatest, formerly: "views")
      field("rating", \.rating, merging: .least)
      field("tags", \.tags, merging: .union)
      field("shelves", \.shelves, merging: .union)
    }

    mutating func edit(using random: inout SplitMix64) {
      let number = Int.random(in: 0..<6, using: &random)
      let text = Sample.texts[number]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: title = text
      case 1: readers = number
      case 2: rating = Sample.ratios.randomElement(using: &random) ?? 0
      case 3: if tags.remove(text) == nil { tags.insert(text) }
      default: if shelves.remove(number) == nil { shelves.insert(number) }
      }
    }
  }

  indirect enum Loan: DescribedCases, Equatable {
    case none
    case of(Book, to: String)

    static func describe(_ oneOf: inout Cases<Loan>) {
      oneOf("none", .none)
      oneOf("of", "_0", "to", as: Loan.of) {
        if case .of(let book, let name) = $0 { (book, name) } else { nil }
      }
    }
  }

  /// Made by an initialiser.
  struct Pair: DescribedByInitializer, Equatable {
    let high: Int
    let low: Int

    init(high: Int, low: Int) { (self.high, self.low) = (high, low) }
    init(_ fields: FieldValues<Pair>) throws {
      self.init(high: try fields[\.high], low: try fields[\.low])
    }

    static func describe(_ field: inout Fields<Pair>) {
      field("high", \.high, merging: .greatest)
      field("low", \.low, missing: 0, merging: .least)
    }
  }

  struct Library: Described, Equatable {
    var first = Book()
    var guest: Book?
    var loan = Loan.none
    var pair = Pair(high: 0, low: 0)
    var byNumber: PersistentMap<Int, Book> = [:]
    var byName: [String: Book] = [:]
    var row: PersistentArray<Book> = []
    var pile: [Pair] = []

    static func describe(_ field: inout Fields<Library>) {
      field("first", \.first)
      field("guest", \.guest)
      field("loan", \.loan)
      field("pair", \.pair)
      field("byNumber", \.byNumber)
      field("byName", \.byName)
      field("row", \.row)
      field("pile", \.pile)
    }

    mutating func edit(using random: inout SplitMix64) {
      let number = Int.random(in: 0..<4, using: &random)
      let text = Sample.texts[number + 1]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: first.edit(using: &random)
      case 1: if guest == nil { guest = Book() } else { guest?.edit(using: &random) }
      case 2:
        guard case .of(var book, let name) = loan else { return loan = .of(Book(), to: "Ada") }
        book.edit(using: &random)
        loan = number == 0 ? .none : .of(book, to: number == 1 ? text : name)
      case 3: pair = Pair(high: number, low: -number)
      case 4: byNumber[number, default: Book(id: number)].edit(using: &random)
      case 5: byName[text, default: Book()].edit(using: &random)
      case 6:
        let place = Int.random(in: 0...row.count, using: &random)
        if number == 0 || place == row.count {
          row.insert(Book(id: Int.random(in: 0..<1_000, using: &random)), at: place)
        } else {
          row[place].edit(using: &random)
        }
      default:
        if number == 0 || pile.isEmpty { pile.append(pair) } else { pile[0] = Pair(high: number, low: 0) }
      }
    }
  }

  static func random(_ random: inout SplitMix64) -> (base: Library, mine: Library, theirs: Library) {
    var base = Library()
    for _ in 0..<Int.random(in: 0..<40, using: &random) { base.edit(using: &random) }
    var (mine, theirs) = (base, base)
    for _ in 0..<Int.random(in: 0..<8, using: &random) { mine.edit(using: &random) }
    for _ in 0..<Int.random(in: 0..<8, using: &random) { theirs.edit(using: &random) }
    return (base, mine, theirs)
  }

  @Test("The greatest, the least, and the members of either")
  func rules() throws {
    let base = Book(title: "A", readers: 3, rating: 4, tags: ["a", "b", "c"], shelves: [1])
    var (mine, theirs) = (base, base)
    (mine.readers, theirs.readers) = (5, 4)
    (mine.rating, theirs.rating) = (3, 2)
    mine.tags = ["a", "b", "d"]
    theirs.tags = ["a", "c", "e"]
    mine.shelves = []
    let merge = try Merge(base: base, mine: mine, theirs: theirs)
    let merged = Book(title: "A", readers: 5, rating: 2, tags: ["a", "b", "c", "d", "e"])
    #expect(merge.merged == merged && merge.conflicts.isEmpty)
    #expect(try mine.applying(merge.patch) == merged)
    let (own, other) = (try Patch(from: base, to: mine), try Patch(from: base, to: theirs))
    #expect(try theirs.applying(own.rebased(over: other, from: base)) == merged)
    #expect(throws: MergeError.self) { try own.rebased(over: other) }
  }

  @Test("A rule is asked wherever the record is, if both changed the field, and about its whole")
  func places() throws {
    var base = Library()
    let book = Book(id: 1, readers: 1)
    (base.guest, base.loan, base.byNumber[1], base.byName["a"]) = (book, .of(book, to: "Ada"), book, book)
    base.row = [Book(id: 7), book]
    base.pile = [Pair(high: 0, low: 0)]
    func edited(_ readers: Int, _ number: Int) -> Library {
      var library = base
      let book = Book(id: 1, readers: readers)
      (library.guest, library.loan) = (book, .of(book, to: "Ada"))
      (library.byNumber[1], library.byName["a"]) = (book, book)
      library.row[1] = book
      library.row.insert(Book(id: number), at: 0)
      library.pile[0] = Pair(high: readers, low: -readers)
      return library
    }
    let merge = try Merge(base: base, mine: edited(5, 100), theirs: edited(9, 200))
    #expect(merge.conflicts.isEmpty)
    var expected = edited(9, 200)
    expected.row.insert(Book(id: 100), at: 0)
    #expect(merge.merged == expected)
  }

  @Test("Equal values with different encodings merge to one encoding on both sides")
  func written() throws {
    for (one, two) in [(0.0, -0.0), (.nan, 1)] {
      var (mine, theirs) = (Book(rating: 7), Book(rating: 7))
      (mine.rating, theirs.rating) = (one, two)
      (mine.tags, theirs.tags) = (["\u{e9}"], ["e\u{301}", "x"])
      let here = try Merge(base: Book(rating: 7), mine: mine, theirs: theirs).merged
      let there = try Merge(base: Book(rating: 7), mine: theirs, theirs: mine).merged
      #expect(try PlainValue(of: here) == PlainValue(of: there))
    }
  }

  @Test("A field that is missing, was called otherwise or is no longer there merges as it is read today")
  func names() throws {
    let base = try Book(json: #"{"views":2,"id":1}"#.utf8)
    var (mine, theirs) = (base, base)
    (mine.readers, theirs.readers) = (4, 3)
    #expect(try Merge(base: base, mine: mine, theirs: theirs).merged.readers == 4)
    // Patches of an older version of the app have its names.
    let old = try [5, 9].map { try Patch(json: #"{"fields":{"views":{"new":\#($0),"old":2}}}"#.utf8) }
    let rebased = try old[0].rebased(over: old[1], from: base)
    #expect(rebased.isEmpty)
    #expect(try base.applying(old[0]).applying(old[1].rebased(over: old[0], from: base)).readers == 9)
    let missing = try Book(json: "{}".utf8)
    #expect(missing.readers == 1)
    (mine, theirs) = (missing, missing)
    (mine.readers, theirs.readers) = (0, -1)
    #expect(try Merge(base: missing, mine: mine, theirs: theirs).merged.readers == 0)
  }

  @Test("A patch that was made from another value is an error with its place")
  func strangers() throws {
    let base = Book(readers: 1)
    let own = try Patch(from: base, to: Book(readers: 5))
    let stranger = try Patch(from: Book(readers: 2), to: Book(readers: 7))
    do throws(MergeError) {
      _ = try own.rebased(over: stranger, from: base)
      Issue.record("it was made from another value")
    } catch {
      guard case .patch(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.path == [.field("readers")])
    }
  }

  @Test("The laws of merging hold with rules everywhere")
  func laws() throws {
    var met = MergeLawTests.Met()
    for seed in 0..<UInt64(Soak.times(60)) {
      var random = SplitMix64(seed: seed)
      let (base, mine, theirs) = Self.random(&random)
      try MergeLawTests.check(base, mine, theirs, "seed \(seed)", &met)
    }
    #expect(met.merged > 0 && met.conflicts > 0)
  }
}
