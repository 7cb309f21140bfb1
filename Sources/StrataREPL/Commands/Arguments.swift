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

  /// Takes the next word if it is the given one.
  mutating func word(_ expected: String) -> Bool { take { $0 == expected ? expected : nil } != nil }

  /// Takes how many times something is to happen: at least once, and once where nothing is said.
  mutating func count() -> Int? {
    if isEmpty { return 1 }
    return take { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }

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
  mutating func moment() -> MomentName? { take { MomentName($0) } }
  mutating func duration() -> Duration? { take(StrataREPL.duration) }
  mutating func byteCount() -> Int? { take(StrataREPL.byteCount) }

  /// Takes the name of a file, which the system ends at a zero byte and Swift does not.
  mutating func path() throws(Misunderstood) -> String? {
    guard let path = word() else { return nil }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .noPath(path) }
    return path
  }

  /// Takes numbers and ranges of them, such as `3 5-8` or `3,5-8`; nil when there is none.
  ///
  /// - Parameter count: How many words at the end are not among them, even if they are numbers, as a title may be.
  mutating func ids(leaving count: Int = 0) throws(Misunderstood) -> IDSet? {
    var ids: [Int] = []
    while words.count > count, let word = words.first, let ranges = try Self.ranges(word) {
      ids += ranges.joined()
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

  private static func ranges(_ word: String) throws(Misunderstood) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in word.split(separator: ",") {
      guard let range = try range(String(part)) else { return nil }
      ranges.append(range)
    }
    return ranges.isEmpty ? nil : ranges
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
