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

  /// What can be said of a part without a description: how many moments there are of it.
  @usableFromInline
  init<Part>(undescribed part: Part.Type) {
    scale = .unweighing(part)
  }

  /// What the description of a part makes possible.
  ///
  /// - Parameter shape: The part's own, asked for where the part's type is known: see ``Fields``.
  @usableFromInline
  init<Part: DescribedValue, Companion: Sendable>(
    describing shape: ValueShape<Part>,
    with companion: Companion.Type,
    _ attic: Attic? = nil
  ) {
    packing = attic.map { .of(shape, with: Companion.self, $0) }
    scale = .of(shape, with: Companion.self)
  }
}
