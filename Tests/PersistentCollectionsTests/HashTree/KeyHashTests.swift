import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("The hash of a key")
struct KeyHashTests {
  @Test("is the same for texts that are equal, also where one of them is of ASCII and the other is not")
  func twins() {
    let ascii = (0..<128).compactMap { Unicode.Scalar($0).map { String($0) } }
    let (set, model) = (PersistentSet(ascii), Set(ascii))
    var twins = 0
    for number in 0...UInt32(Soak.isOn ? 0x10_FFFF : 0xFFFF) {
      guard let text = Unicode.Scalar(number).map({ String($0) }) else { continue }
      if set.contains(text) != model.contains(text) { Issue.record("scalar \(number)") }
      if number > 127 && model.contains(text) { twins += 1 }
    }
    #expect(twins == 3)
    let long = PersistentSet([String(repeating: "K", count: 15), String(repeating: "K", count: 16)])
    #expect(long.contains(String(repeating: "\u{212A}", count: 15)))
    #expect(long.contains(String(repeating: "\u{212A}", count: 16)))
    #expect(!long.contains(String(repeating: "\u{212A}", count: 14)))
  }

  @Test("is the same for two spellings, whatever the length")
  func spellings() {
    let accents = [
      ("é", "e\u{301}"), ("Å", "\u{212B}"), ("K", "\u{212A}"), ("a", "a"), ("\u{F900}", "\u{8C48}"),
    ]
    var random = SplitMix64(seed: 5)
    for length in 0..<50 {
      for _ in 0..<20 {
        var (one, other) = ("", "")
        for _ in 0..<length {
          let (first, second) = accents[random.below(10) == 0 ? random.below(5) : 3]
          one += first
          other += random.below(2) == 0 ? first : second
        }
        let map = PersistentMap(uniqueKeysWithValues: [(one, length)])
        if map[other] != length || map[other + "a"] != nil { Issue.record("\(one.unicodeScalars) \(other)") }
      }
    }
  }

  @Test("is the same for a text that holds its characters itself and for one that keeps them elsewhere")
  func places() {
    for length in 0..<32 {
      let small = String(decoding: (0..<length).map { UInt8($0 * 7 % 128) }, as: UTF8.self)
      var large = ""
      large.reserveCapacity(100)
      large += small
      let cut = String(("ab" + small + "yz").dropFirst(2).dropLast(2))
      let set = PersistentSet([small])
      #expect(set.contains(large) && set.contains(cut), "\(length)")
      #expect(PersistentSet([large]).contains(small), "\(length)")
    }
  }

  #if _pointerBitWidth(_64) && _endian(little)
    @Test("reads small texts where they lie")
    func small() {
      #expect(KeyHash.readsSmallTexts)
    }
  #endif

  @Test("tells texts apart that differ in one place or in their length")
  func different() {
    var texts: Set<String> = []
    for length in 0..<20 {
      let zeros = String(repeating: "\0", count: length)
      texts.insert(zeros)
      for place in 0..<length { texts.insert(String(zeros.prefix(place)) + "a" + zeros.dropFirst(place + 1)) }
    }
    let set = PersistentSet(texts)
    #expect(set.count == texts.count && texts.allSatisfy(set.contains))
    #expect(set.tree.brokenInvariant() == nil)
  }

  /// Keys as they would be chosen to fall together: whoever chooses them does not know what the process has drawn.
  @Test("spreads chosen keys as it does others", arguments: Chosen.allCases)
  func chosenKeys(chosen: Chosen) {
    let count = 4_096
    var random = SplitMix64(seed: 6)
    let usual = PersistentSet((0..<count).map { _ in Int(truncatingIfNeeded: random.next()) }).footprint.nodes
    let nodes: Int
    switch chosen {
    case .texts: nodes = PersistentSet((0..<count).map { "user-\($0)" }).footprint.nodes
    case .textsByEnd: nodes = PersistentSet((0..<count).map { "\($0 + 10_000)-somebody" }).footprint.nodes
    case .fewLetters:
      nodes =
        PersistentSet(
          (0..<count).map { number in (0..<12).map { number >> $0 & 1 == 1 ? "a" : "b" }.joined() }
        )
        .footprint.nodes
    default: nodes = PersistentSet((0..<count).map(chosen.number)).footprint.nodes
    }
    let ratio = Double(nodes) / Double(usual)
    #expect(ratio > 0.75 && ratio < 1.35, "\(nodes) nodes, usually \(usual)")
  }

  enum Chosen: CaseIterable {
    case inOrder, evenly, highBits, lowAndHigh, squares, backwards, texts, textsByEnd, fewLetters

    func number(_ index: Int) -> Int {
      switch self {
      case .evenly: index << 20
      case .highBits: index << 51
      case .lowAndHigh: index & 63 | (index >> 6) << 57
      case .squares: index * index
      case .backwards: Int.min &- index
      default: index
      }
    }
  }
}
