import Foundation

/// The rows of a run, and under what circumstances it was made: a file of JSON lines, the circumstances first.
struct Results: Equatable, Sendable {
  let circumstances: Circumstances
  let rows: [Row]
  /// The combinations in the order of their first rows, and the rows of each.
  let order: [Combination]
  let index: [Combination: [Row]]

  /// The file as text.
  func text() throws -> String {
    try ([jsonLine(circumstances)] + rows.map { try jsonLine($0) }).joined(separator: "\n") + "\n"
  }

  init(_ circumstances: Circumstances, _ rows: [Row]) {
    (self.circumstances, self.rows) = (circumstances, rows)
    index = Dictionary(grouping: rows, by: \.combination)
    var seen: Set<Combination> = []
    order = rows.map(\.combination).filter { seen.insert($0).inserted }
  }

  /// Reads what `text()` wrote.
  init(text: String) throws {
    let decoder = JSONDecoder()
    var lines = text.split(separator: "\n")[...]
    guard let first = lines.popFirst() else { throw NoResults() }
    self.init(
      try decoder.decode(Circumstances.self, from: Data(first.utf8)),
      try lines.map { try decoder.decode(Row.self, from: Data($0.utf8)) }
    )
  }

  /// Puts the parts of a run together, in the order of the tables, under the circumstances of the first.
  ///
  /// Of what was measured several times the shortest time of an action and of an undo counts: what else the machine did only made
  /// them longer. A combination that no part has gets a row that says so.
  init(parts: [Results]) throws {
    guard let first = parts.first else { throw NoResults() }
    var rows: [Combination: [Row]] = [:]
    for part in parts {
      rows.merge(part.index) { earlier, later in
        later.map { row in
          earlier.first { $0.steps == row.steps }.map(row.withShorterTimes) ?? row
        }
      }
    }
    let sizes = Set(rows.keys.map(\.n)).sorted()
    let all = Combination.all(sizes: sizes).flatMap { rows[$0] ?? [Row(notMeasured: $0)] }
    self.init(first.circumstances, all)
  }

  /// Reads a file of results.
  init(contentsOf path: String) throws {
    try self.init(text: String(contentsOfFile: path, encoding: .utf8))
  }

  /// The sizes that were measured, ascending.
  var sizes: [Int] { Set(rows.map(\.n)).sorted() }

  /// A file of results has at least the line that says where they come from.
  struct NoResults: Error, CustomStringConvertible {
    var description: String { "the file of results is empty" }
  }
}

extension Row {
  /// The row, with the time of an action and of an undo of another one where that is shorter.
  fileprivate func withShorterTimes(of other: Row) -> Row {
    var row = self
    for clock in [\Row.action, \Row.undo] {
      if let time = row[keyPath: clock], let known = other[keyPath: clock] {
        row[keyPath: clock] = min(time, known)
      }
    }
    return row
  }
}

/// A value as JSON on one line, names in order.
func jsonLine(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
