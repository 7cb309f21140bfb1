import Measuring
import TestSupport
import Testing

@testable import Strata

@Suite("The texts of elements in chunks")
struct ElementTextsTests {
  static let size = 200

  func texts(_ elements: [(key: Int, text: String)], size: Int = Self.size) throws -> ElementTexts<Int> {
    var builder = TextChunkBuilder<Int>()
    for element in elements {
      try builder.add(element.key) { $0.write(element.text) }
      if builder.pendingSize >= size { builder.cut() }
    }
    return ElementTexts(builder)
  }

  func json(_ texts: ElementTexts<Int>) -> String {
    var json = JSONWriter()
    json.beginList()
    texts.write(to: &json, isShared: true)
    json.endList()
    return json.text
  }

  func expected(_ elements: [(key: Int, text: String)]) -> String {
    "[" + elements.map { "\"\($0.text)\"" }.joined(separator: ",") + "]"
  }

  @Test("Edited anywhere, they are the texts of the edited elements, and chunks stay of about one size")
  func edits() throws {
    var random = SplitMix64(seed: 17)
    var elements = (0..<100).map { (key: $0 * 1_000, text: "element \($0)") }
    var texts = try texts(elements)
    for step in 0..<Soak.times(300) {
      // What goes and what comes at some places, in ascending order.
      var edits: [ElementTexts<Int>.Edit] = []
      var new: [(key: Int, text: String)] = []
      var (edited, position) = (elements[..<0], 0)
      let isGrowing = elements.count < 50 || (elements.count < 800 && random.below(2) == 0)
      while position <= elements.count {
        let kept = random.below(80)
        edited += elements[position..<min(position + kept, elements.count)]
        position += kept
        if position > elements.count { break }
        let removed = min(isGrowing ? random.below(2) : random.below(40), elements.count - position)
        let upper = position + removed < elements.count ? elements[position + removed].key : .max
        let lower = edited.last.map { $0.key + 1 } ?? 0
        let room = min(random.below(isGrowing ? 30 : 2), max(0, upper / 2 - lower / 2))
        let inserted = (0..<room).map { (key: lower + $0, text: "\(step) \($0)") }
        edits.append(.init(removed: position..<position + removed, inserted: new.count..<new.count + room))
        new += inserted
        edited += inserted
        position += removed + 1
        if position <= elements.count { edited.append(elements[position - 1]) }
      }
      elements = Array(edited)
      texts = texts.applying(edits, of: try self.texts(new, size: 90), size: Self.size)
      try #require(json(texts) == expected(elements), "step \(step)")
      let sizes = texts.chunks.map(\.text.range.count)
      #expect(sizes.allSatisfy { (1...3 * Self.size).contains($0) }, "step \(step)")
      #expect(sizes.count <= 2 + 8 * sizes.reduce(0, +) / Self.size, "step \(step)")
      try #require(texts.chunks.flatMap(\.keys) == elements.map(\.key), "step \(step)")
    }
  }

  @Test("Every key is found where it is, and one that is not there where it would be")
  func places() throws {
    let texts = try texts((0..<300).map { (key: $0 * 2, text: "element \($0)") })
    let starts = texts.starts
    #expect(texts.chunks.count > 10)
    for key in 0..<300 {
      #expect(texts.place(of: 2 * key, counting: starts) == (key, true))
      #expect(texts.place(of: 2 * key + 1, counting: starts) == (key + 1, false))
    }
    #expect(texts.place(of: -1, counting: starts) == (0, false))
    let none = try self.texts([])
    #expect(none.place(of: 7, counting: none.starts) == (0, false))
  }

  @Test("Put in order, the first of those with one key stays first, or is the only one that stays")
  func sorting() throws {
    let elements = [(3, "c"), (1, "a"), (3, "d"), (2, "b"), (1, "z")].map { (key: $0.0, text: $0.1) }
    let texts = try texts(elements, size: 1)
    #expect(json(texts.sorted(size: 5, droppingDoubles: false)) == #"["a","z","b","c","d"]"#)
    #expect(json(texts.sorted(size: 5, droppingDoubles: true)) == #"["a","b","c"]"#)
  }
}
