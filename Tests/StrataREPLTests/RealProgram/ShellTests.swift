import Testing

@testable import StrataREPL

@Suite("Shells complete the command line")
struct ShellTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  /// What bash completes the last of some words to.
  func bash(_ words: String...) throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let end = try program.shell(
      """
      exec bash --norc -c 'source <("$STRATA" --completions bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _strata; \
      printf "%s\\n" "${COMPREPLY[@]}"' bash \(line)
      """
    )
    #expect(end.status == 0 && end.errors == "", "\(end)")
    return end.lines.sorted()
  }

  @Test("Bash completes options, tasks, files and shells")
  func inBash() throws {
    try program.folder.write("", to: "a file.json")
    try program.folder.write("", to: "checks.json")
    #expect(try bash("strata", "--re") == ["--read-only"])
    #expect(try bash("strata", "a") == ["a file.json", "apply"])
    #expect(try bash("strata", "che") == ["check", "checks.json"])
    #expect(try bash("strata", "check", "che") == ["checks.json"])
    #expect(try bash("strata", "--completions", "") == ["bash", "fish", "zsh"])
    #expect(try bash("strata", "repair", "a file.json", "--i") == ["--into"])
    #expect(try bash("strata", "x", "--i") == [])
    #expect(try bash("strata", "inspect", "a file.json", "--p") == ["--page"])
    #expect(try bash("strata", "inspect", "a file.json", "bl") == ["blame"])
    #expect(try bash("strata", "inspect", "a file.json", "--t") == ["--title"])
    #expect(try bash("strata", "check", "a file.json", "--") == ["--no-limits"])
    #expect(try bash("strata", "--as", "") == [] && bash("strata", "--as", "agent", "--man") == ["--manual"])
  }

  @Test("Fish, where it is there, completes the same, with what each does")
  func inFish() throws {
    try program.folder.write("", to: "checks.json")
    func fish(_ line: String) throws -> [String] {
      let end = try program.shell(
        """
        command -v fish > /dev/null || exit 42
        mkdir -p "$HOME/bin" && ln -sf "$STRATA" "$HOME/bin/strata" && PATH="$HOME/bin:$PATH" \
        exec fish -N -c 'strata --completions fish | source; complete -C "\(line)"'
        """
      )
      return end.status == 42 ? ["-"] : end.lines
    }
    if try fish("strata ") == ["-"] { return }
    #expect(try fish("strata --re") == ["--read-only\tchange nothing"])
    #expect(try fish("strata ch") == ["check\tsay what is whole and what is damaged", "checks.json"])
    #expect(try fish("strata check checks.json --") == ["--no-limits\tread and write however large it is"])
    #expect(
      try fish("strata inspect checks.json bl").first?.hasPrefix("blame\tthe steps that changed") == true
    )
    #expect(try fish("strata inspect checks.json --t") == ["--title\twhat the page is called"])
    #expect(try fish("strata --completions ").map { $0.prefix { $0 != "\t" } } == ["bash", "fish", "zsh"])
  }

  @Test("Shells that are there understand what is written for them", arguments: Shell.allCases)
  func understood(shell: Shell) throws {
    let end = try program.shell(
      "\"$STRATA\" --completions \(shell) > completions; if command -v \(shell) > /dev/null; then \(shell) -n completions; fi"
    )
    #expect(end.status == 0 && end.errors == "")
    let text = try program.folder.text(of: "completions")
    for option in Shell.options {
      let name = shell == .fish ? String(option.name.dropFirst(2)) : option.name
      #expect(text.contains(name) && text.contains("check"))
    }
  }

  @Test("Every option and task that is completed is understood, and none is left out")
  func options() throws {
    func words(_ option: Shell.Option) -> [String] {
      switch option.value {
      case .nothing: [option.name]
      case .shell: [option.name, "zsh"]
      case .thought("position"): [option.name, "9fa57f8677b8530b-12-5103a852"]
      case .file, .thought: [option.name, "x"]
      }
    }
    for option in Shell.options {
      _ = try Options(words(option))
      #expect(usageText.contains("[\(option.name)") || usageText.contains(" \(option.name)"))
    }
    for task in Shell.tasks {
      // What a task wants in any case: a number, and that is a file's name, too.
      let wanted = ["join", "apply"].contains(task.name) ? [task.name, "1"] : [task.name]
      #expect(try Options(wanted).task != .sitting)
      for option in task.options { #expect(try Options(wanted + words(option)).task != .sitting) }
    }
    #expect(Shell.tasks.flatMap(\.options).map(\.name).filter { $0 == "--title" } == ["--title"])
    for match in usageText.matches(of: /\[?(--[a-z-]+)/) where match.1 != "--no" {
      let all = Shell.options + Shell.tasks.flatMap(\.options)
      #expect(all.contains { $0.name == match.1 }, "\(match.1)")
      for shell in Shell.allCases {
        #expect(shell.completions.contains(shell == .fish ? match.1.dropFirst(2) : match.1))
      }
    }
    #expect(try Options(["--as", "agent"]).author == "agent" && usageText.contains("--as NAME"))
    #expect(throws: UsageError(description: "--as wants a name.")) { try Options(["--as"]) }
    #expect(throws: UsageError(description: "--completions wants bash, zsh or fish.")) {
      try Options(["--completions", "tcsh"])
    }
  }
}
