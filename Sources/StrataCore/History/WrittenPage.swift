/// A page of a history as a log has it: its moments, the parent of each moment, and the names of checkpoints.
///
///     number of the first, how many │ those that are there │ how far back each follows on │ names │ words │ steps
package struct WrittenPage: Sendable {
  let page: PackedPage
  let alive: PageMarks
  /// The moments that those follow on which are there, in their order; nil for the oldest of the history.
  let parents: [Moment.ID?]
  /// The names of checkpoints.
  let names: [(id: Moment.ID, name: String)]

  init(_ page: PackedPage, alive: PageMarks, in timeline: Timeline) {
    let ids = alive.places.map { Moment.ID(raw: page.first + UInt32($0)) }
    (self.page, self.alive, parents) = (page, alive, ids.map(timeline.parent))
    names =
      timeline.checkpointNames.isEmpty
      ? [] : ids.compactMap { id in timeline.checkpointNames[id].map { (id, $0) } }
  }

  /// How many moments there are.
  package var count: Int { parents.count }

  /// The moments.
  var ids: [Moment.ID] { alive.places.map { Moment.ID(raw: page.first + UInt32($0)) } }

  /// How many bytes its steps take when they are read.
  package var stepBytes: Int { page.stepBytes }

  /// The page as bytes: the words of its line, and the moments as they are in memory.
  package var pieces: BytePieces {
    var bytes: [UInt8] = []
    bytes.appendGroups(of: UInt64(page.first))
    bytes.appendGroups(of: UInt64(page.count))
    var (places, back) = (NumberColumn(), NumberColumn())
    for (place, parent) in zip(alive.places, parents) {
      places.append(Int64(place))
      back.append(parent.map { Int64(page.first) + Int64(place) - Int64($0.raw) } ?? 0)
    }
    bytes.appendGroups(of: UInt64(parents.count))
    bytes.append(part: places.finished)
    bytes.append(part: back.finished)
    bytes.appendGroups(of: UInt64(names.count))
    for (id, name) in names {
      bytes.appendGroups(of: UInt64(id.raw - page.first))
      bytes.append(part: Array(name.utf8))
    }
    return BytePieces(bytes, page.bytes)
  }

  /// Reads what ``pieces`` gave, of bytes that may be anything.
  ///
  /// - Parameter limit: How many bytes its words, and its steps, may take.
  /// - Throws: ``PatchError`` where they are no page.
  package init(reading bytes: Bytes, limit: Int) throws(PatchError) {
    let malformed = PatchError(.malformed(offset: 0))
    var reader = ByteReader(bytes)
    let (first, size, count) = (reader.groups(), reader.groups(), reader.groups())
    guard let first = UInt32(exactly: first), (1...UInt64(PageMarks.capacity)).contains(size),
      (1...size).contains(count), first <= Moment.ID.last.raw - UInt32(size)
    else { throw malformed }
    var (places, back) = (NumberColumnReader(reader.part()), NumberColumnReader(reader.part()))
    var (alive, parents): (PageMarks, [Moment.ID?]) = (PageMarks(), [])
    var last: Int64 = -1
    for _ in 0..<count {
      let (place, distance) = (places.next(), back.next())
      guard place > last, place < Int64(size), distance >= 0, distance <= Int64(first) + place else {
        throw malformed
      }
      (alive[Int(place)], last) = (true, place)
      parents.append(distance == 0 ? nil : Moment.ID(raw: UInt32(Int64(first) + place - distance)))
    }
    var names: [(Moment.ID, String)] = []
    for _ in 0..<reader.count() {
      let (offset, text) = (reader.groups(), reader.part())
      guard offset < size, alive[Int(offset)], let name = PackedReader.text(of: text) else { throw malformed }
      names.append((Moment.ID(raw: first + UInt32(offset)), name))
    }
    if places.isBroken || back.isBroken || reader.isBroken { throw malformed }
    let rest = Array(bytes[reader.position...])
    page = try PackedPage(first: first, count: Int(size), alive: alive, reading: rest, limit: limit)
    (self.alive, self.parents, self.names) = (alive, parents, names)
  }

  /// Hands over what each step changed, in order, and its restored values.
  ///
  /// - Throws: ``PatchError`` where a step cannot be read, and what `body` throws.
  package func forEachStep(_ body: (Patch, RestoredValues?) throws -> Void) throws {
    for case let content? in try page.contents(alive: alive) {
      try body(try content.step.patch, content.step.restoredValues)
    }
  }

  /// The same page with those moments whose parents are wanted.
  ///
  /// - Parameter isWanted: Given a parent, and the moments of this page that were wanted so far.
  func leaving(where isWanted: (Moment.ID, Set<Moment.ID>) -> Bool) -> WrittenPage {
    var (known, left, parents): (Set<Moment.ID>, PageMarks, [Moment.ID?]) = ([], PageMarks(), [])
    for (id, parent) in zip(ids, self.parents) {
      guard let parent, isWanted(parent, known) else { continue }
      known.insert(id)
      left[Int(id.raw - page.first)] = true
      parents.append(parent)
    }
    return WrittenPage(page, left, parents, names.filter { known.contains($0.id) })
  }

  private init(
    _ page: PackedPage,
    _ alive: PageMarks,
    _ parents: [Moment.ID?],
    _ names: [(id: Moment.ID, name: String)]
  ) {
    (self.page, self.alive, self.parents, self.names) = (page, alive, parents, names)
  }
}
