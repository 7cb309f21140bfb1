import Measuring
import TestSupport
import Testing

@testable import PersistentCollections

@Suite("A long persistent text")
struct PersistentTextSizeTests {
  @Test("keeps a keystroke in less than a kilobyte, and says what its heap says")
  func keystrokes() async {
    // Nothing else uses the heap of a process of its own.
    await #expect(processExitsWith: .success) {
      let start = PersistentText(String(repeating: "A line – of some length.\n", count: 40_000))
      var (random, text) = (SplitMix64(seed: 1), start)
      var versions = [start]
      versions.reserveCapacity(2_001)
      let before = Heap.liveBytes
      for _ in 0..<2_000 {
        let number = random.below(text.unicodeScalars.count)
        text.insert("x", at: text.unicodeScalars.index(text.startIndex, offsetBy: number))
        versions.append(text)
      }
      let grown = Heap.liveBytes - before
      let counted = versions.footprint.bytes - start.footprint.bytes
      #expect(counted < 2_000 * 1_000)
      #if canImport(Glibc)
        // The address sanitizer has a heap of its own, of which the system counts nothing.
        #expect(before == 0 || abs(grown - counted) < counted / 20, "\(grown) grown, \(counted) counted")
      #endif
      #expect(start.footprint.bytes < start.utf8.count * 2)
    }
  }

  @Test("is changed in place while it belongs to one alone")
  func inPlace() {
    var text = PersistentText(String(repeating: "A line of some length.\n", count: 1_000))
    text.insert("x", at: text.lines.start(at: 500))
    // A meter tells nodes apart by their addresses: none is new.
    var meter = FootprintMeter()
    meter.add(text)
    for _ in 0..<20 {
      text.insert("y", at: text.lines.start(at: 500))
      #expect(meter.add(text) == Footprint())
      text.remove(at: text.lines.start(at: 500))
      #expect(meter.add(text) == Footprint())
    }
    let copy = text
    text.insert("y", at: text.lines.start(at: 500))
    #expect(meter.add(text) != Footprint() && copy != text)
  }

  @Test("releases all nodes, whatever was done")
  func leaks() async {
    // Nothing else uses the heap of a process of its own.
    await #expect(processExitsWith: .success) {
      func edit() {
        var run = TextModelRun(seed: 81, limit: 2_000)
        run.steps(100)
      }
      edit()
      let before = Heap.liveBytes
      for _ in 0..<5 { edit() }
      #expect(abs(Heap.liveBytes - before) < 10_000)
    }
  }

  @Test(
    "has characters of thousands of marks, and rows of thousands of flags, without being read again and again"
  )
  func longCharacters() throws {
    let count = 20_000
    for (scrap, isOne) in [
      ("\u{301}", true), ("🇦🇹", false), ("\u{1F468}\u{200D}", true), ("\u{915}\u{94D}", true),
    ] {
      let string = "a" + String(repeating: scrap, count: count) + "b"
      let text = PersistentText(string)
      #if DEBUG
        // A leaf has room for a hundred bytes and more. A walk looks it up a few times, however long a character or row is.
        let most = text.utf8.count / 10
        let lookups = text.withReader { reader in
          var (place, end) = (reader.bounds.upperBound, 0)
          while place > 0, reader.leafLookups < most { place = reader.characterStart(before: place) }
          while end < reader.bounds.upperBound, reader.leafLookups < most {
            end = reader.characterEnd(from: end)
          }
          return reader.leafLookups
        }
        try #require((lookups ?? .max) < most, "\(scrap)")
      #endif
      #expect(text.elementsEqual(string))
      var (characters, place) = (0, text.endIndex)
      while place > text.startIndex {
        place = text.index(before: place)
        characters += 1
      }
      #expect(characters == (isOne ? string.count : count + 2))
      #expect(text == PersistentText(string) && text.count == characters)
    }
  }

  @Test("is edited, cut and compared on a stack of 512 KB")
  func smallStack() throws {
    try onSmallStack {
      let count = Soak.isOn ? 1_000_000 : 100_000
      let string = String(repeating: "A line of some length.\n", count: count)
      var text = PersistentText(string)
      let before = text
      for step in 0..<200 {
        let place = text.lines.start(at: step &* 7_919 % count)
        text.insert(contentsOf: "more ", at: place)
      }
      #expect(text.changes(from: before).count > 100)
      text.append(contentsOf: before)
      #expect(text.lines.count == 2 * count + 1)
      #expect(PersistentText(text.dropFirst(5)).utf8.count == text.utf8.count - 5)
      #expect(String(before) == string)
    }
  }

  @Test("is read from several threads at once, and changed where it was copied")
  func threads() async {
    let text = PersistentText(String(repeating: "A line – of some length.\n", count: 500))
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 {
        group.addTask {
          var copy = text
          for step in 0..<100 { copy.insert("x", at: copy.lines.start(at: (step * 37 + task) % 500)) }
          return copy.utf8.count == text.utf8.count + 100 && text.lines.count == 501
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("is counted in 32 bits: what a text can hold is reached by joining it with itself")
  func doubling() {
    var text = PersistentText(String(repeating: "A line – with 32 bytes at all.\n", count: 100))
    while text.utf8.count < 2_000_000_000 { text.append(contentsOf: text) }
    #expect(text.utf8.count < Int(UInt32.max))
    let place = text.lines.start(at: text.lines.count / 2)
    text.insert(contentsOf: "here", at: place)
    #expect(text.lines[text.lines.count / 2].starts(with: "hereA line"))
  }
}
