import StrataCore

extension Inspection {
  /// A moment, and its place in the tree as a text draws it.
  public struct Row: Hashable, Sendable {
    /// The moment.
    public let moment: Moment
    /// How many branches it is away from the line that undo and redo lead along.
    public let depth: Int
    /// Whether a branch begins with it.
    public let isFirst: Bool
  }

  /// The moments in the order in which a text draws their tree: below a moment the branches that leave there, and then its
  /// own line again.
  ///
  /// - Complexity: O(moments).
  public var rows: [Row] {
    var children: [Moment.ID: [Moment]] = [:]
    for moment in moments.reversed() {
      if let parent = moment.parent { children[parent, default: []].append(moment) }
    }
    let line = Set(line)
    var rows: [Row] = []
    // A stack of its own: a history may be deeper than the thread's.
    var open = moments.first.map { [Row(moment: $0, depth: 0, isFirst: false)] } ?? []
    while let row = open.popLast() {
      rows.append(row)
      let next = children[row.moment.id] ?? []
      let main = next.first { line.contains($0.id) } ?? next.first
      if let main { open.append(Row(moment: main, depth: row.depth, isFirst: false)) }
      for moment in next where moment.id != main?.id {
        open.append(Row(moment: moment, depth: row.depth + 1, isFirst: true))
      }
    }
    return rows
  }
}
