import PersistentCollections
import TestSupport
import Testing

@Suite("Every small case of a persistent text")
struct PersistentTextExhaustiveTests {
  @Test(
    "Ranges of texts of all lengths around a leaf's are replaced by text of all lengths, shared and unshared"
  )
  func replacements() {
    let unit = "aé漢😀"
    // Leaves have room for 127 bytes, at most 63 are inserted into one, and fewer than 32 are too few.
    for count in [0, 1, 3, 12, 13, 25, 26, 50, 51, 52, 75, 76, 102, 103, 204, 408, 900] {
      let scalars = Array(String(repeating: unit, count: count / 4 + 1).unicodeScalars.prefix(count))
      let step = max(1, count / (Soak.isOn ? 12 : 4))
      for lower in stride(from: 0, through: count, by: step) {
        for upper in Set([lower, min(count, lower + 1), min(count, lower + 30), count]) {
          for added in [0, 1, 9, 25, 26, 60, 120] {
            for isShared in [false, true] {
              guard replace(lower..<upper, of: scalars, with: added, isShared: isShared) else { return }
            }
          }
        }
      }
    }
  }

  private func replace(
    _ range: Range<Int>,
    of scalars: [Unicode.Scalar],
    with added: Int,
    isShared: Bool
  ) -> Bool {
    let new = Array(String(repeating: "xß–𝔘", count: added / 4 + 1).unicodeScalars.prefix(added))
    var text = PersistentText(String(String.UnicodeScalarView(scalars)))
    let hidden = isShared ? text : PersistentText()
    var model = scalars
    model.replaceSubrange(range, with: new)
    text.replaceSubrange(text.scalarRange(range), with: String(String.UnicodeScalarView(new)))
    let broken = text.brokenInvariant
    let isRight =
      broken == nil && text.unicodeScalars.elementsEqual(model)
      && (!isShared || hidden.unicodeScalars.elementsEqual(scalars))
    if !isRight {
      Issue.record("\(range) of \(scalars.count) scalars by \(added), \(isShared): \(broken ?? "\(text)")")
    }
    return isRight
  }

  @Test("Every text up to a size is cut everywhere, and its parts are joined with those of others")
  func cutsAndJoins() {
    let sizes = [0, 1, 31, 32, 63, 64, 127, 128, 300, 1_100]
    let texts = sizes.map { PersistentText(String(repeating: "abcdefghijk", count: $0 / 11 + 1).prefix($0)) }
    for text in texts {
      for offset in stride(from: 0, through: text.utf8.count, by: max(1, text.utf8.count / 100)) {
        let place = text.utf8.index(text.startIndex, offsetBy: offset)
        let (before, after) = (PersistentText(text[..<place]), PersistentText(text[place...]))
        #expect(before.brokenInvariant == nil && after.brokenInvariant == nil)
        #expect(before.utf8.count == offset && (before + after).isWritten(as: text))
        for other in texts {
          let joined = after + other + before
          let isRight =
            joined.brokenInvariant == nil
            && String(joined) == String(after) + String(other) + String(before)
          #expect(isRight, "\(text.utf8.count) at \(offset) around \(other.utf8.count)")
        }
      }
    }
  }
}
