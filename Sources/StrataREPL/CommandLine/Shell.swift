/// A shell that can be told how the program's command line goes on.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The options, with what they do in a few words, and whether they stand alone on the command line.
  static let options: [(name: String, summary: String)] = [
    ("--read-only", "change nothing"), ("--set-aside", "go on with what can be kept of a damaged log"),
    ("--no-limits", "read and write however large it is"), ("--json", "answer by JSON, a value a line"),
    ("--keep-going", "go on after a line that failed"), ("--help", "say how the program is started"),
    ("--manual", "say everything there is to say"), ("--version", "say which version this is"),
    ("--completions", "write completions for a shell"),
  ]

  /// The tasks, which are the first word.
  static let tasks: [(name: String, summary: String)] = [
    ("check", "say what is whole and what is damaged"), ("repair", "keep all that can be kept"),
    ("inspect", "look at the history of any app"),
  ]

  /// What the shell reads, as a text of its own language.
  var completions: String {
    switch self {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var names: String { Self.options.map(\.name).joined(separator: " ") }
  private var shells: String { Self.allCases.map(\.rawValue).joined(separator: " ") }

  private var bash: String {
    """
    # Completions of strata for bash. To have them in every shell, write this line into ~/.bashrc:
    #   source <(strata --completions bash)
    _strata() {
      local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
      local options="\(names) --as" tasks=""
      case "$before" in
        --completions)
          COMPREPLY=($(compgen -W "\(shells)" -- "$word"))
          return ;;
        --into | --as)
          COMPREPLY=()
          return ;;
      esac
      if [ "${COMP_WORDS[1]}" = repair ]; then options="$options --into"; fi
      if [ "${COMP_WORDS[1]}" = inspect ]; then
        options="--page --title --omit --json --no-limits"
        if [ "$COMP_CWORD" = 3 ]; then tasks="\(InspectCommand.forms.dropLast(2).map(\.name).joined(separator: " "))"; fi
      fi
      if [ "$COMP_CWORD" = 1 ]; then tasks="\(Self.tasks.map(\.name).joined(separator: " "))"; fi
      case "$word" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *)
          local IFS=$'\\n'
          compopt -o filenames 2> /dev/null
          COMPREPLY=($(IFS=' '; compgen -W "$tasks" -- "$word") $(compgen -f -- "$word")) ;;
      esac
    }
    complete -F _strata strata

    """
  }

  private var zsh: String {
    let options = Self.options.dropLast().map { "    '\($0.name)[\($0.summary)]'" }
    let tasks = Self.tasks.map { "'\($0.name):\($0.summary)'" }.joined(separator: " ")
    return """
      #compdef strata
      # Completions of strata for zsh. Keep them as a file _strata in a folder of $fpath, or write into ~/.zshrc, behind
      # compinit:
      #   source <(strata --completions zsh)
      _strata() {
        local -a options=(
      \(options.joined(separator: "\n"))
          '--completions[write completions for a shell]:shell:(\(shells))'
          '--as[do everything in the name of an author]:name:'
          '--into[where repair puts what could be kept]:file:_files'
          '--page[where inspect writes a page for a browser]:file:_files'
          '--omit[what inspect leaves out]:path:'
        )
        local -a tasks=(\(tasks))
        _strata_first() { _describe task tasks; _files }
        _arguments $options '1:workspace:_strata_first' '2:workspace:_files'
      }
      compdef _strata strata

      """
  }

  private var fish: String {
    let options = Self.options.dropLast().map {
      "complete -c strata -l \($0.name.dropFirst(2)) -d '\($0.summary)'"
    }
    let tasks = Self.tasks.map {
      "complete -c strata -n __fish_use_subcommand -a \($0.name) -d '\($0.summary)'"
    }
    return """
      # Completions of strata for fish. Keep them as ~/.config/fish/completions/strata.fish:
      #   strata --completions fish > ~/.config/fish/completions/strata.fish
      \(options.joined(separator: "\n"))
      complete -c strata -l completions -x -a '\(shells)' -d 'write completions for a shell'
      complete -c strata -l as -x -d 'do everything in the name of an author'
      complete -c strata -n '__fish_seen_subcommand_from repair' -l into -r -d 'where what could be kept is put'
      complete -c strata -n '__fish_seen_subcommand_from inspect' -l page -r -d 'write a page for a browser'
      complete -c strata -n '__fish_seen_subcommand_from inspect' -l omit -x -d 'leave out what stands at a path'
      \(tasks.joined(separator: "\n"))

      """
  }
}
