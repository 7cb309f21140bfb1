extension Moment {
  /// How the step to a moment came about.
  public enum Origin: Hashable, Sendable {
    /// It was sent: an action or a transaction.
    case sent
    /// It came from outside, as ``Recording/external(_:)``: undo goes around it and keeps it.
    case external
    /// It is an undo of steps behind which others stand: it switches them off. Undo goes around it, and redo reverses it.
    case undo([StepSwitch])
    /// It is a redo: it switches such an undo off, or a step on that was left on a branch.
    case redo([StepSwitch])
    /// It switches steps, or single changes of steps, and is a step like any other.
    case switched([StepSwitch])
    /// It brings in the steps that led to a moment on another branch.
    case merge(of: ID)

    /// The switches that the step moved.
    public var switches: [StepSwitch] {
      switch self {
      case .undo(let switches), .redo(let switches), .switched(let switches): switches
      case .sent, .external, .merge: []
      }
    }

    /// The moment on another branch that it brings in; that may be gone by now.
    var merges: ID? { if case .merge(let id) = self { id } else { nil } }

    /// Whether it moves switches, or brings a branch in: then its changes are those of other steps, beside its own.
    package var isComposed: Bool {
      switch self {
      case .undo, .redo, .switched, .merge: true
      case .sent, .external: false
      }
    }

    /// The moments that it is about; they may be gone by now.
    package var links: [ID] { merges.map { [$0] } ?? switches.map(\.moment) }

    /// The same kind of step without what it is about: its changes are its own from then on.
    package var alone: Origin {
      switch self {
      case .sent, .merge: .sent
      case .external: .external
      case .undo: .undo([])
      case .redo: .redo([])
      case .switched: .switched([])
      }
    }
  }
}

/// A step, or a single change of a step, that is switched on or off.
public struct StepSwitch: Hashable, Sendable {
  /// The moment that the step led to.
  public let moment: Moment.ID
  /// The number of the change among ``Patch/changes`` of the step, counted from 0; nil for the whole step.
  public let change: Int?
  /// Whether the step counts from then on.
  public let isOn: Bool

  package init(_ moment: Moment.ID, change: Int? = nil, isOn: Bool) {
    (self.moment, self.change, self.isOn) = (moment, change, isOn)
  }
}

extension StepSwitch {
  /// Several as numbers, three for each: the moment, 1 for on, and the number of the change counted from 1, or 0.
  package static func numbers(of switches: [Self]) -> [Int] {
    switches.flatMap { [$0.moment.number, $0.isOn ? 1 : 0, ($0.change ?? -1) + 1] }
  }

  /// Several of such numbers; nil for what ``numbers(of:)`` does not write.
  package static func several(of numbers: [Int]) -> [Self]? {
    guard numbers.count.isMultiple(of: 3) else { return nil }
    var switches: [Self] = []
    for start in stride(from: 0, to: numbers.count, by: 3) {
      guard let moment = Moment.ID(number: numbers[start]), 0...1 ~= numbers[start + 1],
        numbers[start + 2] >= 0
      else { return nil }
      let change = numbers[start + 2]
      switches.append(Self(moment, change: change == 0 ? nil : change - 1, isOn: numbers[start + 1] == 1))
    }
    return switches
  }
}

/// The provenance of a step: its author, its origin and its note. A step that the app's user sent without a note has none.
package final class Provenance: Sendable {
  package let author: Author
  package let origin: Moment.Origin
  /// The encoded patch of the step's own changes, beside the switches that it moved and the branch that it merged: the choice
  /// in a conflict, the repair by a rule. Empty for no own changes.
  package let ownChanges: [UInt8]
  /// The app's note beside the step, as JSON; empty for no note.
  package let note: [UInt8]

  /// Returns nil for a step that the app's user sent, without a note and without own changes.
  package init?(
    _ author: Author,
    _ origin: Moment.Origin = .sent,
    own ownChanges: [UInt8] = [],
    note: [UInt8] = []
  ) {
    if author == .user && origin == .sent && ownChanges.isEmpty && note.isEmpty { return nil }
    (self.author, self.origin, self.ownChanges, self.note) = (author, origin, ownChanges, note)
  }

  /// Returns the app's note beside a step, as JSON that can be decoded again.
  static func json(of note: some DescribedValue) throws(PatchError) -> [UInt8] {
    let plain = try PlainValue(of: note)
    if plain.nesting > jsonDepthLimit { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
    return plain.json
  }

  /// The same without the app's note; nil where nothing is left to say.
  package var withoutNote: Provenance? { Provenance(author, origin, own: ownChanges) }

  /// The same for a step that was written anew: its changes are its own, and what it was about is not said any more.
  package var alone: Provenance? { Provenance(author, origin.alone, note: note) }
}

extension Provenance: Equatable {
  package static func == (left: Provenance, right: Provenance) -> Bool {
    left.author == right.author && left.origin == right.origin && left.ownChanges == right.ownChanges
      && left.note == right.note
  }
}
