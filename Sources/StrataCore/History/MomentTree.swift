import PersistentCollections

/// The tree of moments: the parent that each moment was made from.
///
///     0 ── 1 ── 2 ── 5 ── 6        three runs: 0 to 2, 3 to 4, 5 to 6
///               └─── 3 ── 4
///
/// Moments with neighbouring numbers, each made from the one before, are a *run*. A history without branches is one run,
/// however long it is: a step makes its last number greater, and moving through it changes nothing here.
struct MomentTree: Sendable {
  /// The run that moments are added to; nil when all of it is gone.
  private var newest: Run?
  /// All others, by their first numbers.
  private var others: PersistentSortedMap<UInt32, Run> = [:]
  /// The newest run that leaves a moment, by its first number; a moment that only its own run goes on from has none.
  private var branches: PersistentSortedMap<UInt32, UInt32> = [:]
  /// The moment that all others descend from.
  private(set) var oldest: Moment.ID
  private(set) var count = 1

  init(only id: Moment.ID) {
    newest = Run(first: id.raw, parent: .none, depth: 0)
    oldest = id
  }

  private struct Run: Sendable {
    let first: UInt32
    var last: UInt32
    /// The moment that the first one was made from; it may be gone by now.
    let parent: Link
    /// The number of steps from the very first moment of the history to this run's.
    let depth: UInt32
    /// The number of runs above.
    let height: UInt32
    /// A moment further up, on the way to the oldest, from which its own run was left.
    let leap: Link
    let leapDepth: UInt32
    let leapHeight: UInt32
    /// The runs that left the same moment just before and after this one.
    var older = Link.none
    var newer = Link.none

    init(
      first: UInt32,
      parent: Link,
      depth: UInt32,
      height: UInt32 = 0,
      leap: (to: Link, depth: UInt32, height: UInt32) = (.none, 0, 0)
    ) {
      (self.first, last, self.parent, self.depth) = (first, first, parent, depth)
      (self.height, self.leap, leapDepth, leapHeight) = (height, leap.to, leap.depth, leap.height)
    }
  }

  /// A moment or none in four bytes.
  private struct Link: Equatable, Sendable {
    let raw: UInt32
    static let none = Link(raw: .max)
    var id: Moment.ID? { raw == .max ? nil : Moment.ID(raw: raw) }
  }
}

extension MomentTree {
  private func run(of id: Moment.ID) -> Run? {
    if let newest, id.raw >= newest.first { return id.raw <= newest.last ? newest : nil }
    guard let run = others.element(atOrBefore: id.raw)?.value, id.raw <= run.last else { return nil }
    return run
  }

  /// The run of a moment that is there.
  ///
  /// Trapping here means that the tree itself is broken, never that an app asked for the wrong moment.
  private func home(_ id: Moment.ID) -> Run {
    guard let run = run(of: id) else { preconditionFailure("The history names moment \(id), which it lost") }
    return run
  }

  private mutating func update(_ link: Link, _ change: (inout Run) -> Void) {
    if newest?.first == link.raw, var run = newest {
      change(&run)
      newest = run
    } else if var run = others[link.raw] {
      change(&run)
      others[link.raw] = run
    }
  }

  /// Whether a moment is there.
  func contains(_ id: Moment.ID) -> Bool { id >= oldest && run(of: id) != nil }

  /// The number of steps from the very first moment, which may be gone by now.
  func depth(_ id: Moment.ID) -> UInt32 {
    let run = home(id)
    return run.depth + (id.raw - run.first)
  }

  /// The moment before another one; nil for the oldest.
  @inline(__always)
  func parent(of id: Moment.ID) -> Moment.ID? {
    if id == oldest { return nil }
    if let newest, id.raw > newest.first { return Moment.ID(raw: id.raw - 1) }
    let run = home(id)
    return id.raw > run.first ? Moment.ID(raw: id.raw - 1) : run.parent.id
  }

  /// Whether no moment has two that were made from it, and no number is missing.
  @inline(__always)
  var isOneRun: Bool { branches.isEmpty && newest != nil }

  /// The moment that was made from another one, in a tree of one run.
  @inline(__always)
  func next(to id: Moment.ID) -> Moment.ID? {
    newest.map { id.raw < $0.last } == true ? Moment.ID(raw: id.raw + 1) : nil
  }

  /// The moment that was made last from another one; nil where none was.
  func newestChild(of id: Moment.ID) -> Moment.ID? {
    if let branch = branches[id.raw] { return Moment.ID(raw: branch) }
    return id.raw < home(id).last ? Moment.ID(raw: id.raw + 1) : nil
  }

  /// Whether several moments were made from one.
  func hasBranches(_ id: Moment.ID) -> Bool {
    guard let branch = branches[id.raw] else { return false }
    return id.raw < home(id).last || home(Moment.ID(raw: branch)).older != .none
  }

  /// The moments that were made from another one, the newest first.
  func children(of id: Moment.ID) -> [Moment.ID] {
    var children: [Moment.ID] = []
    _ = hasChild(of: id) {
      children.append($0)
      return false
    }
    return children
  }

  /// Whether one of the moments that were made from another one is such; the newest are asked first.
  func hasChild(of id: Moment.ID, where isSuch: (Moment.ID) -> Bool) -> Bool {
    var next = branches[id.raw].map(Link.init)
    while let child = next?.id {
      if isSuch(child) { return true }
      next = home(child).older
    }
    // It was made directly after this one, and so before all others.
    return id.raw < home(id).last && isSuch(Moment.ID(raw: id.raw + 1))
  }

  /// The ancestor of a moment at a depth, or nil when the moment is not as deep or the ancestor is gone.
  ///
  /// - Complexity: O(log runs).
  func ancestor(of id: Moment.ID, at depth: UInt32) -> Moment.ID? {
    guard depth >= self.depth(oldest) else { return nil }
    var run = home(id)
    guard depth <= run.depth + (id.raw - run.first) else { return nil }
    while run.depth > depth {
      // A run that is left far above is left at a moment that is there, for the oldest is further up.
      guard let up = (run.leap != .none && run.leapDepth >= depth ? run.leap : run.parent).id else {
        return nil
      }
      run = home(up)
    }
    return Moment.ID(raw: run.first + (depth - run.depth))
  }
}

extension MomentTree {
  /// The bytes that branches occupy on the heap: 0 where there are no branches.
  ///
  /// - Complexity: O(1): nodes are taken to be as full as those are that grew at their end.
  var heapBytes: Int {
    Int(Double(others.count) * Self.bytesARun + Double(branches.count) * Self.bytesABranch)
  }

  private static let bytesARun = bytes(each: Run(first: 0, parent: .none, depth: 0))
  private static let bytesABranch = bytes(each: UInt32(0))

  private static func bytes<Value>(each value: Value) -> Double {
    var map: PersistentSortedMap<UInt32, Value> = [:]
    for number in 0..<UInt32(1_024) { map[number] = value }
    return Double(bytes(of: map)) / 1_024
  }

  private static func bytes(of map: some StructureSharing) -> Int {
    var meter = FootprintMeter()
    map.addFootprint(to: &meter)
    return meter.total.bytes
  }

  /// Adds a moment whose number is greater than all others.
  @inline(__always)
  mutating func append(_ id: Moment.ID, after parent: Moment.ID) {
    count += 1
    if let last = newest?.last, last == parent.raw, id.raw == last + 1 {
      newest?.last = id.raw
    } else {
      branch(id, from: parent)
    }
  }

  private mutating func branch(_ id: Moment.ID, from parent: Moment.ID) {
    let above = home(parent)
    let depth = above.depth + (parent.raw - above.first)
    var run = Run(
      first: id.raw,
      parent: Link(raw: parent.raw),
      depth: depth + 1,
      height: above.height + 1,
      leap: leap(under: above, from: parent, at: depth)
    )
    if let older = branches[parent.raw] {
      run.older = Link(raw: older)
      update(run.older) { $0.newer = Link(raw: id.raw) }
    }
    branches[parent.raw] = id.raw
    if let newest { others[newest.first] = newest }
    newest = run
  }

  /// Returns the leap of a new run that branches off `run`: over two equal leaps above `run`, or just into `run`.
  ///
  /// Leaps double in length the way that a skew-binary counter carries, so a way up over any number of runs is a few leaps.
  private func leap(
    under run: Run,
    from parent: Moment.ID,
    at depth: UInt32
  ) -> (to: Link, depth: UInt32, height: UInt32) {
    if let far = run.leap.id, let above = self.run(of: far), above.leap != .none,
      run.height - run.leapHeight == above.height - above.leapHeight
    {
      return (above.leap, above.leapDepth, above.leapHeight)
    }
    return (Link(raw: parent.raw), depth, run.height)
  }

  /// Takes out a moment without children that is not the only one; returns its parent where that has none any more.
  mutating func removeTip(_ id: Moment.ID) -> Moment.ID? {
    count -= 1
    let run = home(id)
    guard id.raw == run.first else {
      update(Link(raw: run.first)) { $0.last = id.raw - 1 }
      return branches[id.raw - 1] == nil ? Moment.ID(raw: id.raw - 1) : nil
    }
    drop(run)
    update(run.older) { $0.newer = run.newer }
    update(run.newer) { $0.older = run.older }
    guard let parent = run.parent.id else { return nil }
    if run.newer == .none { branches[parent.raw] = run.older == .none ? nil : run.older.raw }
    return newestChild(of: parent) == nil ? parent : nil
  }

  /// Takes out the oldest moment, which one way leads on from.
  mutating func removeOldest() {
    count -= 1
    let run = home(oldest)
    if oldest.raw < run.last {
      oldest = Moment.ID(raw: oldest.raw + 1)
    } else if let next = branches[oldest.raw] {
      branches[oldest.raw] = nil
      drop(run)
      oldest = Moment.ID(raw: next)
    } else {
      preconditionFailure("The present descends from the oldest moment, which has no children")
    }
  }

  private mutating func drop(_ run: Run) {
    if newest?.first == run.first { newest = nil } else { others[run.first] = nil }
  }

  /// Returns descriptions of all errors in the tree, given all moments that it should have; empty for a correct tree.
  ///
  /// - Complexity: O(*n* log *n*): for tests.
  func brokenInvariants(_ ids: [Moment.ID]) -> [String] {
    var broken: [String] = []
    var children: [Moment.ID: [Moment.ID]] = [:]
    if ids.count != count { broken.append("there are \(ids.count) moments, and \(count) counted") }
    if ids.first != oldest { broken.append("the oldest is not \(oldest)") }
    for id in ids where id != oldest {
      guard contains(id), let parent = parent(of: id), contains(parent) else {
        broken.append("\(id) has no parent, or one that is gone, and is not the oldest")
        continue
      }
      children[parent, default: []].append(id)
      if depth(id) != depth(parent) + 1 { broken.append("\(id) is not one deeper than its parent") }
      if id <= parent { broken.append("\(id) is not newer than its parent") }
      if ancestor(of: id, at: depth(oldest)) != oldest { broken.append("\(id) hangs loose") }
    }
    let held = Self.bytes(of: others) + Self.bytes(of: branches)
    if abs(held - heapBytes) > held / 2 + 512 { broken.append("\(heapBytes) bytes of \(held) are counted") }
    for id in ids {
      let expected = Array(children[id, default: []].reversed())
      if self.children(of: id) != expected { broken.append("\(id) does not list its children newest first") }
      if newestChild(of: id) != expected.first { broken.append("\(id) has another newest child") }
      if hasBranches(id) != (expected.count > 1) { broken.append("\(id) miscounts its children") }
    }
    return broken
  }
}
