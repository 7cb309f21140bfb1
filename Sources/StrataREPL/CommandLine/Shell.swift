/// A shell that can be told how the program's command line goes on.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// An option, and what it does in a few words.
  typealias Option = (name: String, summary: String, value: Value)

  /// What stands behind an option.
  enum Value {
    case nothing, shell, file
    /// Something that a person thinks of.
    case thought(String)
  }

  /// The options where no task is named.
  static let options: [Option] = [
    ("--read-only", "change nothing", .nothing),
    ("--set-aside", "go on with what can be kept of a damaged log", .nothing), unlimited, json,
    ("--keep-going", "go on after a line that failed", .nothing),
    ("--as", "do everything in the name of an author", .thought("name")),
    ("--help", "say how the program is started", .nothing),
    ("--manual", "say everything there is to say", .nothing),
    ("--version", "say which version this is", .nothing),
    ("--completions", "write completions for a shell", .shell),
  ]

  /// The tasks, which are the first word, with the options of each.
  static let tasks: [(name: String, summary: String, options: [Option])] = [
    ("check", "say what is whole and what is damaged", [unlimited]),
    (
      "repair", "keep all that can be kept",
      [unlimited, ("--into", "where what could be kept is put", .file)]
    ),
    (
      "inspect", "look at the history of any app",
      [
        ("--page", "write a page for a browser", .file),
        ("--title", "what the page is called", .thought("title")),
        ("--omit", "leave out what stands at a path", .thought("path")), json, unlimited,
      ]
    ),
    (
      "follow", "tell the changes of any app as they come",
      [("--after", "the position behind which to go on", .thought("position")), unlimited]
    ),
    ("join", "share with other machines", [unlimited]),
    ("publish", "write what other machines do not have yet", [unlimited]),
    ("apply", "take in what machines have published", [unlimited]),
  ]

  private static let unlimited: Option = ("--no-limits", "read and write however large it is", .nothing)
  private static let json: Option = ("--json", "answer by JSON, a value a line", .nothing)

  /// What can stand behind the file that is inspected; what only a sitting knows is left out.
  private static let commands = InspectCommand.forms.filter { !["help", "quit"].contains($0.name) }

  /// What the shell reads, as a text of its own language.
  var completions: String {
    switch self {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static func names(_ options: [Option]) -> String { options.map(\.name).joined(separator: " ") }
  private var shells: String { Self.allCases.map(\.rawValue).joined(separator: " ") }

  private var bash: String {
    let tasks = Self.tasks.map { "    \($0.name)) options=\"\(Self.names($0.options))\" ;;" }
    let commands = Self.commands.map(\.name).joined(separator: " ")
    return """
      # Completions of strata for bash. To have them in every shell, write this line into ~/.bashrc:
      #   source <(strata --completions bash)
      _strata() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        local options="\(Self.names(Self.options))" words=""
        case "$before" in
          --completions)
            COMPREPLY=($(compgen -W "\(shells)" -- "$word"))
            return ;;
          --as | --title | --omit | --after)
            COMPREPLY=()
            return ;;
        esac
        if [ "$COMP_CWORD" = 1 ]; then words="\(Self.tasks.map(\.name).joined(separator: " "))"; else
        case "${COMP_WORDS[1]}" in
      \(tasks.joined(separator: "\n"))
        esac
        if [ "${COMP_WORDS[1]}" = inspect ] && [ "$COMP_CWORD" = 3 ]; then words="\(commands)"; fi
        fi
        case "$word" in
          -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
          *)
            local IFS=$'\\n'
            compopt -o filenames 2> /dev/null
            COMPREPLY=($(IFS=' '; compgen -W "$words" -- "$word") $(compgen -f -- "$word")) ;;
        esac
      }
      complete -F _strata strata

      """
  }

  private var zsh: String {
    func arguments(_ options: [Option]) -> String {
      options.map { option in
        let value =
          switch option.value {
          case .nothing: ""
          case .shell: ":shell:(\(shells))"
          case .file: ":file:_files"
          case .thought(let name): ":\(name):"
          }
        return "'\(option.name == "--omit" ? "*" : "")\(option.name)[\(option.summary)]\(value)'"
      }.joined(separator: " ")
    }
    func described(_ words: [(name: String, summary: String)]) -> String {
      words.map { "'\($0.name):\($0.summary)'" }.joined(separator: " ")
    }
    let tasks = Self.tasks.map { task in
      let last =
        switch task.name {
        case "inspect": " '3:command:_strata_command' '*:word:'"
        case "join", "apply": " '3:workspace:_files'"
        default: ""
        }
      return
        "      \(task.name)) _arguments \(arguments(task.options)) '2:workspace:_files'\(last); return ;;"
    }
    return """
      #compdef strata
      # Completions of strata for zsh. Keep them as a file _strata in a folder of $fpath, or write into ~/.zshrc, behind
      # compinit:
      #   source <(strata --completions zsh)
      _strata_first() {
        local -a tasks=(\(described(Self.tasks.map { ($0.name, $0.summary) })))
        _describe task tasks
        _files
      }
      _strata_command() {
        local -a commands=(\(described(Self.commands.map { ($0.name, $0.summary) })))
        _describe command commands
      }
      _strata() {
        if (( CURRENT > 2 )); then
          case "$words[2]" in
      \(tasks.joined(separator: "\n"))
          esac
        fi
        _arguments \(arguments(Self.options)) '1:workspace:_strata_first'
      }
      compdef _strata strata

      """
  }

  private var fish: String {
    let names = Self.tasks.map(\.name).joined(separator: " ")
    func lines(_ options: [Option], where condition: String) -> [String] {
      options.map { option in
        let value =
          switch option.value {
          case .nothing: ""
          case .shell: " -x -a '\(shells)'"
          case .file: " -r -F"
          case .thought: " -x"
          }
        return
          "complete -c strata -n '\(condition)' -l \(option.name.dropFirst(2))\(value) -d '\(option.summary)'"
      }
    }
    let words = Self.tasks.map {
      "complete -c strata -n __fish_use_subcommand -a \($0.name) -d '\($0.summary)'"
    }
    let commands = Self.commands.map {
      "complete -c strata -n '__fish_seen_subcommand_from inspect; and test (count (commandline -opc)) = 3' -a \($0.name) "
        + "-d '\($0.summary)'"
    }
    let all =
      lines(Self.options, where: "not __fish_seen_subcommand_from \(names)") + words
      + Self.tasks.flatMap { lines($0.options, where: "__fish_seen_subcommand_from \($0.name)") } + commands
    return """
      # Completions of strata for fish. Keep them as ~/.config/fish/completions/strata.fish:
      #   strata --completions fish > ~/.config/fish/completions/strata.fish
      \(all.joined(separator: "\n"))

      """
  }
}
