extension TextNode {
  /// The result of an edit in a node.
  struct Growth {
    /// The node that takes its place; nil if it was changed in place.
    let node: TextStorage?
    /// A node of the same height that follows it, if it became too large for one.
    let sibling: TextTree?
  }

  /// An edit within one leaf: most edits are.
  struct LeafEdit {
    /// The range to remove, counted from the beginning of the node that makes the edit.
    var range: Range<Int>
    let inserted: UnsafeRawBufferPointer
    /// By how much the measure of everything above the leaf grows or shrinks.
    let change: TextMeasure
  }

  /// The edit that replaces some bytes, if it stays within a leaf and leaves that solid.
  func leafEdit(_ range: Range<Int>, with inserted: UnsafeRawBufferPointer) -> LeafEdit? {
    // The result must fit into two leaves, also if scalars do not allow a cut in the middle.
    guard inserted.count <= Self.leafCapacity / 2 else { return nil }
    // An insertion between two leaves belongs to the left one: that is where the writer is.
    let (leaf, start) = leaf(at: Self.leading(range))
    guard range.upperBound <= start &+ leaf.count else { return nil }
    let count = leaf.count &- range.count &+ inserted.count
    guard count >= (header.isLeaf ? 1 : Self.leafMinimum) else { return nil }
    let removed = UnsafeRawBufferPointer(
      rebasing: leaf.bytes[(range.lowerBound &- start)..<(range.upperBound &- start)]
    )
    let change = TextMeasure(of: inserted) - TextMeasure(of: removed)
    return LeafEdit(range: range, inserted: inserted, change: change)
  }

  @inline(__always) private static func leading(_ range: Range<Int>) -> Int {
    range.isEmpty && range.lowerBound > 0 ? range.lowerBound &- 1 : range.lowerBound
  }

  /// Makes an edit within one leaf.
  ///
  /// - Parameter isUnique: whether this node and all above it belong to the caller alone.
  func editing(_ edit: LeafEdit, isUnique: Bool) -> Growth {
    let header = self.header
    if header.isLeaf { return editingLeaf(edit, isUnique: isUnique) }
    let (slot, start) = slot(of: Self.leading(edit.range), header)
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children[slot])
    var inner = edit
    inner.range = edit.range.lowerBound &- start..<edit.range.upperBound &- start
    let growth = child(slot).editing(inner, isUnique: childIsUnique)
    guard let sibling = growth.sibling else {
      return replacingChild(slot, with: growth.node, adding: edit.change, isUnique: isUnique)
    }
    let measure = measure(slot, header) + edit.change - sibling.measure
    return withExtendedLifetime(growth) {
      TextSiblings.with { siblings in
        siblings.append(self, 0..<slot)
        siblings.append(TextPart(node: growth.node.map { TextNode($0) } ?? child(slot), measure: measure))
        siblings.append(sibling)
        siblings.append(self, slot &+ 1..<header.width)
        // After an insertion at an end, more text is likely to follow there.
        let isAtEnd = slot == header.width &- 1
        let leaning = isAtEnd ? siblings.count &- Self.branchMinimum : nil
        let (node, next) = siblings.branches(leaning: leaning)
        return Growth(node: node.root, sibling: next)
      }
    }
  }

  private func replacingChild(
    _ slot: Int,
    with child: TextStorage?,
    adding change: TextMeasure,
    isUnique: Bool
  ) -> Growth {
    guard isUnique else {
      // Only a node that belongs to the caller alone is changed in place, so there is another child.
      let copy = copyingBranch(replacing: slot, with: child.unsafelyUnwrapped, adding: change)
      return Growth(node: copy, sibling: nil)
    }
    let header = self.header
    if let child { children[slot] = child }
    setMeasure(measure(slot, header) + change, slot, header)
    self.header = header.adding(Int(Int32(truncatingIfNeeded: change.counts[0])))
    return Growth(node: nil, sibling: nil)
  }

  private func editingLeaf(_ edit: LeafEdit, isUnique: Bool) -> Growth {
    let header = self.header
    let (range, inserted) = (edit.range, edit.inserted)
    let rest = header.count &- range.upperBound
    let count = range.lowerBound &+ inserted.count &+ rest
    if isUnique && count <= header.width {
      (body + range.lowerBound + inserted.count).copyMemory(from: body + range.upperBound, byteCount: rest)
      UnsafeMutableRawBufferPointer(start: body + range.lowerBound, count: inserted.count)
        .copyMemory(from: inserted)
      self.header = CountedHeader(leafOf: count, room: header.width)
      return Growth(node: nil, sibling: nil)
    }
    // A leaf that is not shared is likely to grow further; one that is copied, to be kept as it is.
    let room = isUnique ? Self.leafCapacity : nil
    if count <= Self.leafCapacity {
      let leaf = TextStorage.allocateLeaf(count: count, room: room ?? Self.room(for: count))
      write(edit, rest: rest, to: TextNode(leaf).body)
      return Growth(node: leaf, sibling: nil)
    }
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { all in
      // The text is longer than a leaf, so there is memory for it.
      write(edit, rest: rest, to: all.baseAddress.unsafelyUnwrapped)
      let (node, sibling) = Self.leaves(
        UnsafeRawBufferPointer(all),
        measure: .zero,
        leaning: rest == 0 ? min(count &- Self.leafMinimum, Self.leafCapacity) : nil,
        room: room
      )
      return Growth(node: node.root, sibling: sibling.map { TextTree(root: $0.root) })
    }
  }

  /// Writes what a leaf will have after an edit.
  private func write(_ edit: LeafEdit, rest: Int, to target: UnsafeMutableRawPointer) {
    let (start, end) = (edit.range.lowerBound, edit.range.lowerBound &+ edit.inserted.count)
    target.copyMemory(from: body, byteCount: start)
    UnsafeMutableRawBufferPointer(start: target + start, count: edit.inserted.count)
      .copyMemory(from: edit.inserted)
    (target + end).copyMemory(from: body + edit.range.upperBound, byteCount: rest)
  }
}
