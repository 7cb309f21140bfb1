import PersistentCollections

// How the entries of a patch are applied.

extension KeyedShape {
  func apply(
    _ entry: Patch.Node.Entry,
    to map: MutableValuePlace,
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
