import PersistentCollections

/// A value or none.
@usableFromInline
final class OptionalShape<Wrapped: DescribedValue>: ValueShape<Wrapped?>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let wrapped = ElementShape(of: Wrapped.self)
  /// Whether the value inside may be none itself; it then stands in a list, so that one none is not the other.
  private let isNested = Wrapped.self is any AnyOptional.Type
  private let inner = ScalarForm(of: Wrapped.self)
  /// Whether there is none, compiled where the type is known: else that would have to be asked for each time.
  private let isNone: (ValuePlace) -> Bool

  @usableFromInline
  init(isNone: @escaping (ValuePlace) -> Bool) { self.isNone = isNone }

  private func value(_ place: ValuePlace) -> Wrapped? {
    place.pointer(to: Wrapped?.self).pointee
  }

  override var mayBeAbsent: Bool { true }

  override func isAbsent(_ value: ValuePlace) -> Bool {
    if let inner { inner.isAbsent(value) } else { isNone(value) }
  }

  override var optionalForm: ScalarForm? { inner }

  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    if let inner { return inner.isAbsent(value) ? .null : try wrapped.shape.plain(value.wrapped) }
    guard let inner = self.value(value) else { return .null }
    guard isNested else { return try plain(inside: inner) }
    try Nesting.enter()
    defer { Nesting.leave() }
    return .list([try plain(inside: inner)])
  }

  private func plain(inside inner: Wrapped) throws(PatchError) -> PlainValue {
    try withPlace(of: inner) { value throws(PatchError) in try wrapped.shape.plain(value) }
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Wrapped? {
    if case .null = plain { return nil }
    if isNested, case .list(let values) = plain, values.count == 1, let value = values.first {
      return try wrapped.shape(of: Wrapped.self).make(from: value)
    }
    return try wrapped.shape(of: Wrapped.self).make(from: plain)
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Wrapped? {
    if isNested { return try super.read(&json) }
    return try json.skipNull() ? nil : try wrapped.shape(of: Wrapped.self).read(&json)
  }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    switch part {
    case .value(.null): []
    case .value(.list(let values)) where isNested: values.map { (.value($0), wrapped.shape) }
    default: [(part, wrapped.shape)]
    }
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    if let inner {
      let isAbsent = inner.isAbsent(old)
      if isAbsent || inner.isAbsent(new) { return isAbsent == inner.isAbsent(new) }
      return inner.areSame(old.wrapped, new.wrapped)
    }
    switch (value(old), value(new)) {
    case (let before?, let after?):
      return try withPlace(of: before) { before throws(PatchError) in
        try withPlace(of: after) { after throws(PatchError) in
          try wrapped.shape.areSame(before, after)
        }
      }
    case (nil, nil): return true
    default: return false
    }
  }

  override func part(at step: PathComponent) -> AnyValueShape? {
    isNested ? nil : wrapped.shape.part(at: step)
  }

  override var listedElements: ListedElements? { isNested ? nil : wrapped.shape.listedElements }

  override func mergeBase(at step: PathComponent, of value: ValuePlace) throws(PatchError) -> MergeBase? {
    if isNested { return nil }
    guard let inner = self.value(value) else { return nil }
    return try withPlace(of: inner) { value throws(PatchError) in
      try wrapped.shape.mergeBase(at: step, of: value)
    }
  }

  override var kindOfValue: String { "optional" }
  override var parts: [AnyValueShape] { [wrapped.shape] }

  override func validate(_ value: MutableValuePlace) throws(PatchError) {
    if isAbsent(value.reading) { return }
    try changeInner(of: value) { inner throws(PatchError) in try wrapped.shape.validate(inner) }
  }

  /// Lets the value inside be changed.
  ///
  /// - Throws: `PatchError.Reason.nothingThere` where there is none.
  private func changeInner(
    of value: MutableValuePlace,
    _ body: (MutableValuePlace) throws(PatchError) -> Void
  ) throws(PatchError) {
    let place = value.pointer(to: Wrapped?.self)
    guard var inner = place.pointee.take() else { throw PatchError(.nothingThere) }
    try withPlace(of: &inner, body)
    place.pointee = inner
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    if let inner, !inner.isAbsent(old), !inner.isAbsent(new) {
      return try wrapped.shape.difference(from: old.wrapped, to: new.wrapped)
    }
    guard inner == nil, !isNested, let before = value(old), let after = value(new) else {
      return try super.difference(from: old, to: new)
    }
    return try withPlace(of: before) { before throws(PatchError) in
      try withPlace(of: after) { after throws(PatchError) in
        try wrapped.shape.difference(from: before, to: after)
      }
    }
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    if node.isReplacement || isNested || isAbsent(value.reading) {
      return try super.apply(node, to: value, taking)
    }
    try changeInner(of: value) { inner throws(PatchError) in
      try wrapped.shape.apply(node, to: inner, taking)
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    if isNested || packed.isReplacement { return try super.apply(direction, &packed, to: value) }
    try changeInner(of: value) { inner throws(PatchError) in
      try wrapped.shape.apply(direction, &packed, to: inner)
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    if isNested { return try super.apply(direction, nodes, of: &packed, to: value) }
    let nodes = try replace(direction, nodes, of: &packed, at: value)
    if nodes.isEmpty { return }
    try changeInner(of: value) { inner throws(PatchError) in
      try wrapped.shape.apply(direction, nodes, of: &packed, to: inner)
    }
  }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    if isFlat { return }
    if let inner = self.value(value) {
      withPlace(of: inner) { wrapped.shape.measure($0, into: &meter) }
    }
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    guard let before = value(old), let after = value(new) else {
      return super.exchange(from: old, to: new, into: &exchange)
    }
    withPlace(of: before) { before in
      withPlace(of: after) { wrapped.shape.exchange(from: before, to: $0, into: &exchange) }
    }
  }

  override func measureFields(
    _ value: ValuePlace,
    into meter: inout FootprintMeter
  ) -> [FieldFootprint] {
    guard let inner = self.value(value) else { return [] }
    return withPlace(of: inner) { wrapped.shape.measureFields($0, into: &meter) }
  }

  override var isFlat: Bool { _isPOD(Wrapped.self) }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    if isNested { return json.write(try plain(value)) }
    if isAbsent(value) { return json.writeNull() }
    // The wrapped value is at the beginning of the optional, laid out as it is alone.
    if let inner { return inner.write(value.wrapped, to: &json) }
    try wrapped.shape.write(value.wrapped, to: &json)
  }
}

/// The protocol of all optionals.
private protocol AnyOptional {}
extension Optional: AnyOptional {}
