import Workspace

/// The size of a terminal's window.
struct Window: Equatable {
  var columns: Int
  var rows: Int

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Asks the terminal at a descriptor; nil without a terminal or a size.
  init?(_ descriptor: Int32) {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1,
      size.ws_row > 1
    else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// The look of an answer: colours, and the window that it is for.
struct Style {
  var isColored = false
  /// The columns of the window; nil without a limit.
  var width: Int?
  /// The rows of the window in which a person reads page by page; nil when all is shown at once.
  var height: Int?

  func strong(_ text: String) -> String { styled(text, "1") }
  func faint(_ text: String) -> String { styled(text, "2") }
  func good(_ text: String) -> String { styled(text, "32") }
  func bad(_ text: String) -> String { styled(text, "31") }

  /// A text in the colour of a category.
  func tinted(_ text: String, _ tint: Tint) -> String {
    let code =
      switch tint {
      case .blue: "34"
      case .red: "31"
      case .green: "32"
      case .orange: "38;5;208"
      case .purple: "35"
      case .pink: "38;5;205"
      case .teal: "36"
      case .yellow: "33"
      }
    return styled(text, code)
  }

  private func styled(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Numbers in a column, each with a text.
  func columns(_ rows: [(id: Int, text: String)]) -> [String] {
    let width = rows.map { String($0.id).count }.max() ?? 0
    return rows.map { "  \(faint(padded(String($0.id), width)))  \($0.text)" }
  }
}

/// A number with a comma between groups of three digits.
func grouped(_ number: Int) -> String {
  var result = ""
  for (index, digit) in String(number.magnitude).reversed().enumerated() {
    if index > 0 && index.isMultiple(of: 3) { result = "," + result }
    result = String(digit) + result
  }
  return number < 0 ? "-" + result : result
}

/// A number with its noun: `1 step`, `2,000 steps`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// A bar whose length shows the share of `part` in `whole`.
func bar(_ part: Int, of whole: Int, width: Int) -> String {
  guard part > 0, whole > 0 else { return "" }
  let eighths = max(1, Int(Double(part) / Double(whole) * Double(width * 8)))
  let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  return String(repeating: "█", count: min(eighths / 8, width)) + last
}
