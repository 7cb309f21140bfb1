/// A shell that completes the program's command line by asking the program.
enum Shell: String {
  case bash, zsh, fish

  /// The script that the shell reads.
  var script: String {
    switch self {
    case .bash:
      """
      # Completions of strata for bash. Write into ~/.bashrc:
      #   source <(strata --completions bash)
      _strata() {
        local IFS=$'\\n' word="${COMP_WORDS[COMP_CWORD]}"
        local found="$("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" | cut -d: -f1)"
        compopt -o filenames 2> /dev/null
        COMPREPLY=($(compgen -W "$found" -- "$word") $(compgen -f -- "$word"))
      }
      complete -F _strata strata
      """
    case .zsh:
      """
      #compdef strata
      # Completions of strata for zsh. Write into ~/.zshrc, after compinit:
      #   source <(strata --completions zsh)
      _strata() {
        local -a found=("${(@f)$("$words[1]" --complete "${(@)words[2,CURRENT]}")}")
        _describe strata found
        _files
      }
      compdef _strata strata
      """
    case .fish:
      """
      # Completions of strata for fish. Write into ~/.config/fish/config.fish:
      #   strata --completions fish | source
      function __strata_complete
        set -l words (commandline -opc) (commandline -ct)
        $words[1] --complete $words[2..-1] | string replace ':' \\t
      end
      complete -c strata -a '(__strata_complete)'
      """
    }
  }

  /// The candidates for the last of some words, each as `word:summary`.
  static func candidates(for words: [String]) -> [String] {
    let begun = words.last ?? ""
    let before = words.dropLast()
    let task = before.first.flatMap(Options.Task.init(rawValue:)) ?? .session
    var found: [(name: String, summary: String)] = []
    if before.isEmpty {
      found = Options.Task.allCases.compactMap { task in task.summary.map { (task.rawValue, $0) } }
    } else if before.last == "--completions" {
      found = [Shell.bash, .zsh, .fish].map { ($0.rawValue, "") }
    } else if task == .inspect && before.count == 2 {
      found = Inspector.commands.all.map { ($0.name, $0.summary) }
    }
    if begun.hasPrefix("-") || before.isEmpty { found += task.options.map { ($0.name, $0.summary) } }
    return found.filter { $0.name.hasPrefix(begun) }.map { "\($0.name):\($0.summary)" }
  }
}

extension Options.Task {
  /// A phrase for the shells; nil for a task that is an option.
  fileprivate var summary: String? {
    switch self {
    case .check: "say what is whole and what is damaged"
    case .repair: "keep what can be kept"
    case .inspect: "show the history of any app"
    case .follow: "write each change of any app"
    case .join: "share with other machines"
    case .publish: "write changes for other machines"
    case .apply: "apply changes of other machines"
    case .session, .help, .version, .completions, .complete: nil
    }
  }
}
