/// Lines of an answer for which the window has had no room yet.
struct UnseenLines {
  private let rows: Rows
  private let width: Int?
  /// How many rows have been made.
  private var made = 0
  /// What of these has not been shown.
  private var lines: ArraySlice<String> = []

  /// - Parameter width: Where rows are broken; nil for nowhere.
  init(_ rows: Rows = Rows([]), width: Int? = nil) {
    (self.rows, self.width) = (rows, width)
  }

  var isEmpty: Bool { count == 0 }

  /// How many there are; a row that is still to be made counts as one.
  private var count: Int { lines.count + rows.count - made }

  /// Takes as many lines as a window has room for, with one that says how many are left where some are.
  ///
  /// - Parameter window: nil for all lines, a piece at a time.
  mutating func next(_ window: Window?, _ style: Style) -> [String] {
    make(window?.rows ?? .max)
    guard let window, count >= window.rows else {
      defer { lines = [] }
      return Array(lines)
    }
    let shown = lines.prefix(max(1, window.rows - 2))
    lines = lines.dropFirst(shown.count)
    // What says so is one line in any window.
    let rest = "… \(grouped(count)) more"
    let ways = ["\(rest) lines: return or q", "\(rest): return, q", rest]
    return shown + [style.faint(ways.first { displayWidth($0) < window.columns } ?? "…")]
  }

  /// Makes rows until there are so many lines, or no more.
  private mutating func make(_ wanted: Int) {
    while lines.count < wanted, made < rows.count {
      let next = made..<made + min(rows.count - made, wanted == .max ? rows.piece : wanted - lines.count)
      lines += rows[next].flatMap { wrapped($0, to: width) }
      made = next.upperBound
      if wanted == .max { return }
    }
  }
}
