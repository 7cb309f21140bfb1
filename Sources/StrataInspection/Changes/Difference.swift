import StrataCore

/// One thing that two states of a history differ in, as a person reads it.
public struct Difference: Hashable, Sendable {
  /// The path of the value; for a removed value, the path before the removal.
  public let path: ValuePath
  /// The change of the value.
  public let kind: Kind

  /// A kind of change of a value.
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
  /// Returns the differences of one moment from another moment, in reading order.
  ///
  /// - Parameters:
  ///   - start: The moment before.
  ///   - end: The moment that is looked at.
  ///   - path: The path to look at: only differences at the path, or inside its value, count.
  /// - Throws: ``InspectionError`` if a state cannot be made.
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

  /// Returns the change that leads from one moment to another moment, as one patch.
  private func patch(from start: Moment.ID, to end: Moment.ID) throws -> Patch {
    let way = try way(from: start, to: end)
    var steps: [Patch] = []
    for step in way.back { steps.append(try self.step(to: step).inverted) }
    for step in way.forth { steps.append(try self.step(to: step)) }
    return try Patch(composing: steps)
  }
}
