extension Moment {
  /// How the step to a moment came about.
  public enum Origin: Hashable, Sendable {
    /// It was sent: an action or a transaction.
    case sent
    /// It came from outside, as ``Recording/outside(_:)``: undo goes around it and keeps it.
    case outside
    /// It is what undo made to take back the step to a moment, and to keep what stands behind that.
    case undo(of: ID)
    /// It is what redo made to take back such an undo.
    case redo(of: ID)
    /// It takes back the step to a moment by itself, and is a step like any other.
    case takingBack(ID)
    /// It brings in what a moment on another branch has.
    case merge(of: ID)
    /// It takes back what was rejected of some steps, and is a step like any other.
    case rejection(of: [Rejected])

    /// The moment whose step it takes back; that may be gone by now.
    var takesBack: ID? {
      switch self {
      case .undo(let id), .redo(let id), .takingBack(let id): id
      case .sent, .outside, .merge, .rejection: nil
      }
    }

    /// The moment on another branch that it brings in; that may be gone by now.
    var merges: ID? { if case .merge(let id) = self { id } else { nil } }

    /// What it takes back of which steps.
    var takenBack: [Rejected] {
      if case .rejection(let rejected) = self { return rejected }
      return takesBack.map { [Rejected(moment: $0, changes: nil)] } ?? []
    }

    /// The moments that it is about; they may be gone by now.
    package var links: [ID] {
      switch self {
      case .sent, .outside: []
      case .undo(let id), .redo(let id), .takingBack(let id), .merge(let id): [id]
      case .rejection(let rejected): rejected.map(\.moment)
      }
    }
  }

  /// What was rejected of one step.
  public struct Rejected: Hashable, Sendable {
    /// The moment that the step led to.
    public let moment: ID
    /// Which of its changes, counted from 0 in the order of ``Patch/changes``; nil for all that were left.
    public let changes: [Int]?

    package init(moment: ID, changes: [Int]?) { (self.moment, self.changes) = (moment, changes) }
  }
}

extension Moment.Rejected {
  /// Several as numbers: of each the moment, how many of its changes follow, and those; none follow for all that were left.
  package static func numbers(of rejected: [Self]) -> [Int] {
    rejected.flatMap { [$0.moment.number, $0.changes?.count ?? 0] + ($0.changes ?? []) }
  }

  /// Several of such numbers, which are not negative; nil for what ``numbers(of:)`` does not write.
  package static func several(of numbers: [Int]) -> [Self]? {
    var (rejected, rest): ([Self], ArraySlice<Int>) = ([], numbers[...])
    while let first = rest.popFirst() {
      guard let moment = Moment.ID(number: first), let count = rest.popFirst(), count <= rest.count else {
        return nil
      }
      rejected.append(Self(moment: moment, changes: count == 0 ? nil : Array(rest.prefix(count))))
      rest.removeFirst(count)
    }
    return rejected.isEmpty ? nil : rejected
  }
}

/// Where a step came from, for a moment of which there is more to say than that the app's user sent it.
package final class Provenance: Sendable {
  package let author: Author
  package let origin: Moment.Origin
  /// The moment on another branch whose step this one takes again.
  package let takesAgain: Moment.ID?
  /// What the app noted beside the step, as JSON; empty for nothing.
  package let note: [UInt8]

  /// Nil where there is nothing to say.
  package init?(
    _ author: Author,
    _ origin: Moment.Origin = .sent,
    again: Moment.ID? = nil,
    note: [UInt8] = []
  ) {
    if author == .user && origin == .sent && again == nil && note.isEmpty { return nil }
    (self.author, self.origin, takesAgain, self.note) = (author, origin, again, note)
  }

  /// The moments that the step is about; they may be gone by now.
  package var links: [Moment.ID] { origin.links + (takesAgain.map { [$0] } ?? []) }

  /// What an app notes beside a step, as JSON that can be read again.
  static func json(of note: some DescribedValue) throws(PatchError) -> [UInt8] {
    let plain = try PlainValue(of: note)
    if plain.nesting > jsonDepthLimit { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
    return plain.json
  }

  /// The same without the app's note; nil where nothing is left to say.
  package var withoutNote: Provenance? { Provenance(author, origin, again: takesAgain) }
}

extension Provenance: Equatable {
  package static func == (left: Provenance, right: Provenance) -> Bool {
    left.author == right.author && left.origin == right.origin && left.takesAgain == right.takesAgain
      && left.note == right.note
  }
}
