import StrataCore

/// A change of one machine with its position in the order of all machines: a line of the order.
///
///     {"position":9,"after":"2-17","at":1795428400232005651,"author":"","label":"Add Todo","name":"2-18","version":1,"patch":{…}}
///
/// It is the line of the change with two more members.
package struct PlacedChange {
  package let position: Int
  /// The change at the position before, if one machine has published both at once. The line counts only after that change.
  let after: SharedChange.Name?
  package let change: SharedChange

  init(_ change: SharedChange, at position: Int, after: SharedChange.Name?) {
    (self.change, self.position, self.after) = (change, position, after)
  }

  /// Changes of one machine at consecutive positions.
  package static func all(of changes: [SharedChange], from first: Int) -> [PlacedChange] {
    changes.indices.map { number in
      let after = number > 0 ? changes[number - 1].name : nil
      return PlacedChange(changes[number], at: first + number, after: after)
    }
  }

  /// The change as JSON on one line.
  package var line: [UInt8] {
    let after = after.map { "\"after\":\"\($0)\"," } ?? ""
    return Array("{\"position\":\(position),\(after)".utf8) + change.line.dropFirst()
  }

  /// Reads a line, which may come from a stranger.
  ///
  /// - Throws: `SharingError.noChange` for any other line.
  package init(line: some Sequence<UInt8>, memoryLimit limit: Int) throws(SharingError) {
    var line = try OrderedLine(line, memoryLimit: limit)
    guard case .integer(let position)? = line.members["position"], position > 0,
      let position = Int(exactly: position)
    else { throw .noChange(reason: "it says no position from 1 on") }
    switch line.members["after"] {
    case nil: after = nil
    case .text(let text)?:
      guard let name = SharedChange.Name(text) else {
        throw .noChange(reason: "its predecessor is no name of a change")
      }
      after = name
    case _?: throw .noChange(reason: "its predecessor is no name of a change")
    }
    (line.members["position"], line.members["after"]) = (nil, nil)
    self.position = position
    change = try SharedChange(line)
  }
}

/// The lines that count among those that several machines have appended: the first at each position.
///
/// So a file that all append to is an order without a lock. A machine that published at a taken position publishes again. The
/// file may be read from any line on.
package struct CountedLines {
  /// The greatest position of a line that counted, and the name of its change.
  private var last: (position: Int, name: SharedChange.Name?) = (0, nil)
  /// Whether the lines begin with position 1, once there was a line: then the first line at each position is the first in the file.
  private var isWhole: Bool?
  /// A line whose predecessor was not there.
  private var gap: Missing?

  package init() {}

  /// A line before which other lines are missing.
  package struct Missing {
    package let line: Int
    package let error: SharingError
    fileprivate let position: Int
  }

  /// Whether a line counts, given the changes that were applied.
  ///
  /// A line at a position that was applied counts although it names another change only if it is the first in the file there.
  /// Lines that are read from the middle may begin with a line that was too late.
  package mutating func count(_ placed: PlacedChange, line: Int, in sharing: Sharing) -> Bool {
    let isWhole = isWhole ?? (placed.position == 1)
    self.isWhole = isWhole
    if placed.position > sharing.position, let after = placed.after, !sharing.hasApplied(after) {
      // Its predecessor did not count either, or both lines before are missing, unless a later line brings them.
      if missing(in: sharing) == nil, placed.position > sharing.position + 1 {
        let error = SharingError.gap(found: placed.position, wanted: sharing.position + 1)
        gap = Missing(line: line, error: error, position: placed.position)
      }
      return false
    }
    if placed.position <= last.position { return false }
    let isNext = placed.position == last.position + 1
    if placed.position <= sharing.position {
      let before = isNext ? last.name : sharing.name(at: placed.position - 1)
      if let after = placed.after, let before, after != before { return false }
      let applied = sharing.name(at: placed.position)
      if let applied, applied != placed.change.name, !(isWhole && isNext) { return false }
    }
    last = (placed.position, placed.change.name)
    return true
  }

  /// The line before which others are missing, given the changes that were applied in the end.
  package func missing(in sharing: Sharing) -> Missing? {
    gap.flatMap { $0.position > sharing.position ? $0 : nil }
  }
}
