import PersistentCollections

/// What there is to say of a day without its page: what was planned for it and is still to be done, what ended on it,
/// what was noted, and what will come again.
public struct DayGlance: Equatable, Sendable {
  /// The day.
  public var day: Day
  /// Whether it has a page.
  public var hasPage: Bool
  /// The todos that start on it and are pending, by id.
  public var open: [Todo]
  /// The todos that were done or given up on it, by id.
  public var ended: [Todo]
  /// The notes of the day, by time.
  public var notes: [Note]
  /// The bundles that come on it by themselves, where it may still have a page.
  public var bundles: [TodoBundle]

  /// Whether there is nothing to say.
  public var isEmpty: Bool { open.isEmpty && ended.isEmpty && notes.isEmpty && bundles.isEmpty && !hasPage }
}

extension Journal {
  /// Returns what there is to say of a day.
  ///
  /// - Complexity: O(*k* log *n*) for *k* todos that start or ended on the day.
  public func glance(at day: Day) -> DayGlance {
    let index = todoRows.index
    let open = index.migrating.at(day).merging(index.staying.at(day)) { old, _ in old }
    let isToCome = pages.last.map { day > $0 } ?? true
    return DayGlance(
      day: day,
      hasPage: hasPage(of: day),
      open: open.keys.compactMap { todos[$0.id] },
      ended: index.ended.at(day).keys.compactMap { todos[$0.id] },
      notes: notes(on: day),
      bundles: isToCome ? bundles.values.filter { $0.rhythm?.falls(on: day) ?? false } : []
    )
  }
}
