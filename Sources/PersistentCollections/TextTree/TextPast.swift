/// A text that another one goes back to, in which nodes of that one are looked for.
///
/// Both are gone down side by side to where the node is, and what they have in common on either side of it is left
/// behind. The next node is looked for from there on: mostly it is a child of the one before it.
struct TextPast {
  private let text: TextNode
  private let earlier: TextNode
  /// Neighbours of the text, with where they begin, and those of the earlier text that are in their place.
  private var row: [(node: TextNode, start: Int)]
  private var past: [TextNode]

  init(of text: TextNode, _ earlier: TextNode) {
    (self.text, self.earlier) = (text, earlier)
    (row, past) = ([(text, 0)], [earlier])
  }

  /// Whether the earlier text has a node of the other one, which begins at an offset, in the same order among others.
  mutating func has(_ node: TextNode, at offset: Int) -> Bool {
    let level = node.level
    if !isUnderRow(level, offset) { (row, past) = ([(text, 0)], [earlier]) }
    while let height = row.first?.node.level, let pastHeight = past.first?.level {
      if height < level || pastHeight < level { return false }
      if pastHeight > height {
        past = Self.children(of: past[...])
      } else if height > pastHeight {
        row = Self.children(of: row[...])
      } else {
        guard let place = row.lastIndex(where: { $0.start <= offset }) else { return false }
        if past.contains(where: { $0 === row[place].node }) { return true }
        if height == level { return false }
        goDown(at: place)
      }
    }
    return false
  }

  private func isUnderRow(_ level: Int, _ offset: Int) -> Bool {
    guard let first = row.first, let last = row.last else { return false }
    return level <= first.node.level && first.start <= offset && offset < last.start &+ last.node.count
  }

  /// Goes on to the children between those neighbours on either side that both have.
  private mutating func goDown(at place: Int) {
    var (first, pastFirst) = (place, 0)
    while first > 0 {
      if let shared = past.lastIndex(where: { $0 === row[first - 1].node }) {
        pastFirst = shared + 1
        break
      }
      first -= 1
    }
    var (end, pastEnd) = (place + 1, past.count)
    while end < row.count {
      if let shared = past[pastFirst...].firstIndex(where: { $0 === row[end].node }) {
        pastEnd = shared
        break
      }
      end += 1
    }
    row = Self.children(of: row[first..<end])
    past = Self.children(of: past[pastFirst..<pastEnd])
  }

  private static func children(
    of row: ArraySlice<(node: TextNode, start: Int)>
  ) -> [(node: TextNode, start: Int)] {
    var children: [(node: TextNode, start: Int)] = []
    children.reserveCapacity(row.count * TextNode.branchCapacity)
    for (node, start) in row {
      let header = node.header
      var start = start
      for slot in 0..<header.width {
        children.append((node: node.child(slot), start: start))
        start &+= node.measure(slot, header)[.utf8]
      }
    }
    return children
  }

  private static func children(of row: ArraySlice<TextNode>) -> [TextNode] {
    var children: [TextNode] = []
    children.reserveCapacity(row.count * TextNode.branchCapacity)
    for node in row { for slot in 0..<node.width { children.append(node.child(slot)) } }
    return children
  }
}
