import Strata

extension MemoryReport {
  private static let barWidth = 24

  /// The fields as a tree with bars, what the steps take, and what the newest of them made.
  func text(_ style: Style) -> [String] {
    var rows: [(name: String, bytes: Int)] = []
    append(state, named: "document", depth: 0, to: &rows)
    let total = max(1, state.total.bytes)
    var lines = [
      style.strong("the present: \(grouped(state.total.nodes)) blocks, \(grouped(state.total.bytes)) bytes")
    ]
    lines += table(rows, of: total, style)
    lines.append(style.strong("the history: \(grouped(steps)) \(steps == 1 ? "step" : "steps")" + weight))
    if let shared { lines.append("  \(percent(shared)) of the present is shared with the moment before it") }
    if steps > 0 {
      lines.append("  copies of the present instead would take \(grouped(bytesOfCopies)) bytes")
    }
    guard !newest.isEmpty else { return lines }
    if let historyBytes, newest.reduce(0, { $0 + $1.bytesAdded }) > historyBytes {
      lines.append("  steps are kept as what they changed, which takes less than the values they made")
    }
    lines.append(style.strong("what the newest steps made"))
    let steps = newest.map { (name: "\($0.moment.id) \(printable($0.moment.label))", bytes: $0.bytesAdded) }
    return lines + table(steps, of: max(1, steps.map(\.bytes).max() ?? 1), style)
  }

  private var weight: String {
    historyBytes.map { bytes in
      ", \(grouped(bytes)) bytes beyond the present" + (steps > 0 ? ", \(grouped(bytes / steps)) a step" : "")
    } ?? ""
  }

  /// Fields without any weight, and those inside what weighs little, are left out.
  private func append(
    _ field: FieldFootprint,
    named name: String,
    depth: Int,
    to rows: inout [(name: String, bytes: Int)]
  ) {
    guard field.total.bytes > 0, depth < 3 else { return }
    rows.append((String(repeating: "  ", count: depth) + name, field.total.bytes))
    for inner in field.fields { append(inner, named: inner.name, depth: depth + 1, to: &rows) }
  }

  private func table(_ rows: [(name: String, bytes: Int)], of whole: Int, _ style: Style) -> [String] {
    let nameWidth = rows.map { displayWidth($0.name) }.max() ?? 0
    let byteWidth = rows.map { grouped($0.bytes).count }.max() ?? 0
    // Beside the names and numbers, the bars take what is left.
    let room = (style.width ?? .max) - nameWidth - byteWidth - 6
    return rows.map { row in
      let bar = style.good(bar(row.bytes, of: whole, width: max(1, min(Self.barWidth, room))))
      return "  \(filled(row.name, nameWidth))  \(padded(grouped(row.bytes), byteWidth))  \(bar)"
    }
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
