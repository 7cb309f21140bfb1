import Measuring
import PersistentCollections
import Testing

/// A persistent text and a string that are changed alike, and earlier versions of both.
struct TextModelRun {
  let limit: Int
  var random: SplitMix64
  var script: EditScript
  var text = PersistentText()
  var model = ""
  var hidden: [(text: PersistentText, model: String)] = []

  init(seed: UInt64, limit: Int) {
    self.limit = limit
    random = SplitMix64(seed: seed)
    script = EditScript(seed: seed)
    script.note("var text = PersistentText()")
  }

  mutating func steps(_ count: Int) {
    for step in 0..<count {
      if random.below(3) == 0 {
        script.note("versions.append(text)")
        hidden.append((text, model))
      }
      if hidden.count > 6 { hidden.remove(at: random.below(hidden.count)) }
      change()
      if let broken = text.brokenInvariant { return script.fail(broken) }
      guard text.utf8.elementsEqual(model.utf8) else { return script.fail("the text is wrong: \(text)") }
      guard step.isMultiple(of: 10) else { continue }
      if let wrong = text.difference(fromModel: model, &random) { return script.fail(wrong) }
      for version in hidden where !version.text.utf8.elementsEqual(version.model.utf8) {
        return script.fail("an earlier version has moved")
      }
    }
  }

  /// A range of scalars, short most of the time.
  mutating func range() -> Range<Int> {
    let count = model.unicodeScalars.count
    let start = random.below(count + 1)
    let length = random.below(random.below(4) == 0 ? limit / 4 + 1 : 4)
    return start..<min(count, start + length)
  }

  mutating func change() {
    let isTooLong = model.utf8.count > limit
    switch random.below(12) {
    case 0..<6:
      let range = range()
      replace(range, with: isTooLong ? "" : TextScraps.some(random.below(3), from: &random))
    case 6:
      replace(range(), with: TextScraps.some(isTooLong ? 0 : random.below(limit / 4 + 1), from: &random))
    case 7:
      // Typing: one scrap behind the other.
      var place = range().lowerBound
      for _ in 0..<random.below(20) {
        let scrap = TextScraps.some(1, from: &random)
        replace(place..<place, with: scrap)
        place += scrap.unicodeScalars.count
      }
    case 8:
      // The other way: from a place backward.
      var end = range().lowerBound
      for _ in 0..<min(end, random.below(40)) {
        replace(end - 1..<end, with: "")
        end -= 1
      }
    case 9:
      guard !isTooLong, let other = hidden.last else { return }
      let range = range()
      script.note("text.replaceScalars(\(range), with: versions.last!)")
      text.replaceSubrange(text.scalarRange(range), with: other.text)
      model.replaceScalars(range, with: other.model)
    case 10:
      let range = range()
      script.note("text = PersistentText(text[scalars: \(range)]) + text")
      guard random.below(4) == 0 else { return }
      text = PersistentText(text[text.scalarRange(range)])
      model = String(String.UnicodeScalarView(Array(model.unicodeScalars)[range]))
    default:
      let added = TextScraps.some(isTooLong ? 0 : 2, from: &random)
      script.note("text.append(contentsOf: \(added.debugDescription))")
      text.append(contentsOf: added)
      model += added
    }
  }

  mutating func replace(_ range: Range<Int>, with new: String) {
    script.note("text.replaceScalars(\(range), with: \(new.debugDescription))")
    text.replaceSubrange(text.scalarRange(range), with: new)
    model.replaceScalars(range, with: new)
  }
}

extension PersistentText {
  /// The range of some scalars, by their numbers.
  func scalarRange(_ range: Range<Int>) -> Range<Index> {
    let start = unicodeScalars.index(startIndex, offsetBy: range.lowerBound)
    return start..<unicodeScalars.index(start, offsetBy: range.count)
  }

  /// The first difference from a string in any view; nil if there is none.
  func difference(fromModel model: String, _ random: inout SplitMix64) -> String? {
    let counts = (utf8.count, unicodeScalars.count, utf16.count, count, lines.count)
    let modelLines = model.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = (
      model.utf8.count, model.unicodeScalars.count, model.utf16.count, model.count, modelLines.count
    )
    if counts != expected { return "the counts are \(counts), not \(expected)" }
    if Array(unicodeScalars) != Array(model.unicodeScalars) { return "the scalars differ" }
    if !elementsEqual(model, by: { $0.isWritten(as: $1) }) { return "the characters differ" }
    if !reversed().elementsEqual(model.reversed(), by: { $0.isWritten(as: $1) }) {
      return "backward they differ"
    }
    if String(self) != model || PersistentText(model) != self { return "the text is not equal" }
    for (number, line) in modelLines.enumerated() where random.below(8) == 0 {
      var line = String(line)
      if number + 1 < modelLines.count, line.unicodeScalars.last == "\r" { line.unicodeScalars.removeLast() }
      if !String(lines[number]).utf8.elementsEqual(line.utf8) { return "line \(number) is wrong" }
    }
    for _ in 0..<4 {
      if let wrong = differenceOfPlaces(fromModel: model, &random) { return wrong }
    }
    return nil
  }

  private func differenceOfPlaces(fromModel model: String, _ random: inout SplitMix64) -> String? {
    let number = random.below(utf16.count + 1)
    let place = utf16.index(startIndex, offsetBy: number)
    let expected = model.utf16.index(model.startIndex, offsetBy: number)
    if utf16.distance(from: startIndex, to: place) != number { return "unit \(number) is elsewhere" }
    if number < utf16.count, utf16[place] != model.utf16[expected] { return "unit \(number) is another" }
    let byte = random.below(utf8.count + 1)
    let inside = utf8.index(startIndex, offsetBy: byte)
    let expectedInside = model.utf8.index(model.startIndex, offsetBy: byte)
    let before = unicodeScalars.distance(from: startIndex, to: inside)
    if before != model.unicodeScalars.distance(from: model.startIndex, to: expectedInside) {
      return "\(before) scalars are before byte \(byte)"
    }
    guard byte < utf8.count else { return nil }
    if utf8[inside] != model.utf8[expectedInside] { return "byte \(byte) is another" }
    if !self[inside].isWritten(as: model[expectedInside]) { return "another character is at byte \(byte)" }
    if utf8.distance(from: startIndex, to: index(after: inside))
      != model.utf8.distance(from: model.startIndex, to: model.index(after: expectedInside))
    {
      return "the character at byte \(byte) ends elsewhere"
    }
    return nil
  }
}

extension Character {
  /// Whether both are the same scalars.
  func isWritten(as other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}

extension String {
  /// Replaces some scalars, by their numbers.
  mutating func replaceScalars(_ range: Range<Int>, with new: String) {
    let start = unicodeScalars.index(startIndex, offsetBy: range.lowerBound)
    unicodeScalars.replaceSubrange(
      start..<unicodeScalars.index(start, offsetBy: range.count),
      with: new.unicodeScalars
    )
  }
}
