extension Timeline {
  /// What is wrong with the tree, in words; empty as it should be.
  ///
  /// - Complexity: O(*n* log *n*): for tests.
  package var brokenInvariants: [String] {
    var broken: [String] = []
    var children: [Moment.ID: Int] = [:]
    for (id, entry) in entries {
      guard let parent = entry.parent.id else {
        if id != oldestID { broken.append("\(id) has no parent and is not the oldest") }
        continue
      }
      children[parent, default: 0] += 1
      guard let above = entries[parent] else {
        broken.append("\(id) has a parent \(parent) that is gone")
        continue
      }
      if entry.depth != above.depth + 1 { broken.append("\(id) is not one deeper than its parent") }
      if id <= parent { broken.append("\(id) is not newer than its parent") }
      broken += brokenLinks(of: id, entry, under: above)
    }
    for id in entries.keys {
      let listed = branches(after: id).map(\.id)
      if listed.count != children[id, default: 0] { broken.append("\(id) does not list all its children") }
      if listed != listed.sorted(by: >) { broken.append("\(id) does not list its children newest first") }
    }
    let ends = entries.keys.filter { children[$0] == nil }.sorted()
    if Array(tips.keys) != ends { broken.append("the tips are \(tips), the ends \(ends)") }
    if ancestor(of: presentID, at: entry(oldestID).depth) != oldestID {
      broken.append("the present hangs loose")
    }
    if ancestor(of: lineEnd, at: entry(presentID).depth) != presentID {
      broken.append("the present \(presentID) is not on the line to \(lineEnd)")
    }
    if let savedID, entries[savedID] == nil { broken.append("the saved moment is gone") }
    return broken
  }

  private func brokenLinks(of id: Moment.ID, _ entry: Entry, under parent: Entry) -> [String] {
    var broken: [String] = []
    if let newer = entry.newerSibling.id {
      if entries[newer]?.olderSibling != Link(id) {
        broken.append("\(id) and \(newer) disagree on their order")
      }
    } else if parent.newestChild != Link(id) {
      broken.append("\(id) has no newer sibling and is not the newest child")
    }
    if entry.leapDepth >= entry.depth { broken.append("\(id) leaps nowhere") }
    if let leap = entry.leap.id, let far = entries[leap], far.depth != entry.leapDepth {
      broken.append("\(id) leaps to another depth than it says")
    }
    return broken
  }
}
