import PersistentCollections

/// A list. Elements that changed where they are are looked into, others went or came as a whole.
@usableFromInline
final class ListShape<List: ListStructure>: ValueShape<List>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let elements = ElementShape(of: List.Element.self)
  private let walks: ListWalks<List>

  @usableFromInline
  init(_ walks: ListWalks<List>) {
    self.walks = walks
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    try Nesting.enter()
    defer { Nesting.leave() }
    let shape = elements.shape
    var failure: PatchError?
    let areSame = walks.elementsEqual(old, new) {
      shape.areSame(ValuePlace($0), ValuePlace($1), orNote: &failure)
    }
    if let failure { throw failure }
    return areSame
  }

  override var listedElements: ListedElements? { ListedElements(elements.shape(of: List.Element.self)) }

  override func mergeBase(at step: PathComponent, of value: ValuePlace) throws(PatchError) -> MergeBase? {
    guard case .position(let position) = step else { return nil }
    let list = value.pointer(to: List.self)
    guard position < list.pointee.count else { return nil }
    return MergeBase(elements.shape, TypedFieldBox(list.pointee[position]))
  }

  override func part(at step: PathComponent) -> AnyValueShape? {
    if case .position = step { elements.shape } else { nil }
  }

  override var kindOfValue: String { "list" }
  override var parts: [AnyValueShape] { [elements.shape] }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    let shape = elements.shape
    switch part {
    case .value(.list(let values)): return values.map { (.value($0), shape) }
    case .change(.list(let runs)):
      return runs.flatMap { run -> WrittenParts in
        switch run {
        case .kept: []
        case .changed(let node): [(.change(node), shape)]
        case .removed(let values), .inserted(let values): values.map { (.value($0), shape) }
        }
      }
    default: return []
    }
  }

  override func validate(_ value: MutableValuePlace) throws(PatchError) {
    try Nesting.enter()
    defer { Nesting.leave() }
    let shape = elements.shape(of: List.Element.self)
    guard shape.hasRules else { return }
    var (repaired, position): ([(Int, List.Element)], Int) = ([], 0)
    try walks.elements.forEach(value.reading) { element throws(PatchError) in
      do throws(PatchError) {
        if let new = try shape.repaired(element.pointee) { repaired.append((position, new)) }
      } catch {
        throw error.inside(.position(position))
      }
      position += 1
    }
    for (position, new) in repaired { try walks.change(value, position) { $0 = new } }
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    try Nesting.enter()
    defer { Nesting.leave() }
    var differences = ListDifferences(of: elements.shape)
    walks.forEachGap(old, new, elements.shape.solidBytes) { differences.look(into: $0) }
    return try differences.result()
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .list(let runs) = node else { return try super.apply(node, to: value, taking) }
    let list = value.pointer(to: List.self)
    var replacements: [Array<List.Element>.Replacement] = []
    // The place in the old list, and the position in the new list.
    var (place, position) = (0, 0)
    for run in runs {
      switch run {
      case .kept(let count):
        try check(place, count, in: list.pointee, at: position)
        place += count
        position += count
      case .changed(let node):
        try check(place, 1, in: list.pointee, at: position)
        do throws(PatchError) {
          let shape = elements.shape(of: List.Element.self)
          try walks.change(value, place) { element throws(PatchError) in
            try shape.apply(node, toValue: &element, taking)
          }
        } catch {
          throw error.inside(.position(position))
        }
        place += 1
        position += 1
      case .removed(let values):
        try check(place, values.count, in: list.pointee, at: position)
        for (offset, expected) in values.enumerated() {
          let found = try elements.shape(of: List.Element.self).plain(of: list.pointee[place + offset])
          do throws(PatchError) {
            try elements.shape.check(found, is: expected, taking)
          } catch {
            throw error.inside(.position(position + offset))
          }
        }
        replacements.append((place..<place + values.count, []))
        place += values.count
      case .inserted(let values):
        replacements.append((place..<place, try make(values, from: position, taking)))
        position += values.count
      }
    }
    walks.replace(value, replacements)
  }

  /// Sees to it that there are so many elements at a place, which will be the given position.
  private func check(
    _ place: Int,
    _ count: Int,
    in list: List,
    at position: Int
  ) throws(PatchError) {
    if count <= list.count - place { return }
    let (last, all) = (position + count - 1, position + list.count - place)
    throw PatchError(.beyondTheEnd(position: last, count: all))
  }

  private func make(
    _ plains: [PlainValue],
    from position: Int,
    _ taking: PatchTaking
  ) throws(PatchError) -> [List.Element] {
    var values: [List.Element] = []
    values.reserveCapacity(plains.count)
    for (offset, plain) in plains.enumerated() {
      do throws(PatchError) {
        values.append(try elements.shape(of: List.Element.self).make(from: plain, taking))
      } catch {
        throw error.inside(.position(position + offset))
      }
    }
    return values
  }

  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    try Nesting.enter()
    defer { Nesting.leave() }
    var found: [PlainValue] = []
    let shape = elements.shape
    try walks.elements.forEach(value) { element throws(PatchError) in
      found.append(try shape.plain(ValuePlace(element), at: .position(found.count)))
    }
    return .list(found)
  }

  override func make(from plain: PlainValue) throws(PatchError) -> List {
    guard case .list(let values) = plain else {
      throw PatchError(.unmakeable(type: "list", reason: "\(plain.kind) is no list"))
    }
    return List(try make(values, from: 0, .known))
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> List {
    let shape = elements.shape(of: List.Element.self)
    return try json.elements(walks.make) { reader throws(PatchError) in try shape.read(&reader) }
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    walks.elements.addExchange(old, new, &exchange)
    let shape = elements.shape
    if shape.isFlat { return }
    walks.forEachGap(old, new, shape.solidBytes) { gap in
      for change in gap.changes(by: gap.areBytesSame) {
        if change.old.count == change.new.count {
          for (before, after) in zip(change.old, change.new) {
            shape.exchange(from: gap.old(before), to: gap.new(after), into: &exchange)
          }
        } else {
          for place in change.old { exchange.released += shape.total(of: gap.old(place)) }
          for place in change.new { exchange.added += shape.total(of: gap.new(place)) }
        }
      }
    }
  }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    let shape = elements.shape
    let isFlat = shape.isFlat
    walks.elements.addFootprint(value, &meter) { element, meter in
      if !isFlat { shape.measure(ValuePlace(element), into: &meter) }
    }
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    let shape = elements.shape
    var position = 0
    try json.enter(.list)
    try walks.elements.forEach(value) { element throws(PatchError) in
      do throws(PatchError) {
        try shape.write(ValuePlace(element), to: &json)
      } catch {
        throw error.inside(.position(position))
      }
      position += 1
    }
    json.endList()
  }
}
