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
    #expect(try bash("strata", "a") == ["a file.json"])
    #expect(try bash("strata", "che") == ["check", "checks.json"])
    #expect(try bash("strata", "check", "che") == ["checks.json"])
    #expect(try bash("strata", "--completions", "") == ["bash", "fish", "zsh"])
    #expect(try bash("strata", "repair", "a file.json", "--i") == ["--into"])
    #expect(try bash("strata", "x", "--i") == [])
    #expect(try bash("strata", "inspect", "a file.json", "--p") == ["--page"])
    #expect(try bash("strata", "inspect", "a file.json", "bl") == ["blame"])
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
    for option in Shell.options.map(\.name) {
      _ = try Options(option == "--completions" ? [option, "zsh"] : [option])
      #expect(
        usageText.contains("\(option) ") || usageText.contains("\(option)\n")
          || usageText.contains("[\(option)]")
      )
    }
    let ofInspect: [Substring] = ["--page", "--title", "--omit"]
    for option in ofInspect {
      #expect(try Options(["inspect", String(option), "x"]).task != .sitting)
      for shell in Shell.allCases where option != "--title" {
        #expect(shell.completions.contains(shell == .fish ? option.dropFirst(2) : option))
      }
    }
    let ofOne = ["--into", "--no", "--as"] + ofInspect
    for match in usageText.matches(of: /\[?(--[a-z-]+)/) where !ofOne.contains(match.1) {
      #expect(Shell.options.contains { $0.name == match.1 }, "\(match.1)")
    }
    #expect(try Options(["--as", "agent"]).author == "agent" && usageText.contains("--as NAME"))
    #expect(throws: UsageError(description: "--as wants a name.")) { try Options(["--as"]) }
    #expect(throws: UsageError(description: "--completions wants bash, zsh or fish.")) {
      try Options(["--completions", "tcsh"])
    }
    for task in Shell.tasks.map(\.name) { #expect(try Options([task]).task != .sitting) }
  }
}
