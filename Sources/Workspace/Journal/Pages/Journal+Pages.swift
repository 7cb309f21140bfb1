import PersistentCollections

extension Journal {
  /// Starts the page of a day, abandons what does not migrate from before, and writes the bundles that are due.
  ///
  /// What is abandoned ends with the last page before this one; what was to start only after that page ends with the day it
  /// was for, since nothing can end before it starts.
  mutating func startPage(_ day: Day, ids: inout IDCounter) throws {
    let newest = pages.last
    if let newest, day <= newest {
      throw newest == day ? JournalError.pageExists(day) : .pageBeforeNewest(day, newest: newest)
    }
    var next = self
    for place in todoRows.index.staying.before(day).keys {
      let last = max(newest ?? place.rank, place.rank)
      _ = next.todoRows.update(place.id) { todo in
        todo.ending = Ending(time: .lastSecond(of: last), kind: .abandoned)
      }
    }
    next.pages.append(day)
    try next.writeDueBundles(on: day, since: newest, ids: &ids)
    self = next
  }

  /// Whether a day has a page.
  ///
  /// - Complexity: O(log *n*) pages are looked at.
  public func hasPage(of day: Day) -> Bool { pages.containsInOrder(day) }

  /// The day of the page that a person looks at: the one that they chose as long as it is there, else the newest.
  public func pageInView(_ chosen: Day?) -> Day? {
    if let chosen, hasPage(of: chosen) { return chosen }
    return pages.last
  }
}

extension WallTime {
  /// The time that is written down for something that happens now on the page of a day: now if the page is that
  /// of today, else noon of its day.
  func stamped(on page: Day) -> WallTime {
    page == day ? self : .noon(of: page)
  }
}
