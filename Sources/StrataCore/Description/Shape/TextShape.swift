import PersistentCollections

/// A text: compared by its bytes, and counted where they lie on the heap.
final class TextShape: ValueShape<String>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private func text(_ value: ValuePlace) -> String {
    value.pointer(to: String.self).pointee
  }

  override func plain(_ value: ValuePlace) -> PlainValue { .text(text(value)) }

  override func make(from plain: PlainValue) throws(PatchError) -> String {
    guard case .text(let text) = plain else {
      throw PatchError(.unmakeable(type: "String", reason: plain.misfitting(String.self)))
    }
    return text
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) -> Bool {
    areSameBytes(old, new, size) || ScalarForm.text.areSame(old, new)
  }

  override func difference(from old: ValuePlace, to new: ValuePlace) -> Patch.Node? {
    Patch.Node.between(text(old), text(new))
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> String { try json.string() }

  override func read(
    _ packed: inout PackedReader,
    toEmpty place: UnsafeMutablePointer<String>
  ) throws(PatchError) {
    place.initialize(to: try packed.text())
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .text(let runs) = node else { return try super.apply(node, to: value, taking) }
    try value.pointer(to: String.self).pointee.apply(runs)
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    guard let shared = try packed.changes(.replaced) else {
      return try super.apply(direction, &packed, to: value)
    }
    value.pointer(to: String.self).pointee = try packed.text(direction, sharing: shared)
  }

  override var kindOfValue: String { "text" }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    meter.countStorage(of: text(value))
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    // Copies of a text are the same bytes, save for one that was written to the last of them.
    exchange.added += text(new).storage
    exchange.released += text(old).storage
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) {
    json.write(text(value))
  }

  override var form: ScalarForm? { .text }
}
