import PersistentCollections
import Testing

@Suite("Misuse of a persistent text ends the process")
struct PersistentTextMisuseTests {
  @Test("Using an index with another version of the text")
  func otherVersion() async {
    await #expect(processExitsWith: .failure) {
      var text: PersistentText = "one two"
      let place = text.index(text.startIndex, offsetBy: 4)
      text.remove(at: text.startIndex)
      _ = text[place]
    }
    await #expect(processExitsWith: .failure) {
      let place = PersistentText("one two").endIndex
      var text: PersistentText = "two"
      text.insert("x", at: place)
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      _ = text.utf8.distance(from: text.startIndex, to: PersistentText("one").endIndex)
    }
  }

  @Test("Using an index with another text of as many bytes, in which a character may be there")
  func otherText() async {
    await #expect(processExitsWith: .failure) {
      let (text, other): (PersistentText, PersistentText) = ("ab", "é")
      var changed = other
      changed.insert("x", at: text.index(after: text.startIndex))
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      var (one, other) = (text, text)
      one.append("a")
      other.append("b")
      _ = other[one.startIndex]
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      var (one, other) = (text, text)
      one.append(contentsOf: PersistentText(String(repeating: "a", count: 100)))
      other.append(contentsOf: PersistentText(String(repeating: "b", count: 100)))
      _ = other[one.startIndex]
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      _ = text.dropFirst().base[PersistentText(text.dropFirst(1)).startIndex]
    }
    await #expect(processExitsWith: .failure) {
      _ = PersistentText("ab").anchor(at: PersistentText("é").endIndex)
    }
  }

  @Test("Leaving a part")
  func outsidePart() async {
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      _ = text.dropFirst()[text.startIndex]
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      _ = text.dropLast().index(after: text.dropLast().endIndex)
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one two"
      _ = text.dropLast()[text.startIndex..<text.endIndex]
    }
    await #expect(processExitsWith: .failure) {
      let part = PersistentText("one two").dropFirst()
      _ = part.index(before: part.startIndex)
    }
  }

  @Test("Getting what is behind the end, or before the beginning")
  func outside() async {
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one"
      _ = text[text.endIndex]
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one"
      _ = text.index(before: text.startIndex)
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one"
      _ = text.index(text.startIndex, offsetBy: 4)
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one"
      _ = text.utf8.index(text.endIndex, offsetBy: 1)
    }
    await #expect(processExitsWith: .failure) {
      let text: PersistentText = "one"
      _ = text.unicodeScalars[text.endIndex]
    }
    await #expect(processExitsWith: .failure) { _ = PersistentText("one\n").lines[2] }
  }
}
