/// What becomes of the elements of a list that either of two changes moved: took away in one place, and put in another one.
///
/// An element is known again by its value, where a change took away and put in one such element alone. What one side moved
/// and the other one changed is moved and changed; what one moved and the other removed is gone; what both moved to
/// different places is a conflict.
struct Moves<Run: RebasedRun> {
  /// What one's own change puts in where it moved an element to; nil for nothing.
  var mine: [Run.Content: Run.Content?] = [:]
  /// What is done with an element that the other change moved, where it stands now.
  var theirs: [Run.Content: [Run]] = [:]
  /// What is done where an element stood before it was moved.
  private(set) var places: [Int: [Run]] = [:]
  /// Those places, from the first one on.
  private let order: [Int]

  init(_ places: [Int: [Run]]) {
    self.places = places
    order = places.keys.sorted()
  }

  /// How many places from one on can be looked at as one: up to the next one where a moved element stood, or that one.
  func room(at place: Int) -> Int {
    var (start, end) = (0, order.count)
    while start < end {
      let middle = (start + end) / 2
      if order[middle] < place { start = middle + 1 } else { end = middle }
    }
    if start == order.count { return .max }
    return max(order[start] - place, 1)
  }
}

/// What one change did with the elements of a list.
private struct ListChange {
  typealias Content = Patch.Node.Run.Content

  /// Where an element was that is gone, before the change and after it.
  private(set) var removed: [Content: (place: Int, position: Int)] = [:]
  /// Where an element is that came.
  private(set) var inserted: [Content: Int] = [:]
  /// How elements changed, by where they were.
  private(set) var changed: [Int: Patch.Node] = [:]

  init(_ runs: [Patch.Node.Run]) {
    var (place, position) = (0, 0)
    var (goneTwice, comeTwice): (Set<Content>, Set<Content>) = ([], [])
    for run in runs {
      switch run {
      case .kept(let count): (place, position) = (place + count, position + count)
      case .changed(let node):
        changed[place] = node
        (place, position) = (place + 1, position + 1)
      case .removed(let values):
        for element in values.elements {
          if removed.updateValue((place, position), forKey: element) != nil { goneTwice.insert(element) }
          place += 1
        }
      case .inserted(let values):
        for element in values.elements {
          if inserted.updateValue(position, forKey: element) != nil { comeTwice.insert(element) }
          position += 1
        }
      }
    }
    for element in goneTwice { removed[element] = nil }
    for element in comeTwice { inserted[element] = nil }
  }

  /// Where an element was, and where it was moved to; nil for one that was not.
  func move(of element: Content) -> (place: Int, position: Int)? {
    guard let old = removed[element], let new = inserted[element] else { return nil }
    return (old.place, new)
  }
}

extension Patch.Node.Run {
  static func moves(
    _ mine: [Self],
    over theirs: [Self],
    _ rebasing: inout Rebasing
  ) throws(PatchError) -> Moves<Self>? {
    func mayMove(_ runs: [Self]) -> Bool {
      runs.contains { if case .removed = $0 { true } else { false } }
        && runs.contains { if case .inserted = $0 { true } else { false } }
    }
    guard mayMove(mine) || mayMove(theirs) else { return nil }
    let (own, other) = (ListChange(mine), ListChange(theirs))
    let elements = Set(own.removed.keys).union(other.removed.keys).compactMap { element in
      (own.move(of: element) ?? other.move(of: element)).map { (element, place: $0.place) }
    }
    if elements.isEmpty { return nil }
    var (inMine, inTheirs): ([Content: Content?], [Content: [Self]]) = ([:], [:])
    var places: [Int: [Self]] = [:]
    for (element, place) in elements.sorted(by: { $0.place < $1.place }) {
      switch (own.move(of: element), other.move(of: element)) {
      case (let own?, let other?):
        guard own.place == other.place else { continue }
        let isMine = try rebasing.isMine(place, own.position, other.position)
        inMine[element] = .some(isMine ? element : nil)
        inTheirs[element] = isMine ? [.removed(element)] : [.kept(1)]
        places[place] = []
      case (_?, nil):
        if let node = other.changed[place] {
          let changed = [try element[0].applying(Patch(root: node))]
          inMine[element] = changed
          places[place] = [.removed(changed)]
        } else {
          let isGone = other.removed[element]?.place == place
          inMine[element] = .some(isGone ? nil : element)
          places[place] = [.removed(element)]
        }
      case (nil, _?):
        if let node = own.changed[place] {
          inTheirs[element] = [.changed(node)]
        } else {
          inTheirs[element] = own.removed[element]?.place == place ? [.removed(element)] : [.kept(1)]
        }
        places[place] = []
      case (nil, nil): continue
      }
    }
    var moves = Moves(places)
    (moves.mine, moves.theirs) = (inMine, inTheirs)
    return moves
  }
}

extension Rebasing {
  /// Whether an element that both moved is to stand where one's own change has it.
  fileprivate mutating func isMine(_ base: Int, _ mine: Int, _ theirs: Int) throws(PatchError) -> Bool {
    // In two places of one number it may stand among others; both sides take the same one.
    if mine == theirs { return rank == .first }
    func plain(_ position: Int) -> PlainValue { .integer(Int64(position)) }
    let places = Whole(base: plain(base), mine: plain(mine), theirs: plain(theirs), kind: .outOfOrder)
    return try inside(.position(theirs), from: .position(base)) { rebasing throws(PatchError) in
      switch rebasing.settle(places) {
      case nil: return false
      case places.mine: return true
      case _?: throw PatchError(.otherKind(expected: "one of the places that an element was moved to"))
      }
    }
  }
}
