import PersistentCollections

/// The records of all moments, by their numbers: the label, the time, and the snapshot or step that brings the state back.
///
///     ┌──────────────┬────────────────┬───────┬───────┬──────
///     │ packed 0-255 │ packed 256-287 │ 288 … │ 320 … │ 352      moments lie in pages, in the order of their making
///     └──────────────┴────────────────┴───────┴───────┴──────
///          values: 40                                           the present, where it is an old moment, and its like
///
/// Numbers only grow, so whatever a change does touches the last page. Pages that are old enough are packed, each into
/// one block of bytes; and once there are enough of them, eight become one, which takes less. A moment that was taken away
/// leaves a mark, and an empty page is gone.
struct MomentPages: Sendable {
  /// All pages but the last, in the order of their numbers.
  private(set) var pages: PersistentArray<Page> = []
  /// The first number of the first of them, or of one before that is gone.
  private var firstNumber: UInt32
  private(set) var tail: OpenPage
  /// Snapshots of moments in pages that have none of them.
  private(set) var values: PersistentSortedMap<UInt32, DomainSnapshot> = [:]
  /// The steps of the page that the present is in, for the next undo: few bytes, or nil.
  private(set) var opened: PageSteps?
  /// Whether the restored values of steps are of the fields that are restored; false for a log that was written when others were.
  var hasRestoredValues = true
  /// The number of moments of a page, before several become one.
  let size: Int
  /// The most moments of a page that several became.
  private var longest: Int { min(8 * size, PageMarks.capacity) }
  /// The number from which pages are counted that become one.
  private let start: UInt32
  /// The bytes that all packed pages occupy.
  private(set) var packedBytes = 0
  /// The first number of the oldest page that is still to be packed.
  private var nextToPack: UInt32

  init(_ entry: Entry, as id: Moment.ID, size: Int) {
    self.size = size
    tail = OpenPage(first: id.raw)
    tail.append(entry, id.raw)
    (firstNumber, nextToPack, start) = (id.raw, id.raw, id.raw)
  }

  /// Begins with a page that is packed.
  init(_ page: PackedPage, alive: PageMarks, size: Int) {
    self.size = size
    tail = OpenPage(first: page.first)
    (firstNumber, nextToPack, start) = (page.first, page.first, page.first)
    append(page, alive: alive)
  }

  /// The record of a moment that is not packed.
  struct Entry: Sendable {
    var label: String
    var time: Timestamp
    /// The provenance of the step; nil where the app's user sent it.
    var provenance: Provenance?
    var kept: Kept
  }

  /// The snapshot or step that brings back the state of a moment that is not packed.
  enum Kept: Sendable {
    /// The part as it was.
    case snapshot(DomainSnapshot)
    /// The step that led there.
    indirect case step(PackedStep)
    /// Nothing: the moment is gone.
    case nothing
  }
}

extension MomentPages {
  @inline(__always)
  private func isInTail(_ id: Moment.ID) -> Bool { id.raw >= tail.first }

  /// The place of the page that a moment before the last page would be in.
  private func place(of number: UInt32) -> Int? {
    guard number >= firstNumber, !pages.isEmpty else { return nil }
    func isAfter(_ place: Int) -> Bool { pages.withElement(at: place) { $0.first > number } }
    var (low, high) = (0, pages.count)
    // No page is longer than the longest: as long as no moments are gone, it is not in one before this.
    let guess = min(pages.count - 1, Int(number - firstNumber) / longest)
    if isAfter(guess) {
      high = guess
    } else {
      if guess + 1 == pages.count || isAfter(guess + 1) { return guess }
      low = guess + 1
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isAfter(middle) { high = middle } else { low = middle }
    }
    return low
  }

  private func find(_ number: UInt32) -> (place: Int, page: Page)? {
    place(of: number).map { ($0, pages[$0]) }
  }

  /// The page that a moment lies in.
  func page(of id: Moment.ID) -> Page? {
    isInTail(id) ? .open(tail) : find(id.raw)?.page
  }

  /// The part as it was at a moment, where it is kept as a value.
  @inline(__always)
  func snapshot(at id: Moment.ID) -> DomainSnapshot? {
    if id.raw >= tail.first, let index = tail.index(id.raw),
      case .snapshot(let snapshot) = tail.entries[index].kept
    {
      return snapshot
    }
    return olderSnapshot(at: id)
  }

  private func olderSnapshot(at id: Moment.ID) -> DomainSnapshot? {
    if opened?.page.index(id.raw) == nil, let place = place(of: id.raw),
      let found = snapshot(at: id, onPage: place)
    {
      return found
    }
    return values.isEmpty ? nil : values[id.raw]
  }

  // Not inlined: where a function looks into two pages, the compiler makes a copy of them all.
  @inline(never)
  private func snapshot(at id: Moment.ID, onPage place: Int) -> DomainSnapshot? {
    pages.withElement(at: place) { $0.snapshot(at: id) }
  }

  /// Returns the record of a moment that is not packed; nil for other moments.
  func entry(_ id: Moment.ID) -> Entry? {
    guard case .open(let page) = page(of: id), let index = page.index(id.raw) else { return nil }
    return page.entries[index]
  }

  /// Whether the step to a moment is known by the snapshots at its ends alone.
  func isUnpacked(_ id: Moment.ID) -> Bool {
    if case .snapshot? = entry(id)?.kept { true } else { false }
  }

  /// The place of the snapshot or step that brings a moment back.
  enum Place {
    /// In a packed page, at a place there.
    case packed(PackedPage, Int)
    /// With the moment itself.
    case open(Kept)
  }

  /// Returns the place of the snapshot or step that brings a moment back; nil for a moment that is not there.
  func place(of id: Moment.ID) -> Place? {
    switch page(of: id) {
    case .packed(let page, _): page.index(id.raw).map { .packed(page, $0) }
    case .open(let page): page.index(id.raw).map { .open(page.entries[$0].kept) }
    case nil: nil
    }
  }

  /// The packed page that a moment lies in.
  func packedPage(of id: Moment.ID) -> PackedPage? {
    if let opened, opened.page.index(id.raw) != nil { return opened.page }
    if case .packed(let page, _) = page(of: id) { return page }
    return nil
  }

  /// The steps of a packed page, at least up to one of them.
  func steps(of page: PackedPage, through last: Int? = nil) throws(PatchError) -> PageSteps {
    if let opened, opened.page === page { return opened }
    return try page.steps(through: last)
  }

  /// Keeps the steps of the packed page at hand that a moment is in, and of no other one; nil for none.
  mutating func open(around id: Moment.ID?) {
    guard let page = id.flatMap(packedPage) else { return opened = nil }
    if opened?.page !== page { opened = page.steps(limit: Self.openedLimit) }
  }

  /// The most bytes that are kept at hand; a longer page is read again for each step, and none is made so long of several.
  static var openedLimit: Int { 1 << 16 }

  /// The moments from one in a packed page upwards that lie in it, too, and are not kept as values; nil where that is kept
  /// as one, or its page is open.
  func packedWithoutValues(upTo id: Moment.ID) -> ClosedRange<UInt32>? {
    guard let page = packedPage(of: id) else { return nil }
    let value = values.isEmpty ? nil : values.element(atOrBefore: id.raw)?.key
    if value == id.raw { return nil }
    return max(page.first, value.map { $0 + 1 } ?? 0)...id.raw
  }
}

extension MomentPages {
  /// Adds a moment whose number is greater than all others.
  @inline(__always)
  mutating func append(_ entry: consuming Entry, as id: Moment.ID) {
    if Int(id.raw - tail.first) >= size { beginPage(id.raw) }
    if opened != nil { opened = nil }
    tail.append(entry, id.raw)
  }

  /// Adds a page that is packed, behind all moments so far.
  mutating func append(_ page: PackedPage, alive: PageMarks) {
    end(tail)
    tail = OpenPage(first: page.first + UInt32(page.count), room: size)
    if pages.isEmpty { firstNumber = page.first }
    pages.append(.packed(page, alive: alive))
    packedBytes += page.heapBytes
    nextToPack = tail.first
  }

  /// Unpacks the last moment of all, so that a step can be added to it: a log that was written anew has it in a page.
  ///
  /// - Throws: ``PatchError`` where its page cannot be read.
  /// - Complexity: O(moments of the page), and nothing where the last moment is not packed.
  mutating func unpackLast() throws(PatchError) {
    guard tail.entries.isEmpty, case .packed(let page, var alive)? = pages.last,
      let index = alive.places.last
    else { return }
    var contents = try page.contents(alive: alive)
    guard let last = contents[index] else { return }
    contents.removeSubrange(index...)
    alive[index] = false
    let rest = alive.isEmpty ? nil : try PackedPage(first: page.first, contents)
    pages.removeLast()
    if let rest { pages.append(.packed(rest, alive: alive)) }
    packedBytes += (rest?.heapBytes ?? 0) - page.heapBytes
    opened = nil
    let (words, number) = (last.words, page.first + UInt32(index))
    tail = OpenPage(first: number, room: size)
    nextToPack = number
    tail.append(
      Entry(label: words.label, time: words.time, provenance: words.provenance, kept: .step(last.step)),
      number
    )
  }

  private mutating func beginPage(_ first: UInt32) {
    let ended = tail
    tail = OpenPage(first: first, room: size)
    end(ended)
  }

  private mutating func end(_ page: OpenPage) {
    if page.alive == 0 { return }
    if pages.isEmpty { firstNumber = page.first }
    pages.append(.open(page))
  }

  /// Changes what is known of a moment that is not packed, where it lies, and returns what was kept of it.
  mutating func update(_ id: Moment.ID, _ change: (inout Entry) -> Void) -> Kept? {
    if isInTail(id) {
      guard let index = tail.index(id.raw) else { return nil }
      let kept = tail.entries[index].kept
      tail.update(index, change)
      return kept
    }
    guard let (place, page) = find(id.raw), case .open(var open) = page, let index = open.index(id.raw) else {
      return nil
    }
    let kept = open.entries[index].kept
    open.update(index, change)
    pages[place] = .open(open)
    return kept
  }

  /// Takes a moment out.
  mutating func remove(_ id: Moment.ID, into deferred: inout DeferredReleases) {
    if let value = values.removeValue(forKey: id.raw) { deferred.add(value) }
    if isInTail(id) {
      if let index = tail.index(id.raw) { deferred.add(tail.remove(index).kept) }
      return
    }
    guard let place = place(of: id.raw) else { return }
    if let gone = pages[place].remove(id.raw) { deferred.add(gone) }
    let (isEmpty, bytes) = pages.withElement(at: place) { ($0.isEmpty, $0.packedBytes) }
    guard isEmpty else { return }
    dropPage(at: place)
    packedBytes -= bytes
  }

  /// Changes all steps, none of which is known by snapshots alone.
  ///
  /// - Parameter change: Returns what a step changes now.
  mutating func mapSteps(_ change: (Patch) throws(PatchError) -> Patch) throws(PatchError) {
    var mapped: PersistentArray<Page> = []
    (packedBytes, opened) = (0, nil)
    for page in pages {
      switch page {
      case .open(let page): mapped.append(.open(try page.mapped(change)))
      case .packed(let page, let alive):
        let page = try page.mapped(alive: alive, change)
        packedBytes += page.heapBytes
        mapped.append(.packed(page, alive: alive))
      }
    }
    (pages, tail) = (mapped, try tail.mapped(change))
  }

  private mutating func dropPage(at place: Int) {
    pages.remove(at: place)
    if place == 0, let first = pages.first { firstNumber = first.first }
  }

  /// Keeps the part as it was at an old moment, or no longer.
  mutating func setValue(_ snapshot: DomainSnapshot?, at id: Moment.ID, into deferred: inout DeferredReleases)
  {
    if let old = values.removeValue(forKey: id.raw) { deferred.add(old) }
    if let snapshot { values[id.raw] = snapshot }
  }

  var hasValues: Bool { !values.isEmpty }

  /// Whether the part at an old moment is kept beside its page.
  func hasValue(at id: Moment.ID) -> Bool { !values.isEmpty && values[id.raw] != nil }

  /// Whether a page is older than `limit` and still to be packed, as far as its number tells.
  @inline(__always)
  func mayHavePage(before limit: UInt32) -> Bool {
    Int(limit) >= Int(nextToPack) + size && tail.first > nextToPack
  }

  /// Ends the last page before a moment, which begins the next one.
  mutating func endPage(before number: UInt32) {
    guard number > tail.first, number <= tail.last else { return }
    var ended = tail
    tail = ended.split(before: number, room: size)
    end(ended)
  }

  /// The oldest page that is still to be packed, where all of it is older than `limit`.
  func pageToPack(before limit: UInt32) -> OpenPage? {
    guard tail.first > nextToPack else { return nil }
    let place = find(nextToPack)?.place ?? 0
    for place in place..<min(pages.count, place + 2) {
      if case .open(let open) = pages[place], open.first >= nextToPack {
        return open.last < limit ? open : nil
      }
    }
    return nil
  }

  /// A packed page, and the moments of it that are still there.
  typealias Neighbor = (page: PackedPage, alive: PageMarks)

  /// The packed pages that are to become one with an open one, the oldest first; none as long as there are too few.
  ///
  /// - Parameter limit: How many bytes the steps of one page may have.
  func neighbors(before page: OpenPage, limit: Int) -> [Neighbor] {
    func group(_ number: UInt32) -> Int { Int(number - start) / longest }
    guard let (place, _) = find(page.first) else { return [] }
    let next = place + 1 < pages.count ? pages[place + 1].first : tail.first
    if group(next) == group(page.first) { return [] }
    var (neighbors, bytes): ([Neighbor], Int) = ([], 0)
    for place in (0..<place).reversed() {
      guard case .packed(let neighbor, let alive) = pages[place], Int(page.last - neighbor.first) < longest
      else { break }
      bytes += neighbor.stepBytes
      if bytes > limit { break }
      neighbors.append((neighbor, alive))
    }
    return neighbors.reversed()
  }

  /// Puts a packed page into the place of the open one that it was made of, and of the packed ones that became one with it; nil
  /// leaves that one open for good.
  mutating func replace(_ page: OpenPage, by packed: PackedPage?) {
    nextToPack = page.last + 1
    guard let packed, let (last, _) = find(page.first), var first = place(of: packed.first) else { return }
    if pages[first].first < packed.first { first += 1 }
    var alive = PageMarks()
    for place in first...last {
      let (number, marks) = pages[place].marks
      alive.add(marks, at: Int(number - packed.first))
      if case .packed(let old, _) = pages[place] { packedBytes -= old.heapBytes }
    }
    pages[last] = .packed(packed, alive: alive)
    pages.removeSubrange(first..<last)
    packedBytes += packed.heapBytes
  }
}
