import Strata
import Workspace

/// How a person says what stands in a field.
struct ValueWords {
  /// What the categories are called.
  var categoryNames: [Int: String]

  /// What a field said and what it says: `"Milk" → "Oat milk"`; of long texts the part where they differ.
  func change(from old: PlainValue, to new: PlainValue, of name: String) -> String {
    if case .text(let old) = old, case .text(let new) = new {
      let (old, new) = Self.excerpts(of: old, new)
      return "\(old) → \(new)"
    }
    return "\(words(old, of: name)) → \(words(new, of: name))"
  }

  /// A value by itself, a text between quotation marks; of a whole thing what it is called.
  func value(_ value: PlainValue, of name: String) -> String {
    let text = ["title", "name", "text"].lazy.compactMap { value[$0] }.first ?? value
    if case .text(let text) = text { return Self.quotation(Self.cut(text)) }
    return words(value, of: name)
  }

  private func words(_ value: PlainValue, of name: String) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let id) where name == "category": categoryNames[Int(id)] ?? "\(id)"
    case .text(let text): Self.line(text)
    case .list(let list): list.isEmpty ? "none" : list.map { words($0, of: name) }.joined(separator: ", ")
    case .record(let record): record.members.map { words($0.value, of: $0.name) }.joined(separator: " ")
    default: "\(value)"
    }
  }

  /// A field's name as words: `should migrate`.
  static func separated(_ name: String) -> String {
    if !name.contains(where: \.isUppercase) { return name }
    return name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }

  private static let room = 60

  /// Two texts between quotation marks; of long ones the part where they differ, and a little around it.
  private static func excerpts(of old: String, _ new: String) -> (String, String) {
    // What has few bytes has no more letters.
    if max(old.utf8.count, new.utf8.count) <= room { return (quotation(old), quotation(new)) }
    let around = 12
    let (a, b) = (Array(old), Array(new))
    guard max(a.count, b.count) > room else { return (quotation(old), quotation(new)) }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a[start...].reversed(), b[start...].reversed()).prefix { $0 == $1 }.count
    func excerpt(_ text: [Character]) -> String {
      let first = max(0, start - around)
      let last = min(text.count, text.count - end + around)
      let part = cut(String(text[first..<last]))
      return quotation("\(first > 0 ? "…" : "")\(part)\(last < text.count ? "…" : "")")
    }
    return (excerpt(a), excerpt(b))
  }

  /// A text, or the beginning and the end of a long one.
  private static func cut(_ text: String) -> String {
    text.utf8.count > 2 * room && text.count > 2 * room ? text.prefix(room) + " … " + text.suffix(room) : text
  }

  private static func quotation(_ text: String) -> String { "\"\(line(text))\"" }

  /// A text of several lines on one.
  private static func line(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\n")) ? text.replacing("\n", with: " ⏎ ") : text
  }
}

extension ValueWords {
  init(_ document: Document?) {
    let categories = document.map { Array($0.journal.categories) } ?? []
    categoryNames = Dictionary(categories.map { ($0.id, $0.name) }) { name, _ in name }
  }
}
