// Two spellings of a text are one key of a map, and so are both zeroes: twins. A change that respells a key removes the one
// and inserts the other, and each of two changes may have its own. Where they meet, the key is one, whose spelling and
// whose value are carried over each for itself. A patch does not know the type of its keys: one that tells two spellings
// apart is recognised where a change is about both of them.

extension Rebasing {
  /// Takes out of two lists of changes those of keys that both are about, and that do not write them alike.
  static func twins<Change>(
    _ own: inout [Change],
    _ others: inout [Change],
    key: (Change) -> PlainValue,
    where areTwins: (_ own: [Change], _ others: [Change]) -> Bool
  ) -> [(own: [Change], others: [Change])] {
    guard own.contains(where: { key($0).mayHaveTwin }), others.contains(where: { key($0).mayHaveTwin }) else {
      return []
    }
    func groups(_ changes: [Change]) -> [String: [Change]] {
      Dictionary(grouping: changes.filter { key($0).mayHaveTwin }) { key($0).spoken }
    }
    let there = groups(others)
    var taken: [String: (own: [Change], others: [Change])] = [:]
    for (spoken, mine) in groups(own) {
      guard let theirs = there[spoken], (mine + theirs).contains(where: { key($0) != key(mine[0]) }) else {
        continue
      }
      if areTwins(mine, theirs) { taken[spoken] = (mine, theirs) }
    }
    if taken.isEmpty { return [] }
    func isLeft(_ change: Change) -> Bool { !key(change).mayHaveTwin || taken[key(change).spoken] == nil }
    own.removeAll { !isLeft($0) }
    others.removeAll { !isLeft($0) }
    return taken.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension PlainValue {
  /// Whether a key may be equal to this one, and be written differently.
  var mayHaveTwin: Bool {
    switch self {
    case .text(let text): !text.utf8.allSatisfy { $0 < 0x80 }
    case .number(let number): number == 0
    case .integer(let number): number == 0
    case .list(let list): list.contains(where: \.mayHaveTwin)
    case .record(let record): record.members.contains { $0.value.mayHaveTwin }
    case .null, .bool, .unsigned: false
    }
  }

  /// A text that is equal to that of every twin: as texts are, whatever their bytes.
  fileprivate var spoken: String { "\(withoutSigns)" }

  private var withoutSigns: PlainValue {
    switch self {
    case .number(0): .integer(0)
    case .list(let list): .list(list.map(\.withoutSigns))
    case .record(let record):
      .record(PlainRecord(members: record.members.map { .init($0.name, $0.value.withoutSigns) }))
    default: self
    }
  }
}

/// What one change makes of an entry, under whatever spelling of its key.
struct EntryFate {
  /// The key that was there.
  private(set) var old: PlainValue?
  /// What was there, where that is known: where it is removed or respelled.
  private(set) var value: PlainValue?
  /// The key that is there then.
  private(set) var new: PlainValue?
  private var inserted: PlainValue?
  private var change: Patch.Node?

  /// Nil where the changes are about several entries: then the keys are told apart by their bytes.
  init?(_ entries: [Patch.Node.Entry]) {
    for entry in entries {
      switch entry.change {
      case .removed(let value) where old == nil: (old, self.value) = (entry.key, value)
      case .inserted(let value) where new == nil: (new, inserted) = (entry.key, value)
      case .changed(let node) where old == nil && new == nil:
        (old, new, change) = (entry.key, entry.key, node)
      default: return nil
      }
    }
  }

  /// How a value that was there changed; nil where it stayed, and where it is gone.
  func node(of value: PlainValue) -> Patch.Node? {
    change ?? inserted.flatMap { Patch.Node.between(value, $0) }
  }

  /// What is there then.
  func end(of value: PlainValue?) throws(PatchError) -> PlainValue? {
    guard let change, let value else { return inserted }
    return try value.applying(Patch(root: change))
  }

  /// What leads from one entry to another one, of equal keys.
  static func between(
    _ old: (key: PlainValue, value: PlainValue)?,
    _ new: (key: PlainValue, value: PlainValue)?
  ) -> [Patch.Node.Entry] {
    switch (old, new) {
    case (nil, nil): []
    case (nil, let new?): [.init(key: new.key, change: .inserted(new.value))]
    case (let old?, nil): [.init(key: old.key, change: .removed(old.value))]
    case (let old?, let new?) where old.key == new.key:
      Patch.Node.between(old.value, new.value).map { [.init(key: old.key, change: .changed($0))] } ?? []
    case (let old?, let new?):
      [.init(key: old.key, change: .removed(old.value)), .init(key: new.key, change: .inserted(new.value))]
    }
  }
}

extension Rebasing {
  mutating func rebase(
    _ own: [Patch.Node.Entry],
    over others: [Patch.Node.Entry]
  ) throws(PatchError) -> [Patch.Node.Entry] {
    var (own, others) = (own, others)
    let twins = Self.twins(&own, &others, key: \.key) { own, others in
      guard let mine = EntryFate(own), let theirs = EntryFate(others) else { return false }
      return mine.old == theirs.old
    }
    var entries = try rebase(own, over: others, name: \.key) { rebasing, own, other throws(PatchError) in
      try rebasing.inside(.key(own.key)) { rebasing throws(PatchError) in
        try rebasing.rebase(own.change, over: other.change)
          .map { Patch.Node.Entry(key: own.key, change: $0) }
      }
    }
    if twins.isEmpty { return entries }
    for (own, others) in twins {
      guard let mine = EntryFate(own), let theirs = EntryFate(others) else { continue }
      entries += try rebase(mine, over: theirs)
    }
    return entries.sorted(by: \.key)
  }

  private mutating func rebase(
    _ mine: EntryFate,
    over theirs: EntryFate
  ) throws(PatchError) -> [Patch.Node.Entry] {
    // What respells a key removes what is there, so one of both has said what that is.
    let base = mine.value ?? theirs.value
    if let one = mine.value, let other = theirs.value, !one.isSaid(by: other) {
      throw PatchError(.differs(expected: one, found: other)).inside(.key(mine.old ?? .null))
    }
    let (own, other) = (try mine.end(of: base), try theirs.end(of: base))
    let key = spelling(mine, theirs)
    let there = theirs.new.flatMap { key in other.map { (key, $0) } }
    return try inside(.key(mine.old ?? key)) { rebasing throws(PatchError) in
      if let base, let other, own != nil {
        guard let node = mine.node(of: base) else { return EntryFate.between(there, (key, other)) }
        let change = theirs.node(of: base)
        let left =
          try change.map { theirs throws(PatchError) in try rebasing.rebase(node, over: theirs) } ?? node
        guard let left else { return EntryFate.between(there, (key, other)) }
        if key == theirs.new { return [.init(key: key, change: .changed(left))] }
        return EntryFate.between(there, (key, try other.applying(Patch(root: left))))
      }
      switch rebasing.settle(Whole(base: base, mine: own, theirs: other)) {
      case nil: return EntryFate.between(there, other.map { (key, $0) })
      case .some(let value): return EntryFate.between(there, value.map { (key, $0) })
      }
    }
  }

  /// The spelling of a key that both have: that of the one who respelled it; of two, the one whose bytes come first.
  private func spelling(_ mine: EntryFate, _ theirs: EntryFate) -> PlainValue {
    guard let own = mine.new, own != mine.old else { return theirs.new ?? mine.new ?? .null }
    guard let other = theirs.new, other != theirs.old else { return own }
    return own.precedes(other) ? own : other
  }

  mutating func rebase(
    _ own: [Patch.Node.Member],
    over others: [Patch.Node.Member]
  ) throws(PatchError) -> [Patch.Node.Member] {
    var (own, others) = (own, others)
    let twins = Self.twins(&own, &others, key: \.value) { own, others in
      own.count { $0.isInserted } == 1 && others.count { $0.isInserted } == 1
        && own.filter { !$0.isInserted } == others.filter { !$0.isInserted }
    }
    var members = try rebase(own, over: others, name: \.value) { _, own, other throws(PatchError) in
      if own.isInserted == other.isInserted { return nil }
      throw PatchError(own.isInserted ? .alreadyThere : .nothingThere).inside(.key(own.value))
    }
    if twins.isEmpty { return members }
    for (own, others) in twins {
      // Both have put one in, or respelled the one that was there.
      guard let mine = own.first(where: \.isInserted), let theirs = others.first(where: \.isInserted),
        mine.value.precedes(theirs.value)
      else { continue }
      members += [.init(value: mine.value, isInserted: true), .init(value: theirs.value, isInserted: false)]
    }
    return members.sorted(by: \.value)
  }
}
