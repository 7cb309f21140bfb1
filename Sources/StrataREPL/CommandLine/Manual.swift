/// All that there is to say of the program, as lines for a person who prints them.
func manualText(width: Int = 80) -> [String] {
  let title = "strata \(version)"
  let gap = String(repeating: " ", count: max(1, width - 2 * displayWidth(title) - 6))
  return [title + gap + "manual", ""] + laidOut(usageText, to: width) + commandPages(width) + linePages(width)
    + ["", "inspect:", ""] + laidOut(inspectUsageText, to: width)
    + ["", "follow:", ""] + laidOut(followUsageText, to: width)
    + ["", "Sharing:", ""] + laidOut(sharingUsageText, to: width) + jsonPages(width)
}

/// Every command: how it is written, what it does, and examples.
private func commandPages(_ width: Int) -> [String] {
  Verb.groups.flatMap { group in
    [""] + wrapped("\(group.title):", to: width)
      + group.verbs.flatMap { verb in
        let examples = verb.examples.map { "        \($0)" }
        return [""] + wrapped("  \(verb.usage)", to: width) + wrapped("      \(verb.summary)", to: width)
          + examples.flatMap { wrapped($0, to: width) }
      }
  }
}

private func linePages(_ width: Int) -> [String] {
  let paragraphs = [
    helpFooter,
    """
    A line that begins with # asks for nothing. Between quotation marks a text keeps its blanks, and is no option; a \
    backslash takes the character behind it as it is, a quotation mark, too.
    """,
  ]
  return ["", "Lines:"] + paragraphs.flatMap { [""] + wrapped("  \($0)", to: width) }
}

private func jsonPages(_ width: Int) -> [String] {
  let lead = """
    With --json, every command that has an answer is answered by one JSON value on a line of its own: a record with one \
    member, which says what it is. Members may be added in any version of the program; where one goes, or means something \
    else, the version of the forms is raised. A name with a question mark may be missing. DAY is a text such as \
    "2026-11-24", TIME one such as "2026-11-24T09:30:00", FLAG true or false, COUNT a whole number, ANY any value at all.
    """
  func forms(_ forms: [(name: String, form: String)]) -> [String] {
    forms.flatMap { wrapped("  \($0.name): \($0.form)", to: width) }
  }
  return ["", "JSON, version \(JSONForms.version):", ""] + wrapped("  \(lead)", to: width) + [""]
    + forms(JSONForms.answers) + [""] + wrapped("  Where a line failed:", to: width)
    + wrapped("    \(JSONForms.error)", to: width) + [""] + wrapped("  What these name:", to: width) + [""]
    + forms(JSONForms.named)
    + ["", "JSON of inspect:", ""] + forms(JSONForms.inspected + JSONForms.inspectNamed)
    + wrapped(
      "  Where a question has no answer, or is none; the line is that of what is piped in:",
      to: width
    )
    + wrapped("    \(JSONForms.inspectError)", to: width)
}

/// What `--version` says, with the version of the forms of JSON where it is asked for by `--json`.
func versionText(isJSON: Bool) -> String {
  isJSON ? "{\"json\":\(JSONForms.version),\"version\":\"\(version)\"}\n" : versionText
}
