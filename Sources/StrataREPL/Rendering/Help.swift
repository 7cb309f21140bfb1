/// The help: all commands in groups, or one with its examples.
func helpText(_ groups: [(title: String, verbs: [Verb])], _ style: Style) -> [String] {
  let verbs = groups.flatMap(\.verbs)
  if verbs.count == 1, let verb = verbs.first {
    let examples = verb.examples.enumerated().map { ($0 == 0 ? "  such as  " : "           ") + $1 }
    return [style.strong(verb.usage), "  \(verb.summary)"] + examples
  }
  let lines = groups.flatMap { group in
    (group.title.isEmpty ? [] : [style.strong(group.title)])
      + group.verbs.flatMap { rows(for: $0, style.width) }
  }
  return groups.count > 1 ? lines + [""] + wrapped(helpFooter, to: style.width ?? 118) : lines
}

private let width = 34

private func rows(for verb: Verb, _ window: Int?) -> [String] {
  // In a narrow window, what a command does stands below it.
  if let window, window < 2 * width + 10 { return ["  \(verb.usage)", "      \(verb.summary)"] }
  // What it does goes on below itself.
  let summary = wrapped(verb.summary, to: window.map { $0 - width - 4 })
  let isBeside = verb.usage.count <= width
  let rows = summary.enumerated().map { "  \(filled($0 == 0 && isBeside ? verb.usage : "", width))  \($1)" }
  return isBeside ? rows : ["  \(verb.usage)"] + rows
}

/// What the words in capitals stand for.
let helpFooter = """
  IDS are numbers and ranges of them, as in: done 1 3-5. A DAY is today, tomorrow, yesterday or such as 2026-11-20, a \
  TIME such as 2026-11-20T18:30. A MOMENT is a number that history shows, the name of a checkpoint, or present, saved or \
  oldest. A text at the end of a line needs no quotation marks; -- before it ends the options. Any name may be cut short \
  where no other begins so; the tabulator completes what was begun, and shows what can follow. help COMMAND shows \
  examples.
  """
