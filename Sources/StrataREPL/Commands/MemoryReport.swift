import Strata
import Workspace

/// The memory of a workspace: the fields of the state, and the steps.
struct MemoryReport {
  private let state: FieldFootprint
  /// The moments besides the present.
  private let steps: Int
  /// The bytes that the history keeps besides the present; nil if they are not measured.
  private let historyBytes: Int?
  /// The newest steps, each with the bytes that it does not share with the moment before.
  private let newest: [(moment: Moment, made: Int)]

  /// Measures a store and its newest steps.
  ///
  /// - Complexity: O(nodes of the state), and O(changes) for each of the steps.
  init(of store: Store<AppState>) {
    let timeline = store.timeline
    state = store.state.document.footprintByField
    steps = timeline.count - 1
    historyBytes = store.historyBytes
    let last = timeline.undoPath.prefix(8)
    let states = store.states(at: last.flatMap { [$0.id] + ($0.parent.map { [$0] } ?? []) })
    newest = last.compactMap { moment in
      guard let before = moment.parent.flatMap({ states[$0] }), let after = states[moment.id] else {
        return nil
      }
      return (moment, after.document.heapExchange(from: before.document).added.bytes)
    }
  }

  var answer: Answer { .text(lines) }

  /// The fields as a tree with bars, the weight of the history, and the newest steps.
  private func lines(_ style: Style) -> [String] {
    let (nodes, bytes) = (state.total.nodes, state.total.bytes)
    var lines = [style.strong("the present: \(counted(nodes, "block")), \(grouped(bytes)) bytes")]
    lines += table(rows(of: state, named: "document", depth: 0), of: bytes, style)
    let weight = historyBytes.map { ", \(grouped($0)) bytes besides the present" } ?? ""
    let each = historyBytes.map { steps > 0 ? ", \(grouped($0 / steps)) a step" : "" } ?? ""
    lines.append(style.strong("the history: \(counted(steps, "step"))\(weight)\(each)"))
    guard let last = newest.first else { return lines }
    let tenths = 1000 - min(1000, Int((1000 * Double(last.made) / Double(max(1, bytes))).rounded(.up)))
    lines.append("  \(tenths / 10).\(tenths % 10) % of the present is shared with the moment before")
    let copies = steps.multipliedReportingOverflow(by: bytes)
    lines.append(
      "  copies of the present would take \(grouped(copies.overflow ? .max : copies.partialValue)) bytes"
    )
    if let historyBytes, newest.reduce(0, { $0 + $1.made }) > historyBytes {
      lines.append("  older steps are kept as their changes, which take less than their values")
    }
    let rows = newest.map { (name: "\($0.moment.id) \(printable($0.moment.label))", bytes: $0.made) }
    return lines + [style.strong("the newest steps")] + table(rows, of: rows.map(\.bytes).max() ?? 1, style)
  }

  /// The rows of a field and the fields in it, three levels deep, without those of no weight.
  private func rows(of field: FieldFootprint, named name: String, depth: Int) -> [(name: String, bytes: Int)]
  {
    guard field.total.bytes > 0, depth < 3 else { return [] }
    return [(String(repeating: "  ", count: depth) + name, field.total.bytes)]
      + field.fields.flatMap { rows(of: $0, named: $0.name, depth: depth + 1) }
  }

  private func table(_ rows: [(name: String, bytes: Int)], of whole: Int, _ style: Style) -> [String] {
    let names = rows.map { displayWidth($0.name) }.max() ?? 0
    let numbers = rows.map { grouped($0.bytes).count }.max() ?? 0
    let room = max(1, min(24, (style.width ?? .max) - names - numbers - 6))
    return rows.map { row in
      let bar = style.good(bar(row.bytes, of: max(1, whole), width: room))
      return "  \(filled(row.name, names))  \(padded(grouped(row.bytes), numbers))  \(bar)"
    }
  }
}
