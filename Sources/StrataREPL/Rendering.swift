import Workspace

/// Returns the journal's newest page as lines: pending todos and what was done, by number.
func rendered(_ journal: Journal) -> [String] {
  guard let page = journal.pages.last else { return ["The journal has no pages yet. Try: start today"] }
  let width = journal.todos.last.map { String($0.key).count } ?? 0
  let lines = journal.todos.values.map { todo in
    let id = String(todo.id)
    let padding = String(repeating: " ", count: width - id.count)
    return "  \(padding)\(id)  [\(todo.isDone ? "x" : " ")] \(printable(todo.title))"
  }
  return ["\(page)"] + (lines.isEmpty ? ["  nothing to do"] : lines)
}

/// Returns `text` with everything that could command a terminal, or reorder a line, written as an escape.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    let category = scalar.properties.generalCategory
    let isLineBreak = category == .lineSeparator || category == .paragraphSeparator
    if category == .control || isLineBreak || scalar.properties.isBidiControl {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

let helpText = """
  start today          begin the page of today
  add "Buy milk"       write down a todo
  done 1               mark todo 1 as done
  list                 show the newest page
  undo, redo           take the last change back, or forward again
  help, quit
  """
