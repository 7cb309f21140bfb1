/// Why a line was not understood.
enum Misunderstood: Error, Equatable, CustomStringConvertible {
  case unknown(String, near: [String])
  case ambiguous(String, [String])
  case usage(String)
  case noCategory(String)
  case noBundle(String)
  case noPerson(Int)
  case rangeTooLong(String)
  case noPath(String)
  case openQuotation
  case danglingBackslash

  var description: String {
    switch self {
    case .unknown(let verb, let near) where near.isEmpty:
      "There is no command '\(printable(verb))'. Try: help"
    case .unknown(let verb, let near):
      "There is no command '\(printable(verb))'. Did you mean \(near.joined(separator: " or "))?"
    case .ambiguous(let verb, let names):
      "'\(printable(verb))' can be \(names.joined(separator: " or ")). Write a little more of it."
    case .usage(let example): "That command is written like this: \(example)"
    case .noCategory(let name): "There is no category '\(printable(name))'. See: category list"
    case .noBundle(let name): "There is no bundle '\(printable(name))'. See: bundle list"
    case .noPerson(let tag): "There is no person \(tag). See: people list"
    case .rangeTooLong(let range):
      "'\(printable(range))' is too long a range: at most \(Arguments.longestRange) numbers."
    case .noPath(let path): "'\(printable(path))' names no file."
    case .openQuotation: "A quotation mark is missing at the end."
    case .danglingBackslash: "A backslash at the end of the line has nothing to stand before."
    }
  }
}
