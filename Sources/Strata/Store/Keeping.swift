/// What a history can do because its part is described: nothing, for one that is not.
@usableFromInline
struct Keeping: Sendable {
  /// What packs old moments.
  var packing: StepPacking?
  /// What weighs snapshots.
  var scale: StepScale?

  @usableFromInline
  init() {}

  init(packing: StepPacking? = nil, scale: StepScale?) {
    (self.packing, self.scale) = (packing, scale)
  }

  /// What the description of a part makes possible.
  @usableFromInline
  init<Part: Described, Companion: Sendable>(
    describing part: Part.Type,
    with companion: Companion.Type,
    _ attic: Attic? = nil
  ) {
    packing = attic.map { .of(Part.self, with: Companion.self, $0) }
    scale = .of(Part.self, with: Companion.self)
  }
}
