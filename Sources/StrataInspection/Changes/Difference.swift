import StrataCore

/// One thing that two states of a history differ in, as a person reads it.
public struct Difference: Hashable, Sendable {
  /// Where it is: of what went, where it was.
  public let path: ValuePath
  /// What happened there.
  public let kind: Kind

  /// What can happen to a value.
  public enum Kind: Hashable, Sendable {
    /// It came.
    case added(PlainValue)
    /// It went.
    case removed(PlainValue)
    /// Another value has taken its place.
    case changed(from: PlainValue, to: PlainValue)
    /// It stands elsewhere in its list, from where it was.
    case moved(from: Int, PlainValue)
    /// Some lines of a text changed.
    case text([LineChange])
  }
}

/// Lines of a text that had the same fate.
public enum LineChange: Hashable, Sendable {
  /// So many are as they were.
  case kept([Substring])
  /// These went.
  case removed([Substring])
  /// These came.
  case added([Substring])
}

extension Inspection {
  /// What is different at one moment from another one, in reading order.
  ///
  /// - Parameters:
  ///   - start: The moment before.
  ///   - end: The moment that is looked at.
  ///   - path: Where to look: only what is there, or inside it, counts.
  /// - Throws: ``InspectionError`` where a state cannot be made.
  /// - Complexity: O(steps between, and what they changed).
  public func differences(
    from start: Moment.ID,
    to end: Moment.ID,
    at path: ValuePath = .whole
  ) throws(InspectionError) -> [Difference] {
    let before = try state(at: start)
    let after = try state(at: end)
    let patch = (try? self.patch(from: start, to: end)) ?? Patch(from: before, to: after)
    var walk = DifferenceWalk(at: path)
    if let root = patch.root { walk.take(root, before, after, .whole) }
    return walk.found
  }

  /// What leads from one moment to another one, as one change.
  private func patch(from start: Moment.ID, to end: Moment.ID) throws -> Patch {
    let way = try way(from: start, to: end)
    var steps: [Patch] = []
    for step in way.back { steps.append(try self.step(to: step).inverted) }
    for step in way.forth { steps.append(try self.step(to: step)) }
    return try Patch(composing: steps)
  }
}
