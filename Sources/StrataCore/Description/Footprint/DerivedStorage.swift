import PersistentCollections

/// A described record that keeps more on the heap than it describes: an index or a cache that follows from its fields.
///
/// Derived storage is in no patch, and is kept alive all the same. Count it here, so that footprints are true.
///
///     extension Journal: DerivedStorage {
///       func addDerivedFootprint(to meter: inout FootprintMeter) {
///         meter.add(idsByDay)
///       }
///     }
public protocol DerivedStorage {
  /// Counts what is derived, as far as the meter does not know it.
  func addDerivedFootprint(to meter: inout FootprintMeter)
}
