// Patches on values whose types are unknown, such as a file's JSON. The log replays them on the state of an older version,
// and composing needs them.
//
// A value is changed in place, so that a patch costs only its changes, and many patches in a row do not copy the whole
// value each time. So everything is checked before anything is moved, and changes are undone when a later part does not
// fit.

extension PlainValue {
  /// Returns what a patch makes of this value: the plain form of what it makes of the value that this is the plain
  /// form of.
  ///
  /// - Throws: ``PatchError`` with the path to what does not fit.
  public func applying(_ patch: Patch) throws(PatchError) -> PlainValue {
    var changed = self
    try changed.apply(patch)
    return changed
  }

  /// Changes this value as the patch says.
  ///
  /// - Throws: ``PatchError`` with the path to what does not fit; the value is then as it was.
  /// - Complexity: O(changes · log *n*) for changed entries and elements, and a move in memory of those behind for one
  ///   that comes or goes; O(*n*) for many of those in a row.
  public mutating func apply(_ patch: Patch) throws(PatchError) {
    if let root = patch.root { try apply(root) }
  }

  /// Changes this value as a node says; it is as it was when that throws.
  mutating func apply(_ node: Patch.Node) throws(PatchError) {
    switch node {
    case .replaced(let old, let new):
      guard isSaid(by: old) else { throw PatchError(.differs(expected: old, found: self)) }
      self = new
    case .fields(let fields):
      try changeRecord(node) { record throws(PatchError) in try record.apply(fields) }
    case .entries(let entries):
      if case .record = self {
        try changeRecord(node) { record throws(PatchError) in try record.apply(entries) }
      } else {
        try changeList(node) { values throws(PatchError) in try values.apply(entries) }
      }
    case .members(let members):
      try changeList(node) { values throws(PatchError) in try values.apply(members) }
    case .list(let runs):
      try changeList(node) { values throws(PatchError) in try values.apply(runs) }
    case .text(let runs):
      guard case .text(var text) = self else { throw PatchError(.otherKind(expected: node.kind)) }
      try text.apply(runs)
      self = .text(text)
    }
  }

  /// Whether this value is the one that a patch gives as the old value.
  ///
  /// A leaf may be written in another order each time, as a set is, and a plain value does not show whether it is a leaf.
  func isSaid(by old: PlainValue) -> Bool { self == old || inAnyOrder == old.inAnyOrder }

  private mutating func changeRecord(
    _ node: Patch.Node,
    _ change: (inout PlainRecord) throws(PatchError) -> Void
  ) throws(PatchError) {
    guard case .record(var record) = self else { throw PatchError(.otherKind(expected: node.kind)) }
    self = .null  // So that the record is changed where it is.
    defer { self = .record(record) }
    try change(&record)
  }

  private mutating func changeList(
    _ node: Patch.Node,
    _ change: (inout [PlainValue]) throws(PatchError) -> Void
  ) throws(PatchError) {
    guard case .list(var list) = self else { throw PatchError(.otherKind(expected: node.kind)) }
    self = .null
    defer { self = .list(list) }
    try change(&list)
  }
}

extension PlainRecord {
  fileprivate mutating func apply(_ fields: [Patch.Node.Field]) throws(PatchError) {
    var edits = PlainEdits<Member>()
    for field in fields {
      let place = place(of: field.name)
      if has(field.name, at: place) {
        edits.change(place, field.node, at: .field(field.name))
      } else {
        // A record leaves out what is none, so no value and none are one.
        var value = PlainValue.null
        do throws(PatchError) {
          try value.apply(field.node)
        } catch {
          throw error.inside(.field(field.name))
        }
        if value != .null { edits.insert([Member(field.name, value)], at: place) }
      }
    }
    try edits.make(in: &members) { member, node throws(PatchError) in
      try member.value.apply(node)
      return member.value != .null
    }
  }

  fileprivate mutating func apply(_ entries: [Patch.Node.Entry]) throws(PatchError) {
    var edits = PlainEdits<Member>()
    var last: String?
    for (name, entry) in entries.inOrderOfNames {
      let place = place(of: name)
      let isThere = has(name, at: place)
      do throws(PatchError) {
        // Two keys of one name would be two types' keys.
        if let last, name.isWritten(as: last) { throw PatchError(.alreadyThere) }
        switch try entry.change.fate(of: isThere ? members[place].value : nil) {
        case .changed(let node): edits.change(place, node, at: .key(entry.key))
        case .removed: edits.remove(place..<place + 1)
        case .inserted(let value): edits.insert([Member(name, value)], at: place)
        }
      } catch {
        throw error.inside(.key(entry.key))
      }
      last = name
    }
    try edits.make(in: &members) { member, node throws(PatchError) in
      try member.value.apply(node)
      return true
    }
  }
}

extension [PlainValue] {
  /// Keys and values by turns.
  fileprivate mutating func apply(_ entries: [Patch.Node.Entry]) throws(PatchError) {
    guard count.isMultiple(of: 2) else { throw PatchError(.otherKind(expected: "the entries of a map")) }
    var edits = PlainEdits<PlainValue>()
    let places = places(of: entries.map(\.key), width: 2) { entry in
      if case .inserted = entries[entry].change { false } else { true }
    }
    for (entry, (place, isThere)) in zip(entries, places) {
      do throws(PatchError) {
        switch try entry.change.fate(of: isThere ? self[place + 1] : nil) {
        case .changed(let node): edits.change(place + 1, node, at: .key(entry.key))
        case .removed: edits.remove(place..<place + 2)
        case .inserted(let value): edits.insert([entry.key, value], at: place)
        }
      } catch {
        throw error.inside(.key(entry.key))
      }
    }
    try edits.make(in: &self)
  }

  fileprivate mutating func apply(_ members: [Patch.Node.Member]) throws(PatchError) {
    var edits = PlainEdits<PlainValue>()
    let places = places(of: members.map(\.value), width: 1) { !members[$0].isInserted }
    for (member, (place, isThere)) in zip(members, places) {
      guard member.isInserted != isThere else {
        throw PatchError(isThere ? .alreadyThere : .nothingThere).inside(.key(member.value))
      }
      if isThere { edits.remove(place..<place + 1) } else { edits.insert([member.value], at: place) }
    }
    try edits.make(in: &self)
  }

  fileprivate mutating func apply(_ runs: [Patch.Node.Run]) throws(PatchError) {
    var edits = PlainEdits<PlainValue>()
    // The place in the old list, and the position in the new list.
    var (place, position) = (0, 0)
    for run in runs {
      if case .inserted(let values) = run {
        edits.insert(values, at: place)
        position += values.count
        continue
      }
      guard run.length <= count - place else {
        throw PatchError(.beyondTheEnd(position: position + run.length - 1, count: position + count - place))
      }
      if case .removed(let values) = run {
        for (offset, expected) in values.enumerated() where !self[place + offset].isSaid(by: expected) {
          throw PatchError(.differs(expected: expected, found: self[place + offset]))
            .inside(.position(position + offset))
        }
        edits.remove(place..<place + values.count)
      } else {
        if case .changed(let node) = run { edits.change(place, node, at: .position(position)) }
        position += run.length
      }
      place += run.length
    }
    try edits.make(in: &self)
  }

  /// The places of keys in a list that has them in order, with `width` values for each key; for a key that is not there,
  /// the place at which it would be inserted.
  ///
  /// A list that was written by hand may be in another order. It is put in order when a key that `isNeeded` is not found.
  private mutating func places(
    of keys: [PlainValue],
    width: Int,
    isNeeded: (Int) -> Bool
  ) -> [(place: Int, isThere: Bool)] {
    let places = placesInOrder(of: keys, width: width)
    let areFound = places.indices.allSatisfy { places[$0].isThere || !isNeeded($0) }
    return areFound || !putInOrder(width: width) ? places : placesInOrder(of: keys, width: width)
  }

  private func placesInOrder(of keys: [PlainValue], width: Int) -> [(place: Int, isThere: Bool)] {
    keys.map { key in
      let row = (0..<count / width).partitioningIndex { !self[$0 * width].precedes(key) }
      let place = row * width
      return (place, place < count && self[place] == key)
    }
  }

  /// Puts rows of so many values in the order of their keys; returns whether they were in another one.
  private mutating func putInOrder(width: Int) -> Bool {
    let rows = stride(from: 0, to: count, by: width).map { self[$0..<$0 + width] }
    let sorted = rows.sorted { $0[$0.startIndex].precedes($1[$1.startIndex]) }
    if sorted.map(\.startIndex) == rows.map(\.startIndex) { return false }
    self = Array(sorted.joined())
    return true
  }
}

extension [Patch.Node.Entry] {
  /// The entries with their keys as names, in the order of these.
  fileprivate var inOrderOfNames: [(name: String, entry: Patch.Node.Entry)] {
    let named = map { ($0.key.name, $0) }
    let isInOrder = zip(named, named.dropFirst()).allSatisfy { $0.0.isWritten(before: $1.0) }
    return isInOrder ? named : named.sorted { $0.0.isWritten(before: $1.0) }
  }
}

extension Patch.Node.EntryChange {
  /// The change of an entry, once it is known to fit the present value.
  fileprivate enum Fate {
    case changed(Patch.Node)
    case removed
    case inserted(PlainValue)
  }

  /// Says what becomes of an entry, if that fits what is there.
  fileprivate func fate(of present: PlainValue?) throws(PatchError) -> Fate {
    switch (self, present) {
    case (.inserted(let new), nil): return .inserted(new)
    case (.inserted, _?): throw PatchError(.alreadyThere)
    case (_, nil): throw PatchError(.nothingThere)
    case (.removed(let old), let present?):
      if present.isSaid(by: old) { return .removed }
      throw PatchError(.differs(expected: old, found: present))
    case (.changed(let node), _?): return .changed(node)
    }
  }

  /// Changes what an entry has; nil is no entry.
  func apply(to value: inout PlainValue?) throws(PatchError) {
    switch try fate(of: value) {
    case .inserted(let new): value = new
    case .removed: value = nil
    case .changed(let node): try value?.apply(node)
    }
  }
}
