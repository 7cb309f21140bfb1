import PersistentCollections

extension AnyValueShape {
  /// Counts as ``exchange(from:to:into:)`` does, also for values that may be the same, or keep nothing.
  @inline(__always)
  func addExchange(
    from old: ValuePlace,
    to new: ValuePlace,
    _ exchange: inout FootprintExchange
  ) {
    if isFlat || areSameBytes(old, new, size) { return }
    self.exchange(from: old, to: new, into: &exchange)
  }

  /// Counts what comes or goes as a whole on one side of an exchange.
  func total(of value: ValuePlace) -> Footprint {
    if isFlat { return Footprint() }
    var meter = FootprintMeter()
    measure(value, into: &meter)
    return meter.total
  }
}
