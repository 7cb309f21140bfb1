extension BorrowedNode where Key: Hashable {
  @usableFromInline typealias Place = EntryPlace<Key, Value>

  /// Visits all differences between an older tree and this one, both of the same level, and counts the nodes that only one of
  /// them has, if that is asked for.
  ///
  /// Nodes that both have are skipped with all that is under them.
  @inlinable
  func forEachDifference(
    from old: BorrowedNode,
    at level: HashLevel,
    counting exchange: UnsafeMutablePointer<FootprintExchange>?,
    by areEquivalent: (Place, Place) throws -> Bool,
    _ visit: (_ before: Place?, _ after: Place?) throws -> Void
  ) rethrows {
    let header = self.header
    if header.isBranch && header.isDivided(as: old.header) {
      exchange?.pointee.countAdded(size: byteCount(header))
      exchange?.pointee.countReleased(size: old.byteCount(old.header))
      for position in 0..<header.childCount {
        let (before, after) = (old.child(at: position), child(at: position))
        if before === after { continue }
        // The tags in a leaf are of the level of the branch that it is a child of.
        try after.forEachDifference(
          from: before,
          at: after.header.isBranch ? level.next : level,
          counting: exchange,
          by: areEquivalent,
          visit
        )
      }
      return
    }
    // Two nodes that are divided differently may share nodes at other places: a separate walk counts those nodes.
    if let exchange { addExchange(from: old, to: &exchange.pointee) }
    for pair in SlotPairs(old, self) where !(pair.left.node === pair.right.node) {
      switch (pair.left.isBranch, pair.right.isBranch) {
      case (true, true):
        try pair.right.node.forEachDifference(
          from: pair.left.node,
          at: level.next,
          counting: nil,
          by: areEquivalent,
          visit
        )
      case (true, false):
        try pair.left.node.forEachPlace { place in
          if !pair.right.hasEntry(place.key.pointee) { try visit(place, nil) }
        }
      case (false, true):
        try pair.right.node.forEachPlace { place in
          if !pair.left.hasEntry(place.key.pointee) { try visit(nil, place) }
        }
      case (false, false):
        for index in pair.right.entries where !pair.flipped.hasLeftEntry(index, onRight: level) {
          try visit(nil, pair.right.place(index))
        }
      }
      for index in pair.left.entries {
        let before = pair.left.place(index)
        guard let after = pair.rightTwin(of: index, at: level) else {
          try visit(before, nil)
          continue
        }
        if try !areEquivalent(before, after) {
          try visit(before, after)
        }
      }
      if pair.left.isBranch && !pair.right.isBranch {
        for index in pair.right.entries {
          let after = pair.right.place(index)
          guard let before = pair.flipped.rightTwin(of: index, at: level) else {
            try visit(nil, after)
            continue
          }
          if try !areEquivalent(before, after) {
            try visit(before, after)
          }
        }
      }
    }
  }

  /// Visits all entries of this tree.
  @inlinable
  func forEachPlace(_ visit: (Place) throws -> Void) rethrows {
    let header = self.header
    if header.isBranch {
      for position in 0..<header.childCount { try child(at: position).forEachPlace(visit) }
    } else {
      let count = header.count
      let (keys, values) = (keys, values(count: count))
      for index in 0..<count { try visit(Place(key: keys + index, value: values + index)) }
    }
  }
}

extension SlotPairs.Side where Key: Hashable {
  @inlinable
  func place(_ index: Int) -> EntryPlace<Key, Value> {
    EntryPlace(key: node.keys + index, value: node.values(count: header.count) + index)
  }

  /// Whether a leaf has a key among the entries of these slots.
  @inlinable
  func hasEntry(_ key: Key) -> Bool {
    entries.contains { node.keys[$0] == key }
  }
}

extension SlotPairs.Pair where Key: Hashable {
  /// Returns the place of the entry on the right side that has the key of an entry in the leaf on the left.
  @inlinable
  func rightTwin(of index: Int, at level: HashLevel) -> EntryPlace<Key, Value>? {
    let key = left.node.keys[index]
    if right.isBranch { return right.node.find(key, hash: key.treeHash, from: level.next)?.place }
    let twin = right.node.index(of: key, tag: left.tag(at: index, slot: slot), header: right.header)
    return twin.map(right.place)
  }
}
