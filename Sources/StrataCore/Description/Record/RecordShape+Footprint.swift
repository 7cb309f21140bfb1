import PersistentCollections

extension RecordShape {
  /// Counts what the newer one of two records derives from its fields and the older one does not, and the reverse.
  func exchangeDerived(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    var (before, after) = (FootprintMeter.listing, FootprintMeter.listing)
    derivedStorage?.addDerived(at: old, to: &before)
    derivedStorage?.addDerived(at: new, to: &after)
    after.addExchange(from: before, to: &exchange)
  }
}

extension DerivedStorage {
  /// Counts what a value of this type derives where it lies: a copy would count every one of its references up and down.
  static func addDerived(at value: ValuePlace, to meter: inout FootprintMeter) {
    value.pointer(to: Self.self).pointee.addDerivedFootprint(to: &meter)
  }
}
