import Measuring
import PersistentCollections
import StrataCore

/// A state of what is equal and not written the same, of nothing in nothing, of empty collections, and of elements that only
/// their places tell apart; what goes comes back under the same few names.
struct Oddments: Reducible, Described, Equatable {
  struct Row: Described, Equatable, Identifiable {
    var id = ""
    var weight = 0.0
    var note: String??

    static func describe(_ field: inout Fields<Row>) {
      field("id", \.id)
      field("note", \.note)
      field("weight", \.weight)
    }
  }

  var ratio = 0.0
  var layers: Int???
  var row: Row?
  var words: [String] = []
  var ratios: [Double] = []
  var nests: [[Int?]] = []
  var rows: [Row] = []
  var text: PersistentText = ""
  var named: PersistentMap<String, Double?> = [:]
  var weighed: PersistentMap<Double, Int> = [:]
  var shelves: PersistentSortedMap<String, [String]> = [:]
  var tags: PersistentSet<String> = []

  static func describe(_ field: inout Fields<Oddments>) {
    field("layers", \.layers)
    field("named", \.named)
    field("nests", \.nests)
    field("ratio", \.ratio)
    field("ratios", \.ratios)
    field("row", \.row)
    field("rows", \.rows)
    field("shelves", \.shelves)
    field("tags", \.tags)
    field("text", \.text)
    field("weighed", \.weighed)
    field("words", \.words)
  }

  enum Action: Equatable, Sendable {
    case edit(seed: UInt64, times: Int)
    case fetch(seed: UInt64)
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .edit(let seed, _): .step("Edit \(seed)")
    case .fetch(let seed): .external("Fetch \(seed)")
    }
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .edit(let seed, let times):
      var random = SplitMix64(seed: seed)
      for _ in 0..<times { edit(using: &random) }
    case .fetch(let seed):
      var random = SplitMix64(seed: seed)
      edit(using: &random)
    }
  }
}

extension Oddments {
  private static let names = ["", "a", "\u{e9}", "e\u{301}", "\0\u{2028}\"", "null"]
  private static let numbers = [0, -0.0, .nan, 1, -.infinity, Double(nan: 7, signaling: false)]

  private mutating func edit(using random: inout SplitMix64) {
    let (name, number) = (Self.names[random.below(6)], Self.numbers[random.below(6)])
    let few = random.below(3)
    switch random.below(14) {
    case 0: ratio = number
    case 1: layers = [nil, .some(nil), .some(.some(nil)), few][random.below(4)]
    case 2: row = [nil, Row(), Row(id: name, weight: number)][few]
    case 3: row?.note = [nil, .some(nil), name][few]
    case 4: Self.edit(&words, putting: name, &random)
    case 5: Self.edit(&ratios, putting: number, &random)
    case 6: Self.edit(&nests, putting: [[], [nil], [nil, few]][random.below(3)], &random)
    case 7: Self.edit(&rows, putting: Row(id: name, weight: number), &random)
    case 8 where !rows.isEmpty:
      let place = random.below(rows.count)
      if few == 0 { rows[place].weight = number } else { rows[place].note = few == 1 ? .some(nil) : name }
    case 9: edit(text: name, &random)
    case 10:
      if few == 0 { named.removeValue(forKey: name) } else { named[name] = .some(few == 1 ? nil : number) }
    // A number that is none is equal to no key, and found by none.
    case 11: weighed[number.isNaN ? -0.0 : number] = few == 0 ? nil : few
    case 12:
      if few == 0 {
        shelves[name] = nil
      } else {
        var shelf = shelves[name] ?? []
        Self.edit(&shelf, putting: Self.names[random.below(6)], &random)
        shelves[name] = shelf
      }
    default: if tags.remove(name) == nil { tags.insert(name) }
    }
  }

  private static func edit<Element>(
    _ list: inout [Element],
    putting element: Element,
    _ random: inout SplitMix64
  ) {
    switch random.below(8) {
    case 0..<4: list.insert(element, at: random.below(list.count + 1))
    case 4, 5: if !list.isEmpty { list.remove(at: random.below(list.count)) }
    case 6:
      if !list.isEmpty {
        list.insert(list.remove(at: random.below(list.count)), at: random.below(list.count))
      }
    default: if !list.isEmpty { list[random.below(list.count)] = element }
    }
  }

  private mutating func edit(text name: String, _ random: inout SplitMix64) {
    var letters = Array(String(text).unicodeScalars)
    if random.below(3) == 0, !letters.isEmpty {
      letters.remove(at: random.below(letters.count))
    } else {
      letters.insert(contentsOf: name.unicodeScalars, at: random.below(letters.count + 1))
    }
    text = PersistentText(String(String.UnicodeScalarView(letters)))
  }
}
