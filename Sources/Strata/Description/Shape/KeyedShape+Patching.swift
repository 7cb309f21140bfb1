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
      if taking == .whole && hasTwins { try checkTwin(of: key, entry, in: map) }
      var failure: PatchError?
      walks.change(map, key) { value in
        do throws(PatchError) {
          try apply(entry.change, to: &value.pointee, taking)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    } catch {
      throw error.inside(.key(entry.key))
    }
  }

  /// Sees to it that what an entry changes or removes has the key as it is written.
  private func checkTwin(
    of key: Map.Key,
    _ entry: Patch.Node.Entry,
    in map: UnsafeRawPointer
  ) throws(PatchError) {
    if case .inserted = entry.change { return }
    guard let twin = walks.twin(map, key) else { return }
    if try keys.shape(of: Map.Key.self).plain(of: twin) != entry.key { throw PatchError(.nothingThere) }
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
