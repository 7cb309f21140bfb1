/// What becomes of the elements of a list that either of two changes put somewhere: moved there, or made.
///
/// What one side moved and the other one changed is moved and changed; what one moved and the other removed is gone; what
/// both moved to different places is a conflict. An element is known again by its identity where its type has one, else by
/// its value, and only where no change took away or put in several of them.
struct Moves<Run: RebasedRun> {
  /// What one's own change puts in where it put an element; nil for nothing.
  fileprivate(set) var mine: [Run.Content: Run.Content?] = [:]
  /// What is done with an element that the other change put somewhere, where it stands now.
  fileprivate(set) var theirs: [Run.Content: [Run]] = [:]
  /// What is done where an element stood before.
  fileprivate(set) var places: [Int: [Run]] = [:]
  /// Those places, from the first one on.
  fileprivate var order: [Int] = []

  /// How many places from one on can be looked at as one: up to the next one where such an element stood, or that one.
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

extension Patch.Node.Run {
  static func moves(
    _ mine: [Self],
    over theirs: [Self],
    _ rebasing: inout Rebasing
  ) throws(PatchError) -> Moves<Self>? {
    let things = rebasing.things
    let (own, other) = (ListChange(mine, of: things), ListChange(theirs, of: things))
    let elements = ListedElement.all(in: own, other, things, rebasing.rank)
    if elements.isEmpty { return nil }
    var moves = Moves<Self>()
    for element in elements {
      let (here, there) = (try own.side(of: element, things), try other.side(of: element, things))
      let isMine =
        here.isPut && there.isPut ? try rebasing.isMine(element, here, there) : here.isPut
      let outcome = try rebasing.outcome(of: element, here, there)
      if here.isPut, let value = here.value {
        moves.mine[[value]] = .some(isMine ? outcome.value.map { [$0] } : nil)
      }
      if there.isPut, let value = there.value {
        let isGone = isMine || outcome.value == nil
        moves.theirs[[value]] = isGone ? [.removed([value])] : [outcome.node.map { .changed($0) } ?? .kept(1)]
      }
      guard let place = element.place else { continue }
      moves.places[place] = there.isPut ? [] : there.value.map { [.removed([$0])] } ?? []
      moves.order.append(place)
    }
    return moves
  }
}

/// An element that either change put somewhere.
private struct ListedElement {
  let name: AnyHashable
  /// Where it was, and as what; nil where it was not there.
  let base: (place: Int, value: PlainValue)?

  var place: Int? { base?.place }

  /// All of them, those that were there before the others; in an order that is the same seen from either side.
  static func all(
    in own: ListChange,
    _ other: ListChange,
    _ things: ListedThings,
    _ rank: MergeRank
  ) -> [ListedElement] {
    let first = rank == .first ? own : other
    var (moved, made): ([ListedElement], [(ListedElement, position: Int)]) = ([], [])
    for name in Set(own.inserted.keys).union(other.inserted.keys) {
      if own.repeated.contains(name) || other.repeated.contains(name) { continue }
      switch (own.removed[name], other.removed[name]) {
      case (let mine?, let theirs?):
        if mine.place == theirs.place { moved.append(ListedElement(name: name, base: mine)) }
      case (let base?, nil):
        if own.inserted[name] != nil { moved.append(ListedElement(name: name, base: base)) }
      case (nil, let base?):
        if other.inserted[name] != nil { moved.append(ListedElement(name: name, base: base)) }
      case (nil, nil):
        guard things.haveNames, own.inserted[name] != nil, other.inserted[name] != nil else { continue }
        guard let position = first.inserted[name]?.position else { continue }
        made.append((ListedElement(name: name, base: nil), position))
      }
    }
    moved.sort { ($0.place ?? 0) < ($1.place ?? 0) }
    made.sort { $0.position < $1.position }
    return moved + made.map(\.0)
  }
}

/// What one change made of an element.
private struct ListedSide {
  /// The element after the change; nil where it is gone.
  let value: PlainValue?
  /// What changed in it; nil for nothing.
  var node: Patch.Node?
  /// Where it is after the change; nil where it is gone, and where it stayed as it was.
  var position: Int?
  /// Whether the change put it there.
  var isPut = false
}

/// What one change did with the elements of a list.
private struct ListChange {
  private(set) var removed: [AnyHashable: (place: Int, value: PlainValue)] = [:]
  private(set) var inserted: [AnyHashable: (position: Int, value: PlainValue)] = [:]
  /// Elements that went or came several times.
  private(set) var repeated: Set<AnyHashable> = []
  /// How elements changed, by where they were.
  private var changed: [Int: (position: Int, node: Patch.Node)] = [:]

  init(_ runs: [Patch.Node.Run], of things: ListedThings) {
    var (place, position) = (0, 0)
    for run in runs {
      switch run {
      case .kept(let count): (place, position) = (place + count, position + count)
      case .changed(let node):
        changed[place] = (position, node)
        (place, position) = (place + 1, position + 1)
      case .removed(let values):
        for value in values {
          if let name = things.name(value), removed.updateValue((place, value), forKey: name) != nil {
            repeated.insert(name)
          }
          place += 1
        }
      case .inserted(let values):
        for value in values {
          if let name = things.name(value), inserted.updateValue((position, value), forKey: name) != nil {
            repeated.insert(name)
          }
          position += 1
        }
      }
    }
  }

  func side(of element: ListedElement, _ things: ListedThings) throws(PatchError) -> ListedSide {
    let put = inserted[element.name]
    guard let base = element.base else {
      return ListedSide(value: put?.value, position: put?.position, isPut: true)
    }
    if removed[element.name] != nil {
      guard let put else { return ListedSide(value: nil) }
      let node = try things.difference(base.value, put.value)
      return ListedSide(value: put.value, node: node, position: put.position, isPut: true)
    }
    guard let change = changed[base.place] else { return ListedSide(value: base.value) }
    let value = try base.value.applying(Patch(root: change.node))
    return ListedSide(value: value, node: change.node, position: change.position)
  }
}

extension Rebasing {
  /// How the elements are known again of the list that is looked at.
  fileprivate var things: ListedThings { base?.things ?? .byValue }

  /// Whether an element that both put somewhere is to stand where one's own change has it.
  fileprivate mutating func isMine(
    _ element: ListedElement,
    _ mine: ListedSide,
    _ theirs: ListedSide
  ) throws(PatchError) -> Bool {
    // In two places of one number it may stand among others; both sides take the same one.
    guard let place = element.place, mine.position != theirs.position else { return rank == .first }
    func plain(_ position: Int?) -> PlainValue? { position.map { .integer(Int64($0)) } }
    let places = Whole(
      base: plain(place),
      mine: plain(mine.position),
      theirs: plain(theirs.position),
      kind: .outOfOrder
    )
    return try inside(element, theirs) { rebasing throws(PatchError) in
      switch rebasing.settle(places) {
      case nil: return false
      case places.mine: return true
      case _?: throw PatchError(.otherKind(expected: "one of the places that an element was moved to"))
      }
    }
  }

  /// What is to become of an element, and what leads there from what the other change made of it.
  fileprivate mutating func outcome(
    of element: ListedElement,
    _ mine: ListedSide,
    _ theirs: ListedSide
  ) throws(PatchError) -> (value: PlainValue?, node: Patch.Node?) {
    try inside(element, theirs) { rebasing throws(PatchError) in
      if element.base != nil, let present = theirs.value, mine.value != nil {
        guard let own = mine.node else { return (present, nil) }
        let left = if let other = theirs.node { try rebasing.rebase(own, over: other) } else { own }
        guard let node = left else { return (present, nil) }
        return (try present.applying(Patch(root: node)), node)
      }
      // What neither side changed goes where either side took it away.
      if element.base != nil, mine.node == nil, theirs.node == nil { return (nil, nil) }
      let whole = Whole(base: element.base?.value, mine: mine.value, theirs: theirs.value)
      guard let value = rebasing.settle(whole) else { return (theirs.value, nil) }
      guard let value, let present = theirs.value else { return (value, nil) }
      return (value, Patch.Node.between(present, value))
    }
  }

  private mutating func inside<Result>(
    _ element: ListedElement,
    _ theirs: ListedSide,
    _ body: (inout Rebasing) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    let place = element.place
    return try inside(.position(theirs.position ?? place ?? 0), from: place.map { .position($0) }, body)
  }
}
