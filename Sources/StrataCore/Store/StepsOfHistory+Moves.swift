extension StepsOfHistory {
  /// Of changes of a step, which two say of one element that it went and that it came: each by the number of the other one.
  ///
  /// An element is known by its identity, where its type has one; others are told apart by their places alone.
  func moves(among changes: [PatchChange]) throws(PatchError) -> [Int: Int] {
    var lists: [[PathComponent]: ListedThings?] = [:]
    var (gone, come, moves): ([Place: Int], [Place: Int], [Int: Int]) = ([:], [:], [:])
    for (number, change) in changes.enumerated() {
      guard case .position? = change.path.last else { continue }
      let list = Array(change.path.dropLast())
      let things: ListedThings?
      if let known = lists[list] { things = known } else { things = try listedThings(at: list) }
      lists[list] = .some(things)
      guard let things, things.haveNames else { continue }
      switch change.kind {
      case .removed(let value):
        if let name = things.name(value) { gone[Place(list: list, name: name)] = number }
      case .inserted(let value):
        if let name = things.name(value) { come[Place(list: list, name: name)] = number }
      case .updated, .spliced: continue
      }
    }
    for (place, number) in gone {
      guard let other = come[place] else { continue }
      (moves[number], moves[other]) = (other, number)
    }
    return moves
  }

  /// An element in a list.
  private struct Place: Hashable {
    let list: [PathComponent]
    let name: AnyHashable
  }

  /// How the elements of a list are known again; nil where they are not.
  private func listedThings(at path: [PathComponent]) throws(PatchError) -> ListedThings? {
    var base: MergeBase? = types
    for step in path { base = try base?.part(step) }
    return base?.things
  }
}
