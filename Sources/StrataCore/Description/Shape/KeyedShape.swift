import PersistentCollections

/// A map: entries by key.
///
/// Entries of equal keys that are written differently, as é composed and decomposed, count as one that went and one
/// that came: a patch leads to what is written, not just to what is equal.
@usableFromInline
final class KeyedShape<Map: KeyedStructure>: ValueShape<Map>, @unchecked Sendable {
  // Unchecked as its ancestors.
  typealias Place = EntryPlace<Map.Key, Map.Value>
  let keys = ElementShape(of: Map.Key.self)
  let values = ElementShape(of: Map.Value.self)
  let walks: KeyedWalks<Map>
  /// Whether equal keys may be written differently.
  let hasTwins = !(Map.Key.self is any FixedWidthInteger.Type)

  @usableFromInline
  init(_ walks: KeyedWalks<Map>) {
    self.walks = walks
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    try Nesting.enter()
    defer { Nesting.leave() }
    let (keys, values) = (keys.shape, values.shape)
    var (areSame, strays) = (true, UnmatchedEntries())
    try walks.forEachDifference(old, new, values.solidBytes, nil) { before, after throws(PatchError) in
      guard areSame else { return }
      if let before, let after {
        areSame = try keys.areSame(ValuePlace(before.key), ValuePlace(after.key))
        if areSame { areSame = try values.areSame(ValuePlace(before.value), ValuePlace(after.value)) }
      } else if let place = before ?? after, keys.mayDifferInside {
        let entry = PlainValue.list([
          try keys.plain(ValuePlace(place.key)), try values.plain(ValuePlace(place.value)),
        ])
        strays.add(entry, isOld: before != nil)
      } else {
        areSame = false
      }
    }
    return areSame && strays.areSame
  }

  override func part(at step: PathComponent) -> AnyValueShape? { values.shape }

  override func stays(
    _ change: Patch.Node,
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Bool {
    guard case .entries(let entries) = change else { return try areSame(old, new) }
    if areSameBytes(old, new, size) { return true }
    let (keys, values) = (keys.shape(of: Map.Key.self), values.shape(of: Map.Value.self))
    for entry in entries {
      let key = try keys.make(from: entry.key)
      if walks.sharesEntry(old, new, key) { continue }
      if hasTwins {
        for map in [old, new] {
          if let there = Self.twin(of: key, in: map), try keys.plain(of: there) != entry.key { return false }
        }
      }
      let (before, after) = (walks.value(old, key), walks.value(new, key))
      guard let before, let after else {
        if before == nil && after == nil { continue }
        return false
      }
      let stays = try withPlace(of: before) { before throws(PatchError) in
        try withPlace(of: after) { after throws(PatchError) in
          if case .changed(let node) = entry.change { return try values.stays(node, from: before, to: after) }
          return try values.areSame(before, after)
        }
      }
      if !stays { return false }
    }
    return true
  }

  override func mergeBase(at step: PathComponent, of value: ValuePlace) throws(PatchError) -> MergeBase? {
    guard case .key(let plain) = step, values.shape.hasMerges else { return nil }
    let key = try keys.shape(of: Map.Key.self).make(from: plain)
    guard let value = value.pointer(to: Map.self).pointee[key] else { return nil }
    return MergeBase(values.shape, TypedFieldBox(value))
  }

  override var kindOfValue: String { isNamed ? "map" : "pairs" }
  override var parts: [AnyValueShape] { [keys.shape, values.shape] }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    let (keys, values) = (keys.shape, values.shape)
    switch part {
    case .value(.record(let record)): return record.members.map { (.value($0.value), values) }
    case .value(let plain):
      guard let entries = try? PlainMap.entries(of: plain) else { return [] }
      return entries.flatMap { [(.value($0.key), keys), (.value($0.value), values)] }
    case .change(.entries(let entries)):
      return entries.flatMap { entry -> WrittenParts in
        switch entry.change {
        case .inserted(let value), .removed(let value): [(.value(entry.key), keys), (.value(value), values)]
        case .changed(let node): [(.value(entry.key), keys), (.change(node), values)]
        }
      }
    default: return []
    }
  }

  override func validate(_ value: MutableValuePlace) throws(PatchError) { try repair(value) }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    try Nesting.enter()
    defer { Nesting.leave() }
    var entries: [Patch.Node.Entry] = []
    let (keys, values) = (KeyEncoding(keys.shape(of: Map.Key.self)), values.shape)
    try walks.forEachDifference(old, new, values.solidBytes, nil) { before, after throws(PatchError) in
      var (oldKey, newKey): (PlainValue?, PlainValue?)
      if let after { newKey = try keys.plain(after.key) { Self.has($0, in: new) } }
      if let before {
        // Mostly it is the very same key.
        let isSameKey =
          after.map { areSameBytes(ValuePlace(before.key), ValuePlace($0.key), MemoryLayout<Map.Key>.size) }
          ?? false
        oldKey = isSameKey ? newKey : try keys.plain(before.key) { Self.has($0, in: old) }
      }
      if let before, let after, let key = newKey, oldKey == newKey {
        let node = try values.difference(
          from: ValuePlace(before.value),
          to: ValuePlace(after.value),
          at: .key(key)
        )
        if let node { entries.append(Patch.Node.Entry(key: key, change: .changed(node))) }
        return
      }
      if let before, let key = oldKey {
        let plain = try values.plain(ValuePlace(before.value), at: .key(key))
        entries.append(Patch.Node.Entry(key: key, change: .removed(plain)))
      }
      if let after, let key = newKey {
        let plain = try values.plain(ValuePlace(after.value), at: .key(key))
        entries.append(Patch.Node.Entry(key: key, change: .inserted(plain)))
      }
    }
    let found = entries.sorted(by: \.key)
    try keys.checkAreOnce(found.lazy.map(\.key))
    return found.isEmpty ? nil : .entries(found)
  }

  /// The key of a map that is equal to a key; both may be written differently.
  private static func twin(of key: Map.Key, in map: ValuePlace) -> Map.Key? {
    let map = map.pointer(to: Map.self)
    return map.pointee.index(forKey: key).map { map.pointee[$0].key }
  }

  /// Whether a map finds a key.
  static func has(_ key: Map.Key, in map: ValuePlace) -> Bool { twin(of: key, in: map) != nil }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .entries(let entries) = node else { return try super.apply(node, to: value, taking) }
    // Removals are applied first: a removed and an inserted key may be equal and only be written differently.
    for entry in entries {
      if case .removed = entry.change { try apply(entry, to: value, taking) }
    }
    for entry in entries {
      if case .removed = entry.change { continue }
      try apply(entry, to: value, taking)
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    let start = packed.position
    guard let count = try packed.changes(.entries) else {
      return try super.apply(direction, &packed, to: value)
    }
    if count > 1 {
      let isDone = try withUnsafePointer(to: start) { start throws(PatchError) in
        try applyEntries(direction, PackedNodes(start: start, count: 1), of: &packed, to: value)
      }
      if isDone { return }
      packed.position = start
      return try super.apply(direction, &packed, to: value)
    }
    let step = try packed.head(.step)
    let plain = try packed.value()
    do throws(PatchError) {
      let key = try keys.shape(of: Map.Key.self).make(from: plain)
      switch (step, direction) {
      case (0, .forward), (1, .back):
        try packed.skipValue()
        try walks.change(value, key) { $0 = nil }
      case (0, .back), (1, .forward):
        let new = try values.shape(of: Map.Value.self).make(from: try packed.value())
        try walks.change(value, key) { $0 = new }
      default:
        let shape = values.shape
        try walks.changeValue(value, key) { value throws(PatchError) in
          try shape.apply(direction, &packed, to: value)
        }
      }
    } catch {
      throw error.inside(.key(plain))
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    let nodes = try replace(direction, nodes, of: &packed, at: value)
    if nodes.count > 1, try applyEntries(direction, nodes, of: &packed, to: value) { return }
    try super.apply(direction, nodes, of: &packed, to: value)
  }

  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    try Nesting.enter()
    defer { Nesting.leave() }
    var entries: [(key: PlainValue, value: PlainValue)] = []
    let (keys, values) = (KeyEncoding(keys.shape(of: Map.Key.self)), values.shape)
    try walks.entries.forEach(value) { place throws(PatchError) in
      let key = try keys.plain(place.key) { Self.has($0, in: value) }
      entries.append((key, try values.plain(ValuePlace(place.value), at: .key(key))))
    }
    return PlainMap.plain(entries, isNamed: isNamed)
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Map {
    try made(from: plain)
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Map {
    json.skipSpace()
    let start = json
    guard json.isNext(.record) else {
      return try made(from: json.plain(), asSaved: json.isAsSaved)
    }
    if Map.isInOrder {
      let map = try entries(&json) { next throws(PatchError) in try walks.makeInOrder(next) }
      if let map { return map }
      json = start
    }
    return try entries(&json) { next throws(PatchError) in try walks.make(next) }
  }

  /// Whether the keys are names in a record.
  var isNamed: Bool { keys.shape.isName }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    let (keys, values) = (keys.shape, values.shape)
    let (keysAreFlat, valuesAreFlat) = (keys.isFlat, values.isFlat)
    walks.entries.addFootprint(value, &meter) { place, meter in
      if !keysAreFlat { keys.measure(ValuePlace(place.key), into: &meter) }
      if !valuesAreFlat { values.measure(ValuePlace(place.value), into: &meter) }
    }
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    if keys.shape.isFlat && values.shape.isFlat { return walks.entries.addExchange(old, new, &exchange) }
    withUnsafeMutablePointer(to: &exchange) { exchange in
      try? walks.forEachDifference(old, new, values.shape.solidBytes, exchange) {
        addExchange(of: $0, $1, to: &exchange.pointee)
      }
    }
  }

  /// Counts what one entry keeps beside the nodes and another one does not, and the reverse.
  private func addExchange(of before: Place?, _ after: Place?, to exchange: inout FootprintExchange) {
    if let before, let after {
      keys.shape.addExchange(from: ValuePlace(before.key), to: ValuePlace(after.key), &exchange)
      values.shape.addExchange(from: ValuePlace(before.value), to: ValuePlace(after.value), &exchange)
    } else if let after {
      exchange.added += keys.shape.total(of: ValuePlace(after.key))
      exchange.added += values.shape.total(of: ValuePlace(after.value))
    } else if let before {
      exchange.released += keys.shape.total(of: ValuePlace(before.key))
      exchange.released += values.shape.total(of: ValuePlace(before.value))
    }
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    try json.enter(isNamed ? .record : .list)
    if Map.isInOrder && Map.Key.self == Int.self {
      try writeNumbered(value, to: &json)
    } else {
      try elementsInOrder(of: value, in: json).write(to: &json) { [isNamed] key, json in
        if isNamed { json.writeName(key.name) } else { json.write(key) }
      }
    }
    if isNamed { json.endRecord() } else { json.endList() }
  }
}
