import Workspace

/// The words behind a command's name, taken one after the other.
///
/// Every method takes what it looks for, or returns nil and leaves it to the command to say how it is written.
struct Arguments {
  /// How many numbers a range may name.
  static let longestRange = 100_000

  private var words: ArraySlice<String>
  let context: Context

  init(_ words: ArraySlice<String>, in context: Context) {
    self.words = words
    self.context = context
  }

  var isEmpty: Bool { words.isEmpty }

  mutating func word() -> String? { words.popFirst() }

  /// All words that are left, where there is at least one.
  mutating func allWords() -> [String]? {
    defer { words = [] }
    return words.isEmpty ? nil : Array(words)
  }

  /// Takes an option without a value, wherever it stands.
  mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Takes an option with its value, wherever it stands; nil when it is not there.
  mutating func option(_ name: String) -> String? {
    guard let place = words.firstIndex(of: name), place + 1 < words.endIndex else { return nil }
    let value = words[place + 1]
    words.removeSubrange(place...place + 1)
    return value
  }

  mutating func number() -> Int? { take { Int($0) } }
  mutating func coordinate() -> Double? { take { Double($0) } }
  mutating func tint() -> Tint? { take { Tint(rawValue: $0) } }
  mutating func time() -> WallTime? { take { WallTime($0) } }
  mutating func day() -> Day? { take(context.day) }

  /// Takes numbers and ranges of them, such as `3 5-8`; nil when there is none.
  mutating func ids() throws(Misunderstood) -> IDSet? {
    var ids: [Int] = []
    while let word = words.first, let range = try Self.range(word) {
      ids += range
      words.removeFirst()
    }
    return ids.isEmpty ? nil : IDSet(ids)
  }

  /// Takes the name or the number of a category.
  mutating func category() throws(Misunderstood) -> Int? {
    guard let name = word() else { return nil }
    guard let category = context.category(name) else { throw .noCategory(name) }
    return category
  }

  /// Takes the name or the number of a bundle.
  mutating func bundle() throws(Misunderstood) -> Int? {
    guard let name = word() else { return nil }
    let bundles = context.state.document.journal.bundles
    if let id = Int(name), bundles[id] != nil { return id }
    guard let bundle = bundles.values.first(where: { $0.name == name }) else { throw .noBundle(name) }
    return bundle.id
  }

  private mutating func take<Value>(_ read: (String) -> Value?) -> Value? {
    guard let value = words.first.flatMap({ read($0) }) else { return nil }
    words.removeFirst()
    return value
  }

  private static func range(_ word: String) throws(Misunderstood) -> ClosedRange<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last else {
      return nil
    }
    guard last - first < longestRange else { throw .rangeTooLong(word) }
    return first...last
  }
}

/// What a line is read against: the state as it is, and the time on the wall.
struct Context {
  var state: AppState
  var now: WallTime

  /// Reads a day: `today`, `tomorrow`, `yesterday`, or as it is written in full.
  func day(_ word: String) -> Day? {
    switch word {
    case "today": now.day
    case "tomorrow": now.day.next
    case "yesterday": now.day.previous
    default: Day(word)
    }
  }

  /// The category with a name, or with a number.
  func category(_ name: String) -> Int? {
    let categories = state.document.journal.categories
    return (categories.first { $0.name == name } ?? categories.first { String($0.id) == name })?.id
  }
}
