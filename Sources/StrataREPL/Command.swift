import Workspace

/// What a line of input asks for.
enum Command: Equatable {
  case startToday
  case add(title: String)
  case done(id: Int)
  case list
  case undo
  case redo
  case help
  case quit
}

extension Command {
  /// Reads a line; an empty one, or one that starts with `#`, asks for nothing.
  ///
  /// - Throws: `Misunderstood`, with what to write instead.
  static func parse(_ line: String) throws(Misunderstood) -> Command? {
    let words = try words(of: line)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    let arguments = words.dropFirst()
    switch verb {
    case "start":
      guard arguments.elementsEqual(["today"]) else { throw .usage("start today") }
      return .startToday
    case "add":
      guard let title = arguments.first, arguments.count == 1 else {
        throw .usage("add \"Write the report\"")
      }
      return .add(title: title)
    case "done":
      guard let id = arguments.first.flatMap({ Int($0) }), arguments.count == 1 else {
        throw .usage("done 1")
      }
      return .done(id: id)
    case "list": return try plain(.list, verb, arguments)
    case "undo": return try plain(.undo, verb, arguments)
    case "redo": return try plain(.redo, verb, arguments)
    case "help": return try plain(.help, verb, arguments)
    case "quit", "exit": return try plain(.quit, verb, arguments)
    default: throw .unknown(verb)
    }
  }

  private static func plain(
    _ command: Command,
    _ verb: String,
    _ arguments: ArraySlice<String>
  ) throws(Misunderstood) -> Command {
    guard arguments.isEmpty else { throw .usage(verb) }
    return command
  }

  /// Splits a line at blanks; text between quotation marks stays together, and a backslash takes the next
  /// character as it is.
  private static func words(of line: String) throws(Misunderstood) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let next = rest.popFirst() else { throw .danglingBackslash }
        word = (word ?? "") + String(next)
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case _ where character.isWhitespace && !isQuoted:
        if let finished = word { words.append(finished) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    guard !isQuoted else { throw .openQuotation }
    if let finished = word { words.append(finished) }
    return words
  }
}

/// Why a line was not understood.
enum Misunderstood: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case usage(String)
  case openQuotation
  case danglingBackslash

  var description: String {
    switch self {
    case .unknown(let verb): "There is no command '\(printable(verb))'. Try: help"
    case .usage(let example): "That command is written like this: \(example)"
    case .openQuotation: "A quotation mark is missing at the end."
    case .danglingBackslash: "A backslash at the end of the line has nothing to stand before."
    }
  }
}
