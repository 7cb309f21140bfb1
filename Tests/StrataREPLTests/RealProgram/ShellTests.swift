import Testing

@testable import StrataREPL

@Suite("Shells complete the command line")
struct ShellTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  /// The completions of bash for the last of some words.
  private func bash(_ words: String...) throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let end = try program.shell(
      """
      mkdir -p "$HOME/bin" && ln -sf "$STRATA" "$HOME/bin/strata" && PATH="$HOME/bin:$PATH" \
      exec bash --norc -c 'source <(strata --completions bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _strata; \
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
    #expect(try Set(bash("strata", "--completions", "")).isSuperset(of: ["bash", "fish", "zsh"]))
    #expect(try bash("strata", "repair", "a file.json", "--i") == ["--into"])
    #expect(try bash("strata", "x", "--i") == [])
    #expect(try bash("strata", "inspect", "a file.json", "--p") == ["--page"])
    #expect(try bash("strata", "inspect", "a file.json", "ti") == ["timeline"])
    #expect(try bash("strata", "inspect", "a file.json", "--t") == ["--title"])
    #expect(try bash("strata", "check", "a file.json", "--") == ["--no-limits"])
    #expect(try bash("strata", "--as", "agent", "--kee") == ["--keep-going"])
  }

  @Test("Fish completes the same words with their summaries")
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
    // Without fish there is nothing to test.
    if try fish("strata ") == ["-"] { return }
    #expect(try fish("strata --re") == ["--read-only\tchange nothing"])
    #expect(try fish("strata ch") == ["check\tsay what is whole and what is damaged", "checks.json"])
    #expect(try fish("strata check checks.json --") == ["--no-limits\tread and write files of any size"])
    #expect(try fish("strata inspect checks.json bl").first?.hasPrefix("blame\tshow the steps") == true)
    #expect(try fish("strata inspect checks.json --t") == ["--title\tname the page"])
  }

  @Test("Each shell reads its script without an error", arguments: [Shell.bash, .zsh, .fish])
  func understood(shell: Shell) throws {
    let end = try program.shell(
      """
      "$STRATA" --completions \(shell) > completions
      if command -v \(shell) > /dev/null; then \(shell) -n completions; fi
      """
    )
    #expect(end.status == 0 && end.errors == "")
    #expect(try program.folder.text(of: "completions") == shell.script + "\n")
    #expect(shell.script.contains("--complete "))
  }

  /// The words that the program offers a shell for the last of some words.
  private func offered(_ words: String...) throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let end = try program.shell("\"$STRATA\" --complete \(line)")
    #expect(end.status == 0 && end.errors == "", "\(end)")
    return end.lines
  }

  @Test("--complete offers the words that begin like the last word, each with its summary")
  func candidates() throws {
    #expect(try offered("--read") == ["--read-only:change nothing"])
    #expect(try offered("check", "") == [] && offered("check", "x", "--") == offered("--no"))
    #expect(try offered("--completions", "z") == ["zsh:"])
    #expect(try offered("inspect", "x", "fi") == ["find:show the moments that touched a text"])
    let first = try offered("").compactMap { $0.split(separator: ":").first }
    #expect(Set(first).isSuperset(of: ["check", "inspect", "apply", "--as", "--help", "--completions"]))
    #expect(try offered("nothing") == [])
  }

  @Test("Every offered option and task is understood and is in the help")
  func options() throws {
    // A value that fits every option but two.
    let values = ["--after": "9fa57f8677b8530b-12-5103a852", "--completions": "zsh"]
    for task in Options.Task.allCases where !task.rawValue.hasPrefix("--") {
      let help = usageText(task)
      // The number of a machine is a file's name, too.
      let needed = task == .join || task == .apply ? ["1"] : []
      let first = task == .session ? [] : [task.rawValue] + needed
      #expect(try Options(first).task == task)
      #expect(help.contains("strata \(task.rawValue)"))
      for option in task.options {
        let value = option.value == nil ? [] : [values[option.name] ?? "x"]
        _ = try Options(first + [option.name] + value)
        #expect(help.contains(option.name), "\(task): \(option.name)")
      }
    }
    let names = Set(Options.Task.allCases.flatMap(\.options).map(\.name))
    for match in usageText(.session).matches(of: /--[a-z]+(?:-[a-z]+)*/) {
      #expect(names.contains(String(match.output)), "\(match.output)")
    }
    #expect(try Options(["--as", "agent"]).author == "agent")
    #expect(throws: UsageError("--as needs a name.")) { try Options(["--as"]) }
    let unknown = try program.shell("\"$STRATA\" --completions tcsh")
    #expect(unknown == .init((2, "", "strata: --completions needs bash, zsh or fish.\n")))
  }
}
