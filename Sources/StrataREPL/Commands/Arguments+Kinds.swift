import Strata
import Workspace

extension Arguments {
  mutating func day() throws(Misunderstood) -> Day { try take(.day, context.day) }
  mutating func time() throws(Misunderstood) -> WallTime { try take(.time) { WallTime($0) } }
  mutating func moment() throws(Misunderstood) -> MomentName { try take(.moment, context.moment) }
  /// Takes a moment at the end of a line, where the name of a checkpoint needs no quotation marks.
  mutating func endingMoment() throws(Misunderstood) -> MomentName {
    let context = context
    var whole = self
    if let moment = context.moment(try whole.endingText(.moment)) {
      self = whole
      return moment
    }
    return try moment()
  }
  /// Takes what is to stand where two changes are about the same; nil where neither option stands there.
  mutating func choice(mine: String, theirs: String) throws(Misunderstood) -> MergeConflict.Choice? {
    try exclude(mine, with: theirs)
    if flag(mine) { return .mine }
    return flag(theirs) ? .theirs : nil
  }
  mutating func tint() throws(Misunderstood) -> Tint { try take(.color) { Tint(rawValue: $0) } }
  mutating func coordinate() throws(Misunderstood) -> Double {
    try take(.coordinate) { Double($0).flatMap { $0.isFinite ? $0 : nil } }
  }
  mutating func id(of listed: Placeholder.Listed) throws(Misunderstood) -> Int {
    try take(.id(listed)) { Int($0) }
  }

  mutating func point() throws(Misunderstood) -> Point { Point(x: try coordinate(), y: try coordinate()) }

  /// Takes how many steps are to be taken: one where nothing is said.
  mutating func steps() throws(Misunderstood) -> Int { isEmpty ? 1 : try number(.steps, from: 1) }

  /// Takes a number that is not smaller than some other one.
  mutating func number(_ kind: Placeholder, from least: Int) throws(Misunderstood) -> Int {
    let word = try peek(kind)
    let number = try take(kind) { Int($0) }
    if number < least { throw Misunderstood(.tooSmall(word.text, least: least), word) }
    return number
  }

  /// Takes the name of a file, which the system ends at a zero byte and Swift does not.
  mutating func path() throws(Misunderstood) -> String {
    let word = try next(.file)
    if word.text.isEmpty || word.text.utf8.contains(0) { throw Misunderstood(.noPath(word.text), word) }
    return word.text
  }

  /// Takes the name or the number of a category.
  mutating func category() throws(Misunderstood) -> Int { try named(.category, context.category) }

  /// Takes the name or the number of a bundle.
  mutating func bundle() throws(Misunderstood) -> Int { try named(.bundle, context.bundle) }

  /// Takes the words of a rhythm; nil for never.
  mutating func rhythm() throws(Misunderstood) -> Rhythm.Days? {
    let kinds = ["daily", "weekdays", "weekly", "monthly", "yearly", "every", "never"]
    switch try take(.words(kinds), { kinds.contains($0) ? $0 : nil }) {
    case "daily": return .every(1)
    case "weekdays": return Rhythm.Days(["weekdays"])
    case "weekly":
      var days: Set<Weekday> = []
      repeat { days.insert(try take(.weekday) { Weekday($0) }) } while !isEmpty
      return .weekly(days)
    case "monthly": return try take(.monthDay) { Self.possible("monthly", $0) }
    case "yearly": return try take(.yearDay) { Self.possible("yearly", $0) }
    case "every":
      let word = try peek(.count)
      let count = try number(.count, from: 1)
      let unit = try self.word(of: "days", "weeks", "day", "week").hasPrefix("week") ? 7 : 1
      let most = Rhythm.longestInterval / unit
      if count > most { throw Misunderstood(.tooLarge(word.text, most: most), word) }
      return .every(count * unit)
    default: return nil
    }
  }

  /// The days that two words stand for, where there are such.
  private static func possible(_ kind: String, _ word: String) -> Rhythm.Days? {
    // Whether a rhythm can be does not hang on the day that it begins with.
    Rhythm.Days([kind, word]).flatMap { Rhythm($0, from: .first)?.days }
  }

  /// Takes the number of a person who is there.
  mutating func person() throws(Misunderstood) -> Person {
    let word = try peek(.id(.person))
    let tag = try id(of: .person)
    guard let person = context.state.document.people[tag] else {
      throw Misunderstood(.notThere(word.text, .id(.person)), word)
    }
    return person
  }

  private mutating func named(
    _ kind: Placeholder,
    _ find: (String) -> Int?
  ) throws(Misunderstood) -> Int {
    let word = try next(kind)
    guard let id = find(word.text) else {
      throw Misunderstood(.notThere(word.text, kind), word, guesses: context.guesses(for: word.text, kind))
    }
    return id
  }

  /// The numbers that a word stands for; nil when it is something else.
  func ranges(of word: Word) throws(Misunderstood) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in word.text.split(separator: ",") {
      guard let range = try range(part, of: word) else { return nil }
      ranges.append(range)
    }
    return ranges.isEmpty ? nil : ranges
  }

  private func range(_ part: Substring, of word: Word) throws(Misunderstood) -> ClosedRange<Int>? {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
    guard first <= last else {
      throw Misunderstood(.rangeBackwards(String(part)), word, guesses: ["\(last)-\(first)"])
    }
    guard last - first < Self.longestRange else { throw Misunderstood(.rangeTooLong(String(part)), word) }
    return first...last
  }
}
