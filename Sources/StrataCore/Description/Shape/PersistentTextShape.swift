import PersistentCollections

extension PersistentText: DescribedValue {
  /// A text, written as a string is.
  public static var _shape: ValueShape<PersistentText> {
    ShapeTable.shape(of: Self.self) { PersistentTextShape() }
  }
}

/// A text that shares what did not change: it is compared, spliced, written and counted where it lies.
///
/// In files, patches and fingerprints it is the text that a string is, so that a field may become the one or the other.
final class PersistentTextShape: ValueShape<PersistentText>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let limit: Int

  /// - Parameter limit: How many bytes a text can have.
  init(limit: Int = PersistentText.byteLimit) {
    self.limit = limit
  }

  private func text(_ value: ValuePlace) -> PersistentText {
    value.pointer(to: PersistentText.self).pointee
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) -> Bool {
    text(new).isWritten(as: text(old))
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) -> Patch.Node? {
    Patch.Node.between(text(old), text(new))
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .text(let runs) = node else { return try super.apply(node, to: value, taking) }
    try value.pointer(to: PersistentText.self).pointee.apply(runs, limit: limit)
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    let start = packed.position
    try withUnsafePointer(to: start) { start throws(PatchError) in
      try apply(direction, PackedNodes(start: start, count: 1), of: &packed, to: value)
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    let place = value.pointer(to: PersistentText.self)
    var edits = PackedTextEdits(direction, limit: limit)
    for node in packed.lasting(nodes) {
      packed.position = node
      if try !edits.take(&packed, to: &place.pointee) {
        try edits.finish(&place.pointee)
        try super.apply(direction, &packed, to: value)
      }
    }
    try edits.finish(&place.pointee)
  }

  override func plain(_ value: ValuePlace) -> PlainValue { .text(String(text(value))) }

  override func make(from plain: PlainValue) throws(PatchError) -> PersistentText {
    guard case .text(let text) = plain else {
      throw PatchError(.unmakeable(type: "PersistentText", reason: plain.misfitting(String.self)))
    }
    if text.utf8.count > limit { throw PatchError(tooLong: text.utf8.count, limit: limit) }
    return PersistentText(text)
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> PersistentText {
    try json.persistentText(limit: limit)
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) { json.write(text(value)) }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    text(value).addFootprint(to: &meter)
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    text(new).addExchange(from: text(old), to: &exchange)
  }

  override var inFiles: AnyValueShape { String._shape }
}

extension PatchError {
  /// The error that a persistent text would have more bytes than it can.
  init(tooLong count: Int, limit: Int) {
    let reason = "a text of \(count) bytes is longer than one can be, which is \(limit)"
    self.init(.unmakeable(type: "PersistentText", reason: reason))
  }
}
