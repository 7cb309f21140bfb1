import PersistentCollections

// How the entries of a patch are applied.

extension KeyedShape {
  func apply(
    _ entry: Patch.Node.Entry,
    to map: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    do throws(PatchError) {
      let key = try keys.shape(of: Map.Key.self).make(from: entry.key, taking)
      if case .inserted = entry.change { try keys.shape(of: Map.Key.self).checkIsFound(key) }
      try walks.change(map, key) { value throws(PatchError) in try apply(entry.change, to: &value, taking) }
    } catch {
      throw error.inside(.key(entry.key))
    }
  }

  private func apply(
    _ change: Patch.Node.EntryChange,
    to value: inout Map.Value?,
    _ taking: PatchTaking
  ) throws(PatchError) {
    switch change {
    case .inserted(let plain):
      guard value == nil else { throw PatchError(.alreadyThere) }
      value = try values.shape(of: Map.Value.self).make(from: plain, taking)
    case .removed(let plain):
      guard let present = value else { throw PatchError(.nothingThere) }
      let found = try values.shape(of: Map.Value.self).plain(of: present)
      try values.shape.check(found, is: plain, taking)
      value = nil
    case .changed(let node):
      guard var present = value.take() else { throw PatchError(.nothingThere) }
      try values.shape(of: Map.Value.self).apply(node, toValue: &present, taking)
      value = present
    }
  }
}

extension KeyedShape {
  /// Changes the entries that follow in JSON, in the order in which they stand there.
  ///
  /// - Parameter going: Whether only those are meant that go, or only the others; nil for all.
  func applyEntries(
    _ direction: PackedDirection,
    _ json: inout JSONReader,
    going: Bool?,
    to map: UnsafeMutableRawPointer
  ) throws(PatchError) {
    let (keys, values) = (keys.shape(of: Map.Key.self), values.shape(of: Map.Value.self))
    // Of a long step nothing is read of what goes but the keys: a map lets those go together that lie together.
    let isRead = json.text.count < JSONReader.readWholly
    var (isFirst, leaving): (Bool, [Map.Key]) = (true, [])
    while try json.next(in: .list, isFirst: &isFirst) {
      let entry = try json.entry()
      let goes = entry.kind == (direction == .forward ? .removed : .inserted)
      if let going, going != goes { continue }
      let end = json.position
      json.position = entry.key
      let key = try keys.read(&json)
      json.position = entry.change
      if entry.kind == .changed {
        try walks.changeValue(map, key) { value throws(PatchError) in
          try values.apply(direction, &json, to: value)
        }
      } else if goes, !isRead {
        leaving.append(key)
      } else if goes {
        let written = try values.read(&json)
        try walks.change(map, key) { value throws(PatchError) in
          guard let present = value.take() else { throw PatchError(.nothingThere) }
          // Else it could not come again as it was.
          if try !values.areSame(present, written) { throw json.notInPlace }
        }
      } else {
        try keys.checkIsFound(key)
        let new = try values.read(&json)
        try walks.change(map, key) { value throws(PatchError) in
          if value != nil { throw PatchError(.alreadyThere) }
          value = new
        }
      }
      json.position = end
    }
    if !walks.remove(map, leaving) { throw PatchError(.nothingThere) }
  }
}
