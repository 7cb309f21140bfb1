import Measuring
import PersistentCollections
import StrataCore

/// A state of long texts and of lists in lists.
struct Manuscript: Codable, Equatable, Described {
  /// A record with a list of its own kind.
  struct Part: Codable, Equatable, Described {
    var title = ""
    var lines: [String] = []
    var parts: [Part] = []

    static func describe(_ field: inout Fields<Part>) {
      field("title", \.title)
      field("lines", \.lines)
      field("parts", \.parts)
    }
  }

  /// A leaf that is written as a text.
  struct Markdown: RawRepresentable, DescribedLeaf, Equatable {
    var rawValue: String
  }

  var text = ""
  var draft: PersistentText = ""
  var sketch: PersistentText?
  var note: String?
  var doubt: String??
  var markdown = Markdown(rawValue: "")
  var parts: PersistentArray<Part> = []
  var grid: [[[Int]]] = []
  var ratios: [Double] = []
  var gaps: [Int?] = []
  var footnotes: PersistentMap<Place, String> = [:]
  var words: PersistentSet<String> = []

  static func describe(_ field: inout Fields<Manuscript>) {
    field("text", \.text)
    field("draft", \.draft)
    field("sketch", \.sketch)
    field("note", \.note)
    field("doubt", \.doubt)
    field("markdown", \.markdown)
    field("parts", \.parts)
    field("grid", \.grid)
    field("ratios", \.ratios)
    field("gaps", \.gaps)
    field("footnotes", \.footnotes)
    field("words", \.words)
  }
}

extension String {
  /// The pieces put into texts: two spellings, marks that join the letter before them, line ends, signs of a patch.
  static let pieces = [
    "", "a", "aa", "\u{e9}", "e\u{301}", "\u{301}", "\u{e8}", "🧵🪡", "👩‍👩‍👧", "\r\n", "\r", "\n", "-", "+", "\"",
    "\\", "\0",
    "A sentence that is as long as one in a letter. ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ]

  /// Puts something in the place of a few scalars.
  mutating func edit(using random: inout SplitMix64) {
    let scalars = unicodeScalars
    let start = Int.random(in: 0...scalars.count, using: &random)
    let end = min(scalars.count, start + Int.random(in: 0..<6, using: &random))
    let places =
      scalars.index(scalars.startIndex, offsetBy: start)..<scalars.index(scalars.startIndex, offsetBy: end)
    unicodeScalars.replaceSubrange(
      places,
      with: (Self.pieces.randomElement(using: &random) ?? "").unicodeScalars
    )
  }
}

extension PersistentText {
  /// Puts something in the place of a few scalars.
  mutating func edit(using random: inout SplitMix64) {
    let start = Int.random(in: 0...unicodeScalars.count, using: &random)
    let end = Swift.min(unicodeScalars.count, start + Int.random(in: 0..<6, using: &random))
    let place = unicodeScalars.index(startIndex, offsetBy: start)
    replaceSubrange(
      place..<unicodeScalars.index(place, offsetBy: end - start),
      with: String.pieces.randomElement(using: &random) ?? ""
    )
  }
}

extension Manuscript.Part {
  mutating func edit(using random: inout SplitMix64) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: title.edit(using: &random)
    case 1: lines.insert(title, at: Int.random(in: 0...lines.count, using: &random))
    case 2 where !lines.isEmpty: lines[Int.random(in: 0..<lines.count, using: &random)].edit(using: &random)
    case 3: parts.insert(self, at: Int.random(in: 0...parts.count, using: &random))
    case 4 where !parts.isEmpty: parts.remove(at: Int.random(in: 0..<parts.count, using: &random))
    default: if !parts.isEmpty { parts[Int.random(in: 0..<parts.count, using: &random)].edit(using: &random) }
    }
    // As wide and as deep as can be printed when a law fails.
    if parts.count > 4 { parts.removeLast() }
    if depth > 6 { parts = [] }
  }

  var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }
}

extension Manuscript {
  /// Changes a few things at random.
  mutating func edit(using random: inout SplitMix64, times: Int) {
    for _ in 0..<times { editOnce(using: &random) }
  }

  private mutating func editOnce(using random: inout SplitMix64) {
    let key = Int.random(in: 0..<6, using: &random)
    switch Int.random(in: 0..<17, using: &random) {
    case 0, 1: text.edit(using: &random)
    case 14: draft.edit(using: &random)
    case 15: sketch = sketch == nil ? draft + PersistentText(text) : nil
    case 16: if sketch?.edit(using: &random) == nil { draft.append(contentsOf: draft) }
    case 2: note = note == nil ? text : nil
    case 3: note?.edit(using: &random)
    case 4: doubt = [.none, .some(nil), .some(text)][key % 3]
    case 5: markdown.rawValue.edit(using: &random)
    case 6: parts.insert(Part(title: text), at: Int.random(in: 0...parts.count, using: &random))
    case 7 where !parts.isEmpty: parts[key % parts.count].edit(using: &random)
    case 8 where !parts.isEmpty: parts.remove(at: key % parts.count)
    case 9:
      if grid.count < 4 { grid.insert([[key], []], at: 0) } else { grid[key % 4].append([key, 1, key]) }
    case 10:
      ratios.append([0, -0.0, .nan, 1, -.infinity, 1][key])
      gaps.insert(key.isMultiple(of: 2) ? nil : key, at: 0)
    case 11: if !ratios.isEmpty { ratios[key % ratios.count] = -ratios[key % ratios.count] }
    case 12:
      let place = Place(row: key, column: 0)
      footnotes[place] = footnotes[place] == nil ? text : nil
      if words.remove(text) == nil { words.insert(text) }
    default: footnotes[Place(row: key, column: 0)]?.edit(using: &random)
    }
  }

  /// The same without storage in common.
  var rebuilt: Manuscript {
    func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }
    func copy(_ part: Part) -> Part {
      Part(title: copy(part.title), lines: part.lines.map(copy), parts: part.parts.map(copy))
    }
    var rebuilt = self
    rebuilt.text = copy(text)
    rebuilt.draft = PersistentText(String(draft))
    rebuilt.parts = PersistentArray(parts.map(copy))
    rebuilt.grid = grid.map { $0.map { $0.map { $0 } } }
    return rebuilt
  }
}
