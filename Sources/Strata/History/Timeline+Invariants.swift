extension Timeline {
  /// What is wrong with the tree, in words; empty as it should be.
  ///
  /// - Complexity: O(*n* log *n*): for tests.
  package var brokenInvariants: [String] {
    var broken: [String] = []
    var children: [Moment.ID: Int] = [:]
    let ids = self.ids
    if ids.count != count { broken.append("there are \(ids.count) moments, and \(count) counted") }
    if entry(presentID).kept.snapshot == nil { broken.append("the present has no snapshot") }
    for id in ids where id != oldestID {
      let kept = entry(id).kept
      let entry = links(id)
      guard let parent = entry.parent.id, let above = moments.links(of: parent) else {
        broken.append("\(id) has no parent, or one that is gone, and is not the oldest")
        continue
      }
      children[parent, default: 0] += 1
      if kept.step == nil, kept.snapshot == nil || self.entry(parent).kept.snapshot == nil {
        broken.append("the step to \(id) is not packed, and a snapshot is missing beside it")
      }
      if entry.depth != above.depth + 1 { broken.append("\(id) is not one deeper than its parent") }
      if id <= parent { broken.append("\(id) is not newer than its parent") }
      broken += brokenLinks(of: id, entry, under: above)
    }
    for id in ids {
      let listed = branches(after: id).map(\.id)
      if listed.count != children[id, default: 0] { broken.append("\(id) does not list all its children") }
      if listed != listed.sorted(by: >) { broken.append("\(id) does not list its children newest first") }
    }
    let ends = ids.filter { children[$0] == nil && $0 != newestID }
    if Array(olderTips.keys) != ends { broken.append("the tips are \(olderTips), the ends \(ends)") }
    if let last = ids.last, last > newestID { broken.append("\(last) is newer than the newest") }
    if ancestor(of: presentID, at: links(oldestID).depth) != oldestID {
      broken.append("the present hangs loose")
    }
    if ancestor(of: lineEnd, at: links(presentID).depth) != presentID {
      broken.append("the present \(presentID) is not on the line to \(lineEnd)")
    }
    if let savedID, moments.links(of: savedID) == nil { broken.append("the saved moment is gone") }
    return broken
  }

  /// The numbers of all moments, the oldest first.
  package var ids: [Moment.ID] {
    var ids: [Moment.ID] = []
    _ = moments.newest { id, _ in
      ids.append(id)
      return false
    }
    return ids.reversed()
  }

  private func brokenLinks(of id: Moment.ID, _ entry: Links, under parent: Links) -> [String] {
    var broken: [String] = []
    if let newer = entry.newerSibling.id {
      if moments.links(of: newer)?.olderSibling != Link(id) {
        broken.append("\(id) and \(newer) disagree on their order")
      }
    } else if parent.newestChild != Link(id) {
      broken.append("\(id) has no newer sibling and is not the newest child")
    }
    if entry.leapDepth >= entry.depth { broken.append("\(id) leaps nowhere") }
    if let leap = entry.leap.id, let far = moments.links(of: leap), far.depth != entry.leapDepth {
      broken.append("\(id) leaps to another depth than it says")
    }
    return broken
  }
}
