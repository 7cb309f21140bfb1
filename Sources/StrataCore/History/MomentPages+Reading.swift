import PersistentCollections

extension MomentPages {
  /// The label, time and origin of a moment; nil for a removed one.
  func words(of id: Moment.ID) -> MomentWords? {
    switch page(of: id) {
    case .open(let page):
      guard let entry = page.index(id.raw).map({ page.entries[$0] }) else { return nil }
      return MomentWords(label: entry.label, time: entry.time, provenance: entry.provenance)
    case .packed(let page, let alive):
      guard let index = page.index(id.raw, alive) else { return nil }
      return page.words[index]
    case nil: return nil
    }
  }

  /// The origin of the step to a moment; nil for a step that the app's user sent, and for a removed moment.
  func provenance(of id: Moment.ID) -> Provenance? {
    switch page(of: id) {
    case .open(let page): page.index(id.raw).flatMap { page.entries[$0].provenance }
    case .packed(let page, let alive): page.index(id.raw, alive).flatMap { page.provenance($0) }
    case nil: nil
    }
  }

  /// The provenance of all moments on the page of one, and the number of the first.
  func provenances(onPageOf id: Moment.ID) -> (first: UInt32, all: [Provenance?]) {
    switch page(of: id) {
    case .open(let page): (page.first, page.entries.map(\.provenance))
    case .packed(let page, _): (page.first, page.provenances)
    case nil: (id.raw, [])
    }
  }

  /// The newest moment for which `isWanted` says yes.
  ///
  /// - Complexity: O(moments that are looked at).
  func newest(where isWanted: (Moment.ID, Timestamp) -> Bool) -> Moment.ID? {
    if let found = Self.newest(in: .open(tail), where: isWanted) { return found }
    for page in pages.reversed() { if let found = Self.newest(in: page, where: isWanted) { return found } }
    return nil
  }

  private static func newest(
    in page: Page,
    where isWanted: (Moment.ID, Timestamp) -> Bool
  ) -> Moment.ID? {
    let times: [Timestamp?]
    switch page {
    case .open(let page): times = page.entries.map(\.time)
    case .packed(let page, _):
      let words = page.words
      times = (0..<page.count).map(words.time)
    }
    let (first, alive) = page.marks
    for (offset, time) in times.enumerated().reversed() where alive[offset] {
      let id = Moment.ID(raw: first + UInt32(offset))
      if let time, isWanted(id, time) { return id }
    }
    return nil
  }

  /// The moments of a page, by its place; nil behind the last one.
  func moments(onPage place: Int) -> [Moment.ID]? {
    guard place <= pages.count else { return nil }
    let (first, alive) = (place == pages.count ? .open(tail) : pages[place]).marks
    return alive.places.map { Moment.ID(raw: first + UInt32($0)) }
  }

  /// All pages in order; of the last page, the moments so far.
  var all: [Page] { pages.map { $0 } + (tail.alive == 0 ? [] : [.open(tail)]) }

  /// All snapshots in the order of their moments, and the bytes that those take which are not packed.
  var snapshots: (all: [(id: Moment.ID, snapshot: DomainSnapshot)], entryBytes: Int) {
    var all = values.map { (id: Moment.ID(raw: $0), snapshot: $1) }
    var bytes = 0
    func add(_ page: OpenPage) {
      for (offset, entry) in page.entries.enumerated() where page.isAlive(offset) {
        bytes += MemoryLayout<Entry>.stride + entry.label.storage.bytes
        switch entry.kept {
        case .snapshot(let snapshot): all.append((Moment.ID(raw: page.first + UInt32(offset)), snapshot))
        case .step(let step): bytes += step.count
        case .nothing: break
        }
      }
    }
    for page in pages { if case .open(let page) = page { add(page) } }
    add(tail)
    return (all.sorted { $0.id < $1.id }, bytes)
  }
}
