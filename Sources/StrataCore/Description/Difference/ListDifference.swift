/// The difference between two lists, in the words of a table view: rows that were removed, inserted, moved or updated.
///
///     let difference = ListDifference(from: before, to: after, identifiedBy: \.id)
///     table.deleteRows(difference.removed)                          // positions in the old list
///     table.insertRows(difference.inserted.map(\.position))         // positions in the new list
///     for move in difference.moved { table.moveRow(from: move.from, to: move.to) }
///     table.reloadRows(difference.updated.map(\.to))
///
/// Positions of removed elements refer to the old list, and positions of inserted elements to the new list, whatever the
/// number of changes. An identity may be in a list several times: the first element is then compared with the first one,
/// and the second with the second.
public struct ListDifference<Element> {
  /// An element that came.
  public struct Insertion {
    /// The position of the element in the new list.
    public let position: Int
    /// The element.
    public let element: Element

    /// Makes an insertion from its position and its element.
    public init(position: Int, element: Element) {
      self.position = position
      self.element = element
    }
  }

  /// An element that is elsewhere among those that stayed.
  public struct Move: Hashable, Sendable {
    /// The position of the element in the old list.
    public let from: Int
    /// The position of the element in the new list.
    public let to: Int

    /// Makes a move from both positions.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// An element that is another one, under the same identity.
  public struct Update {
    /// The position of the element in the old list.
    public let from: Int
    /// The position of the element in the new list.
    public let to: Int
    /// The element in the old list.
    public let old: Element
    /// The element in the new list.
    public let new: Element

    /// Makes an update from both positions and both elements.
    public init(from: Int, to: Int, old: Element, new: Element) {
      self.from = from
      self.to = to
      self.old = old
      self.new = new
    }
  }

  /// The positions in the old list of elements that went, in ascending order.
  public let removed: [Int]
  /// The elements that came, in the order of their positions in the new list.
  public let inserted: [Insertion]
  /// The fewest elements whose moving puts those that stayed in their new order, by their position in the new list.
  public let moved: [Move]
  /// The elements that changed, moved ones among them, by their position in the new list.
  public let updated: [Update]

  /// Whether both lists are the same.
  public var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }
}

extension ListDifference where Element: Equatable {
  /// Finds what leads from one list to another whose elements have identities.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of elements in both lists.
  public init<ID: Hashable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    identifiedBy id: (Element) -> ID
  ) {
    let (old, new) = (Array(old), Array(new))
    var places: [ID: [Int]] = [:]
    for (position, element) in old.enumerated().reversed() {
      places[id(element), default: []].append(position)
    }
    // The old position of every element of the new list that was there before.
    let origins = new.map { places[id($0)]?.popLast() }
    let stayed = Set(origins.compactMap { $0 })
    removed = old.indices.filter { !stayed.contains($0) }
    inserted = new.indices.filter { origins[$0] == nil }.map { Insertion(position: $0, element: new[$0]) }
    let common = origins.enumerated().compactMap { to, from in from.map { Move(from: $0, to: to) } }
    let kept = Set(common.map(\.from).longestAscent)
    moved = common.indices.filter { !kept.contains($0) }.map { common[$0] }
    updated = common.filter { old[$0.from] != new[$0.to] }
      .map { Update(from: $0.from, to: $0.to, old: old[$0.from], new: new[$0.to]) }
  }
}

extension ListDifference where Element: Equatable & Identifiable {
  /// Finds what leads from one list to another, telling elements by their `id`.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of elements in both lists.
  public init(from old: some Collection<Element>, to new: some Collection<Element>) {
    self.init(from: old, to: new, identifiedBy: \.id)
  }
}

extension ListDifference {
  /// Returns the new list, given the old one.
  ///
  /// - Returns: nil when the list is not the one that the difference begins at: it has too few elements.
  /// - Complexity: O(*n*).
  public func applied(to old: some Collection<Element>) -> [Element]? {
    let old = Array(old)
    let gone = Set(removed).union(moved.map(\.from))
    guard gone.allSatisfy(old.indices.contains), updated.allSatisfy({ old.indices.contains($0.from) }) else {
      return nil
    }
    let count = old.count - removed.count + inserted.count
    var slots = [Element?](repeating: nil, count: count)
    guard inserted.allSatisfy({ slots.indices.contains($0.position) }) else { return nil }
    for insertion in inserted { slots[insertion.position] = insertion.element }
    guard moved.allSatisfy({ slots.indices.contains($0.to) }) else { return nil }
    for move in moved { slots[move.to] = old[move.from] }
    var stayed = old.indices.filter { !gone.contains($0) }.makeIterator()
    for position in slots.indices where slots[position] == nil {
      guard let from = stayed.next() else { return nil }
      slots[position] = old[from]
    }
    for update in updated {
      guard slots.indices.contains(update.to) else { return nil }
      slots[update.to] = update.new
    }
    return slots.compactMap { $0 }
  }
}

extension ListDifference: Equatable where Element: Equatable {}
extension ListDifference: Sendable where Element: Sendable {}
extension ListDifference.Insertion: Equatable where Element: Equatable {}
extension ListDifference.Insertion: Sendable where Element: Sendable {}
extension ListDifference.Update: Equatable where Element: Equatable {}
extension ListDifference.Update: Sendable where Element: Sendable {}
