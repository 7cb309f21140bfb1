import Foundation
import Measuring
import PersistentCollections
import StrataStorage
import TestSupport
import Testing

@testable import StrataCore

/// A state whose fields, keys, elements and cases are Foundation's values.
private struct Office: Described, Equatable {
  var opened = Date(timeIntervalSinceReferenceDate: 0)
  var closed: Date?
  var key = Office.keys[0]
  var link: URL?
  var picture = Data()
  var price = Decimal(0)
  var visits: PersistentArray<Date> = []
  var prices: PersistentSortedMap<Int, Decimal> = [:]
  var files: PersistentMap<UUID, Data> = [:]
  var links: [String: URL] = [:]
  var guests: PersistentSet<UUID> = []
  var payment = Payment.open

  static func describe(_ field: inout Fields<Office>) {
    field("opened", \.opened)
    field("closed", \.closed)
    field("key", \.key)
    field("link", \.link)
    field("picture", \.picture)
    field("price", \.price)
    field("visits", \.visits)
    field("prices", \.prices)
    field("files", \.files)
    field("links", \.links)
    field("guests", \.guests)
    field("payment", \.payment)
  }

  enum Payment: DescribedCases, Equatable {
    case open
    case paid(Decimal, at: Date, receipt: URL?)

    static func describe(_ oneOf: inout Cases<Payment>) {
      oneOf("open", .open)
      oneOf("paid", "_0", "at", "receipt", as: Payment.paid) {
        if case .paid(let sum, let at, let receipt) = $0 { (sum, at, receipt) } else { nil }
      }
    }
  }
}

extension Office {
  /// Times that are equal and not the same, or the same and not equal, and such as have many digits.
  static let times = [0, -0.0, .nan, .infinity, 0.1, 785_000_000.123_456_7, -1e300].map {
    Date(timeIntervalSinceReferenceDate: $0)
  }
  static let keys = (0..<4).map { UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, $0)) }
  static let addresses: [URL] = {
    let base = URL(string: "https://example.org/a/b/?q=%20#f")
    let texts = [
      "https://example.org/a/b/?q=%20#f", "c", "../c/", "?x", "#y", "mailto:a@b", "file:///a%20b/",
      "\u{e9}", "c/./d", "//other.org",
    ]
    let alone = texts.compactMap { URL(string: $0) }
    let inside = texts.compactMap { URL(string: $0, relativeTo: base) }
    let deeper = inside.prefix(3).compactMap { URL(string: "z", relativeTo: $0) }
    let paths = ["/a b", "/a/", "c"].map { URL(fileURLWithPath: $0) }
    let inFolder = URL(fileURLWithPath: "c", relativeTo: URL(fileURLWithPath: "/folder/"))
    let empty = [URLComponents().url, URLComponents().url(relativeTo: base)].compactMap { $0 }
    return alone + inside + deeper + paths + [inFolder] + empty
  }()
  static let pieces = [Data(), Data([0]), Data([0, 255, 10, 13]), Data(repeating: 7, count: 1_000)[10...]]
  static let sums = ["0", "0.1", "-0.10", "123456789012345678901234567890.12345678", "-1e100", "1e-120"]
    .compactMap { Decimal(string: $0) }

  mutating func edit(using random: inout SplitMix64, times count: Int) {
    for _ in 0..<count { editOnce(using: &random) }
  }

  private mutating func editOnce(using random: inout SplitMix64) {
    let number = Int.random(in: 0..<60, using: &random)
    let time = Self.times[number % Self.times.count]
    let key = Self.keys[number % Self.keys.count]
    let address = Self.addresses[number % Self.addresses.count]
    let piece = Self.pieces[number % Self.pieces.count]
    let sum = Self.sums[number % Self.sums.count]
    let isOn = Bool.random(using: &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0: opened = time
    case 1: closed = isOn ? time : nil
    case 2: self.key = key
    case 3: link = isOn ? address : nil
    case 4: picture = piece
    case 5: price = sum
    case 6: visits.insert(time, at: Int.random(in: 0...visits.count, using: &random))
    case 7: if !visits.isEmpty { visits.remove(at: Int.random(in: 0..<visits.count, using: &random)) }
    case 8: prices[number % 7] = isOn ? sum : nil
    case 9: files[key] = isOn ? piece : nil
    case 10: links["\(number % 5)"] = isOn ? address : nil
    case 11: if guests.remove(key) == nil { guests.insert(key) }
    default: payment = isOn ? .paid(sum, at: time, receipt: number % 4 == 0 ? nil : address) : .open
    }
  }
}

@Suite("Laws of patches of Foundation's values")
struct FoundationLeafLawTests {
  @Test(
    "Patches lead there and back, compose, and are the same in bytes and in JSON; states come back as they were"
  )
  func laws() throws {
    for seed in 0..<UInt64(Soak.times(150)) {
      var random = SplitMix64(seed: seed)
      var versions = [Office()]
      for _ in 0..<3 {
        var next = versions[versions.count - 1]
        next.edit(using: &random, times: Int.random(in: 0..<12, using: &random))
        if seed.isMultiple(of: 3) { next = try PlainValue(of: next).value() }
        versions.append(next)
      }
      let plains = try versions.map { try PlainValue(of: $0) }
      let first = try Patch(from: versions[1], to: versions[2])
      let second = try Patch(from: versions[2], to: versions[3])
      let both = try first.followed(by: second)
      try #require(try versions[1].applying(first).isWritten(as: versions[2]), "seed \(seed): \(first)")
      try #require(try versions[2].applying(first.inverted).isWritten(as: versions[1]), "seed \(seed)")
      try #require(try versions[1].applying(both).isWritten(as: versions[3]), "seed \(seed): \(both)")
      try #require(try plains[1].applying(first) == plains[2], "seed \(seed)")
      try #require(first.isEmpty == (plains[1] == plains[2]), "seed \(seed)")
      try #require(try Patch(packed: first.packed) == first, "seed \(seed)")
      try #require(try Patch(json: first.json) == first, "seed \(seed)")
      try #require(try Office(json: versions[3].json()).isWritten(as: versions[3]), "seed \(seed)")
      try #require(
        versions[1].isWritten(as: versions[2]) == first.isEmpty,
        "what is the same needs no patch, seed \(seed)"
      )
    }
  }

  @Test("Every one of the values comes back as it was, equal where it is equal to itself")
  func values() throws {
    func check<Value: DescribedValue & Equatable>(_ values: [Value]) throws {
      for value in values {
        let (plain, json) = (try PlainValue(of: value), try [value].json())
        let back = try plain.value(as: Value.self)
        #expect(back == value || value != value, "\(value) came back as \(back)")
        #expect(try [Value](json: json)[0].isWritten(as: value), "\(value)")
      }
    }
    try check(Office.times)
    try check(Office.keys)
    try check(Office.addresses)
    try check(Office.pieces)
    try check(Office.sums)
  }
}
