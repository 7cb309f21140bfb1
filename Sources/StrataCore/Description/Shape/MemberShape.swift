import PersistentCollections

/// A set. Equal members that are written differently count as one that went and one that came.
@usableFromInline
final class MemberShape<Set: MemberStructure>: ValueShape<Set>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let members = ElementShape(of: Set.Member.self)
  private let walks: MemberWalks<Set>

  @usableFromInline
  init(_ walks: MemberWalks<Set>) {
    self.walks = walks
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    try Nesting.enter()
    defer { Nesting.leave() }
    let shape = members.shape
    var (areSame, strays) = (true, UnmatchedEntries())
    try walks.forEachDifference(old, new) { before, after throws(PatchError) in
      guard areSame else { return }
      if let before, let after {
        areSame = try shape.areSame(ValuePlace(before), ValuePlace(after))
      } else if let member = before ?? after, shape.mayDifferInside {
        strays.add(try shape.plain(ValuePlace(member)), isOld: before != nil)
      } else {
        areSame = false
      }
    }
    return areSame && strays.areSame
  }

  override var kindOfValue: String { "set" }
  override var parts: [AnyValueShape] { [members.shape] }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    switch part {
    case .value(.list(let values)): values.map { (.value($0), members.shape) }
    case .change(.members(let changes)): changes.map { (.value($0.value), members.shape) }
    default: []
    }
  }

  override func validate(_ value: MutableValuePlace) throws(PatchError) {
    try Nesting.enter()
    defer { Nesting.leave() }
    let shape = members.shape(of: Set.Member.self)
    guard shape.hasRules else { return }
    var repaired: [(old: Set.Member, new: Set.Member)] = []
    try walks.members.forEach(value.reading) { member throws(PatchError) in
      do throws(PatchError) {
        if let new = try shape.repaired(member.pointee) { repaired.append((member.pointee, new)) }
      } catch {
        throw error.inside((try? shape.plain(ValuePlace(member))).map { .key($0) })
      }
    }
    let set = value.pointer(to: Set.self)
    for (old, _) in repaired { _ = set.pointee.remove(member: old) }
    // Two that a rule makes one are one.
    for (_, new) in repaired where !set.pointee.contains(new) { set.pointee.insert(member: new) }
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Set {
    let shape = members.shape(of: Set.Member.self)
    return try json.elements(walks.make) { reader throws(PatchError) in
      let member = try shape.read(&reader)
      try shape.checkIsFound(member)
      return member
    }
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    try Nesting.enter()
    defer { Nesting.leave() }
    var changes: [Patch.Node.Member] = []
    let members = KeyEncoding(members.shape(of: Set.Member.self))
    try walks.forEachDifference(old, new) { before, after throws(PatchError) in
      let before = try before.map { before throws(PatchError) in
        try members.plain(before) { Self.has($0, in: old) }
      }
      let after = try after.map { after throws(PatchError) in
        try members.plain(after) { Self.has($0, in: new) }
      }
      if before == after { return }
      if let before { changes.append(Patch.Node.Member(value: before, isInserted: false)) }
      if let after { changes.append(Patch.Node.Member(value: after, isInserted: true)) }
    }
    let found = changes.sorted(by: \.value)
    try members.checkAreOnce(found.lazy.map(\.value))
    return found.isEmpty ? nil : .members(found)
  }

  /// Whether a set finds a member.
  private static func has(_ member: Set.Member, in set: ValuePlace) -> Bool {
    set.pointer(to: Set.self).pointee.contains(member)
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .members(let changes) = node else { return try super.apply(node, to: value, taking) }
    let set = value.pointer(to: Set.self)
    // Removals are applied first: a removed and an inserted member may be equal and only be written differently.
    for change in changes where !change.isInserted { try apply(change, to: &set.pointee, taking) }
    for change in changes where change.isInserted { try apply(change, to: &set.pointee, taking) }
  }

  private func apply(
    _ change: Patch.Node.Member,
    to set: inout Set,
    _ taking: PatchTaking
  ) throws(PatchError) {
    do throws(PatchError) {
      let member = try members.shape(of: Set.Member.self).make(from: change.value, taking)
      if change.isInserted {
        try members.shape(of: Set.Member.self).checkIsFound(member)
        guard !set.contains(member) else { throw PatchError(.alreadyThere) }
        set.insert(member: member)
      } else {
        guard let gone = set.remove(member: member) else { throw PatchError(.nothingThere) }
        let found = try members.shape(of: Set.Member.self).plain(of: gone)
        try members.shape.check(found, is: change.value, taking)
      }
    } catch {
      throw error.inside(.key(change.value))
    }
  }

  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    try Nesting.enter()
    defer { Nesting.leave() }
    var found: [PlainValue] = []
    let members = KeyEncoding(members.shape(of: Set.Member.self))
    try walks.members.forEach(value) { member throws(PatchError) in
      found.append(try members.plain(member) { Self.has($0, in: value) })
    }
    return .list(found.sorted(by: \.self))
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Set {
    guard case .list(let values) = plain else {
      throw PatchError(.unmakeable(type: "set", reason: "\(plain.kind) is no list of members"))
    }
    var set = Set()
    for value in values { try apply(Patch.Node.Member(value: value, isInserted: true), to: &set, .known) }
    return set
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    walks.members.addExchange(old, new, &exchange)
    let shape = members.shape
    if shape.isFlat { return }
    try? walks.forEachDifference(old, new) { before, after in
      if let before { exchange.released += shape.total(of: ValuePlace(before)) }
      if let after { exchange.added += shape.total(of: ValuePlace(after)) }
    }
  }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    let shape = members.shape
    let isFlat = shape.isFlat
    walks.members.addFootprint(value, &meter) { member, meter in
      if !isFlat { shape.measure(ValuePlace(member), into: &meter) }
    }
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    try json.enter(.list)
    let shape = members.shape
    let members = KeyEncoding(members.shape(of: Set.Member.self), wereShown: !json.checksLeaves)
    var elements = ElementsInOrder(in: json)
    try walks.members.forEach(value) { member throws(PatchError) in
      let key = try members.plain(member) { Self.has($0, in: value) }
      try elements.add(key) { json throws(PatchError) in try shape.write(ValuePlace(member), to: &json) }
    }
    try elements.write(to: &json) { _, _ in }
    json.endList()
  }
}
