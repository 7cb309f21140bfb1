import Measuring
import PersistentCollections
import Testing

@testable import StrataCore

@Suite("Footprints by field")
struct FootprintByFieldTests {
  func filled(_ count: Int) -> Sample {
    var sample = Sample()
    for id in 0..<count {
      sample.items[id] = Item(id: id, title: "A title that needs the heap, number \(id)")
      sample.numbered[id] = "Another text on the heap, number \(id)"
    }
    sample.list = PersistentArray((0..<count).map { Item(id: $0, title: "short") })
    return sample
  }

  /// The block of a text of 16 to 63 bytes: 32 before them, and room for them and a zero in steps of 16.
  func block(of text: String) -> Int { Footprint.block(of: 32 + 16 * (text.utf8.count / 16 + 1)) }

  /// The rules, walked by hand: nodes by the collections' own count, and the block of each long text.
  func walked(_ sample: Sample) -> Footprint {
    var total = sample.items.footprint + sample.numbered.footprint + sample.list.footprint
    for text in sample.items.values.map(\.title) + sample.numbered.values where text.utf8.count > 15 {
      total += Footprint(nodes: 1, bytes: block(of: text))
    }
    return total
  }

  @Test("A footprint is what an independent walk counts")
  func walk() {
    for count in [0, 1, 10, 1_000] {
      let sample = filled(count)
      #expect(sample.heapFootprint == walked(sample))
    }
  }

  @Test("The fields add up to the whole, and each is what its value takes")
  func fields() {
    let sample = filled(200)
    let report = sample.footprintByField
    #expect(report.total == sample.heapFootprint)
    #expect(report.fields.reduce(Footprint()) { $0 + $1.total } == report.total)
    #expect(report["items"]?.total == sample.items.heapFootprint)
    #expect(report["list"]?.total == sample.list.footprint)
    #expect(report["number"]?.total == Footprint())
    #expect(report["inner"]?.fields.map(\.name) == ["title", "x"])
    #expect(report.description.contains("\n  items: \(sample.items.heapFootprint.nodes) nodes"))
  }

  @Test("A footprint counts shared storage once, and heapFootprint(notIn:) counts unshared storage alone")
  func sharing() {
    let first = filled(500)
    var versions = [first]
    for number in 0..<50 {
      var next = versions[number]
      next.items[number * 7]?.title = "Renamed, and still a long title, number \(number)"
      versions.append(next)
    }
    let together = versions.combinedHeapFootprint
    #expect(together.bytes < 2 * first.heapFootprint.bytes)
    let alone = versions[50].heapFootprint(notIn: versions.dropLast())
    #expect(together - versions.dropLast().combinedHeapFootprint == alone)
    #expect(alone.bytes > 100 && alone.bytes < 2_000)
    #expect(first.heapFootprint(notIn: [first]) == Footprint())
  }

  @Test("A version adds its new nodes and its new text, and no text that moved along to a new node")
  func sharedTexts() {
    let first = filled(500)
    var next = first
    let title = "Renamed, and a title that needs the heap"
    next.items[77]?.title = title
    var nodes = FootprintMeter()
    nodes.add(first.items)
    let added = nodes.add(next.items)
    let text = Footprint(nodes: 1, bytes: block(of: title))
    #expect(next.heapFootprint(notIn: [first]) == added + text)
  }

  @Test("The block of a text is as large as the allocator says")
  func texts() throws {
    var larger: [Int] = []
    for length in 16...400 {
      let characters = [UInt8](repeating: 0x61, count: length)
      let texts = (0..<64).map { _ in String(decoding: characters, as: UTF8.self) }
      let taken = try texts.map { text in
        try #require(text.utf8.withContiguousStorageIfAvailable { $0.baseAddress.map(blockBytes) } ?? nil)
      }
      let (said, found) = (texts[0].storage.bytes, Footprint.block(of: taken.min() ?? 0))
      // An allocator hands out a block that is a little too large rather than leave a rest: seldom to all of them.
      #expect(found == said || found == said + 16, "\(length) bytes")
      if found != said { larger.append(length) }
    }
    #expect(larger.count < 20, "\(larger)")
  }

  /// The bytes of the block that has a text's characters behind its header.
  private func blockBytes(of characters: UnsafePointer<UInt8>) -> Int {
    Heap.bytes(ofBlockAt: UnsafeRawPointer(characters) - 32)
  }

  @Test("Arrays, sets and dictionaries of the standard library are counted by their capacity")
  func standard() {
    var sample = Sample()
    sample.plainList = ["short", "a text that is long enough for the heap"]
    let list = Footprint.block(of: 32 + 16 * sample.plainList.capacity)
    #expect(sample.heapFootprint.bytes == list + block(of: sample.plainList[1]))
    #expect([sample, sample].combinedHeapFootprint == sample.heapFootprint)
  }
}
