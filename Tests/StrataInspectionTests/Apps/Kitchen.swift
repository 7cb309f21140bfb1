import Measuring
import PersistentCollections
import StrataCore

/// An app that the inspector has never seen: a map with names, a list of records with ids, a set, a long text, a map whose
/// keys are no names.
struct Kitchen: Reducible, Described, Equatable {
  var recipes: PersistentMap<String, Recipe> = [:]
  var shopping: [Item] = []
  var tags: PersistentSet<Int> = []
  var notes: PersistentText = ""
  var oven: PersistentMap<Bool, String> = [:]
  var weights: [[Double]] = []

  struct Recipe: Described, Equatable {
    var steps: [String] = []
    var serves: Int?

    static func describe(_ field: inout Fields<Recipe>) {
      field("serves", \.serves)
      field("steps", \.steps)
    }
  }

  struct Item: Described, Equatable, Identifiable {
    var id = 0
    var name = ""

    static func describe(_ field: inout Fields<Item>) {
      field("id", \.id)
      field("name", \.name)
    }
  }

  static func describe(_ field: inout Fields<Kitchen>) {
    field("notes", \.notes)
    field("oven", \.oven)
    field("recipes", \.recipes)
    field("shopping", \.shopping)
    field("tags", \.tags)
    field("weights", \.weights)
  }

  enum Action: Equatable, Sendable {
    case cook(String, Recipe?)
    case buy(Int, String)
    case bought(Int)
    case sort
    case tag(Int)
    case note(Int, Int, String)
    case heat(Bool, String?)
    case weigh([[Double]])
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .cook(let name, let recipe): recipes[name] = recipe
    case .buy(let id, let name):
      if let place = shopping.firstIndex(where: { $0.id == id }) {
        shopping[place].name = name
      } else {
        shopping.append(Item(id: id, name: name))
      }
    case .bought(let id): shopping.removeAll { $0.id == id }
    case .sort: shopping.sort { ($0.name, $0.id) < ($1.name, $1.id) }
    case .tag(let tag): if tags.remove(tag) == nil { tags.insert(tag) }
    case .note(let place, let count, let text):
      let scalars = notes.unicodeScalars
      let start = scalars.index(scalars.startIndex, offsetBy: min(place, scalars.count))
      let end = scalars.index(
        start,
        offsetBy: min(count, scalars.distance(from: start, to: scalars.endIndex))
      )
      notes.replaceSubrange(start..<end, with: text)
    case .heat(let isOn, let dish): oven[isOn] = dish
    case .weigh(let weights): self.weights = weights
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .note: .merge("Type", key: "notes", within: .seconds(1))
    default: .step("\(action)".prefix { $0 != "(" }.capitalized)
    }
  }
}

extension Kitchen.Action {
  /// Texts that pages and terminals stumble over.
  static let texts = [
    "", "Milk", "</script><script>alert(1)</script>", "\u{202E}evil\u{202C}", "\u{0}", "e\u{301}", "\u{e9}",
    "👩‍🍳 soup",
    "a\nb\nc", "\u{2028}<!--", "__proto__", "constructor", "$number", "$$", "\r\n", "12", "-0",
    String(repeating: "A long story, ", count: 8),
  ]

  static func random(using random: inout SplitMix64) -> Kitchen.Action {
    func text(_ random: inout SplitMix64) -> String { texts[random.below(texts.count)] }
    switch random.below(10) {
    case 0, 1:
      let serves = [nil, 0, 4, Int.max, -1][random.below(5)]
      let steps = (0..<random.below(4)).map { _ in text(&random) }
      return .cook(text(&random), random.below(4) == 0 ? nil : Kitchen.Recipe(steps: steps, serves: serves))
    case 2, 3: return .buy(random.below(9), text(&random))
    case 4: return .bought(random.below(9))
    case 5: return .sort
    case 6: return .tag([0, 7, 10, 9, -3, 1 << 60][random.below(6)])
    case 7: return .note(random.below(200), random.below(6), text(&random))
    case 8: return .heat(random.below(2) == 0, random.below(3) == 0 ? nil : text(&random))
    default:
      let numbers = [0, -0.0, .nan, .infinity, 1, 1.5, 1e300, .leastNonzeroMagnitude, 0x1p63]
      return .weigh(
        (0..<random.below(3)).map { _ in
          (0..<random.below(3)).map { _ in numbers[random.below(numbers.count)] }
        }
      )
    }
  }
}
