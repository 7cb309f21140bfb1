/// Lines of an answer for which the window has had no room yet.
struct UnseenLines {
  private var lines: ArraySlice<String>

  init(_ lines: [String] = []) { self.lines = lines[...] }

  var isEmpty: Bool { lines.isEmpty }

  /// Takes as many lines as a window has room for, with one that says how many are left where some are.
  ///
  /// - Parameter window: nil for all lines.
  mutating func next(_ window: Window?, _ style: Style) -> [String] {
    guard let window, lines.count >= window.rows else {
      defer { lines = [] }
      return Array(lines)
    }
    let shown = lines.prefix(max(1, window.rows - 2))
    lines = lines.dropFirst(shown.count)
    return shown + [style.faint("… \(lines.count) more lines: return or q")]
  }
}
