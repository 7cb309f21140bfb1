/// The options of a benchmark program, from its command line.
public struct Options: Equatable, Sendable {
  /// The workloads to run; all of them when empty.
  public var only: Set<String> = []
  /// The sizes to run at; the program's own when empty.
  public var sizes: [Int] = []
  /// Whether to run small sizes and few rounds, to see that everything works.
  public var isQuick = false
  /// Whether to print a JSON object per line instead of a table.
  public var isJSON = false
  /// Whether help was asked for.
  public var wantsHelp = false
  /// The program's own options that were given, by their names; empty text for those without a value.
  public var own: [String: String] = [:]

  /// An option that one program has and others have not.
  public struct Own: Equatable, Sendable {
    /// The name, such as `--report`.
    public var name: String
    /// The name of the option's value in the help; nil for an option without a value.
    public var value: String?
    /// The effect of the option, for the help.
    public var summary: String

    /// Describes an option.
    public init(_ name: String, _ value: String? = nil, _ summary: String) {
      (self.name, self.value, self.summary) = (name, value, summary)
    }
  }

  /// The options of a program that was started without arguments.
  public init() {}

  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: `CommandError` for an argument that is not known, or whose value is missing or malformed.
  public init(_ arguments: some Sequence<String>, knowing known: [Own] = []) throws(CommandError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--only":
        guard let list = rest.popFirst() else {
          throw CommandError("--only wants names, as in --only M1,M3")
        }
        only = Set(list.split(separator: ",").map(String.init))
      case "--sizes":
        guard let list = rest.popFirst() else {
          throw CommandError("--sizes wants numbers, as in --sizes 1000")
        }
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
          guard let size = Int(word.filter { $0 != "_" }), size > 0 else {
            throw CommandError("'\(word)' is not a size: --sizes wants positive numbers with commas between")
          }
          sizes.append(size)
        }
      default:
        if let option = known.first(where: { $0.name == argument }) {
          guard let value = option.value else {
            own[argument] = ""
            continue
          }
          guard let word = rest.popFirst() else {
            throw CommandError("\(argument) wants \(value) behind it")
          }
          own[argument] = word
          continue
        }
        throw CommandError("'\(argument)' is not known here; --help lists what is")
      }
    }
  }

  /// An argument that could not be understood, and what to write instead.
  public struct CommandError: Error, Equatable, CustomStringConvertible {
    /// A sentence for the person at the terminal.
    public let description: String

    /// Says what could not be understood, for a program that looks at its options itself.
    public init(_ description: String) {
      self.description = description
    }
  }
}
