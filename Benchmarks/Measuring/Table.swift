/// Text in aligned columns: words to the left, numbers to the right.
public struct Table: Sendable {
  private var rows: [[String]]

  /// Starts a table with its column titles.
  public init(_ titles: [String]) {
    rows = [titles]
  }

  /// Adds a row; missing cells are left blank.
  public mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The table as lines, without trailing blanks.
  public var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let isNumeric = (0..<columns).map { column in
      rows.dropFirst().allSatisfy { row in column >= row.count || startsLikeNumber(row[column]) }
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return isNumeric[column] ? padding + cell : cell + padding
      }
      return String(cells.joined(separator: "  ").reversed().drop(while: { $0 == " " }).reversed())
    }
  }

  private func startsLikeNumber(_ cell: String) -> Bool {
    guard let first = cell.first else { return true }
    return first.isNumber || first == "-" || first == "–"
  }
}

/// Writes a measured number for people: three digits that matter, thousands apart.
public func readable(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  let magnitude = value.magnitude
  if magnitude >= 100 { return grouped(Int(value.rounded())) }
  let scale = magnitude >= 10 ? 10.0 : 100.0
  let scaled = Int((magnitude * scale).rounded())
  let fraction = String(scaled % Int(scale))
  let digits = scale == 10 ? 1 : 2
  let padded = String(repeating: "0", count: digits - fraction.count) + fraction
  return "\(value < 0 ? "-" : "")\(scaled / Int(scale)).\(padded)"
}

private func grouped(_ value: Int) -> String {
  var groups: [String] = []
  var rest = value.magnitude
  while rest >= 1000 {
    let digits = String(rest % 1000)
    groups.insert(String(repeating: "0", count: 3 - digits.count) + digits, at: 0)
    rest /= 1000
  }
  groups.insert(String(rest), at: 0)
  return (value < 0 ? "-" : "") + groups.joined(separator: ",")
}
