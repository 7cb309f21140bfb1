import Measuring
import PersistentCollections
import StrataCore
import StrataSync

/// A state of which most is shared: records, a list, a set, a text, numbers, and what says how it merges.
struct Board: Reducible, Described, SharedState, Equatable {
  struct Note: Described, Equatable {
    var title = ""
    var weight: Double?

    static func describe(_ field: inout Fields<Note>) {
      field("title", \.title)
      field("weight", \.weight)
    }
  }

  enum Action: Equatable, Sendable {
    case add(String)
    case rename(Int, String)
    case weigh(Int, Double?)
    case remove(Int)
    case arrange([Int])
    case tag(String)
    case untag(String)
    case type(String, at: Int)
    case erase(Range<Int>)
    case raise(Int)
    case look(String)
  }

  struct Refused: Error, Equatable {}

  var notes: PersistentSortedMap<Int, Note> = [:]
  var arrangement: [Int] = []
  var tags: PersistentSet<String> = []
  var text = PersistentText()
  var record = 0
  /// A field that is not shared.
  var looksAt = ""
  var lastID = 0
  var sharing = Sharing()

  static func describe(_ field: inout Fields<Board>) {
    field("notes", \.notes)
    field("arrangement", \.arrangement)
    field("tags", \.tags)
    field("text", \.text)
    field("record", \.record, merging: .greatest)
    field("looksAt", \.looksAt)
    field("lastID", \.lastID)
    field("sharing", \.sharing)
  }

  static var sharing: WritableKeyPath<Board, Sharing> & Sendable { \.sharing }
  static var shared: [PartialKeyPath<Board> & Sendable] {
    [\.notes, \.arrangement, \.tags, \.text, \.record]
  }

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .add(let title):
      lastID += 1
      let id = sharing.site * 1_000 + lastID
      notes[id] = Note(title: title)
      arrangement.append(id)
    case .rename(let id, let title):
      guard notes[id] != nil else { throw Refused() }
      notes[id]?.title = title
    case .weigh(let id, let weight):
      guard notes[id] != nil else { throw Refused() }
      notes[id]?.weight = weight
    case .remove(let id):
      guard notes.removeValue(forKey: id) != nil else { throw Refused() }
      arrangement.removeAll { $0 == id }
    case .arrange(let ids): arrangement = ids
    case .tag(let tag): tags.insert(tag)
    case .untag(let tag): tags.remove(tag)
    case .type(let words, let place):
      let index = text.index(text.startIndex, offsetBy: min(place, text.count))
      text.replaceSubrange(index..<index, with: words)
    case .erase(let range):
      let range = range.clamped(to: 0..<text.count)
      let start = text.index(text.startIndex, offsetBy: range.lowerBound)
      text.replaceSubrange(start..<text.index(start, offsetBy: range.count), with: "")
    case .raise(let number): record = max(record, number)
    case .look(let place): looksAt = place
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .look: .untracked
    case .rename(let id, _): .merge("Rename", key: "\(id)", within: .seconds(5))
    default: .step("\(action)".prefix { $0 != "(" }.description)
    }
  }
}

extension Board: Validated {
  /// An arrangement has what is there; and there cannot be too much.
  mutating func validate() throws {
    let notes = notes
    if arrangement.contains(where: { notes[$0] == nil }) { arrangement.removeAll { notes[$0] == nil } }
    if tags.contains("full"), notes.count > 3 { throw Refused() }
  }
}

extension Board {
  /// Something that can be done with it, odd values among it.
  func anything(_ random: inout SplitMix64) -> Action {
    let ids = Array(notes.keys)
    let id = ids.isEmpty ? 0 : ids[random.below(ids.count)]
    let words = ["", "é", "e\u{301}", "-", "\u{0}", "🇩🇪🇩", "long " + String(repeating: "x", count: 40)]
    let weights: [Double?] = [0, -0.0, .nan, .infinity, nil, 1.5]
    return switch random.below(ids.isEmpty ? 7 : 11) {
    case 0, 1: .add(words[random.below(words.count)])
    case 2: .tag(words[random.below(3)])
    case 3: .untag(words[random.below(3)])
    case 4: .type(words[random.below(words.count)], at: random.below(12))
    case 5: .erase(random.below(4)..<4 + random.below(5))
    case 6: .raise(random.below(9))
    case 7: .rename(id, words[random.below(words.count)])
    case 8: .weigh(id, weights[random.below(weights.count)])
    case 9: .remove(id)
    default: .arrange(arrangement.shuffled(using: &random))
    }
  }
}
